import { z } from 'zod';
import { inTransaction } from '../../../core/database/transaction.ts';
import { locationOf } from '../../../core/http/headers.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { takeAllowance } from '../../../core/http/rate-limit/allowance.ts';
import { ApiError, notFound } from '../../../core/shared/errors/errors.ts';
import { say } from '../../../core/texts/say.ts';
import { passwordHashOf } from '../../links/feature.ts';
import { filesOfRequest, rejectFiles } from '../files/requestFiles.ts';
import { mailLimits, mailRecipients, mailRejection, remindLimits } from '../mails/send.ts';
import { assertDates, createRequest } from '../record/createRequest.ts';
import { hasAllItems, itemsAfterJudgement } from '../record/items.ts';
import { noteRequest, type StoredRequest, storedRequests } from '../record/storedRequest.ts';
import { changeInput, judgementInput, requestInput } from './fields.ts';
import {
  assertStatus,
  loadRequest,
  lockRequest,
  requestItem,
  requestPath,
  showItem,
  showRequest,
  team,
  uploadRequest,
} from './request.ts';

export const createUploadRequest = defineOperation({
  name: 'create_upload_request',
  summary: 'Asks people for files: each is mailed a link of their own.',
  method: 'POST',
  path: '/v1/upload-requests',
  who: team,
  input: requestInput,
  response: { output: uploadRequest, status: 201, headers: ['Location'] },
  errors: ['conflict', 'rate_limited'],
  examples: {
    input: {
      title: 'Texts for the website',
      organization_id: '1',
      folder_id: '1',
      recipients: [{ email: 'ann@example.com', name: 'Ann' }],
      items: [{ label: 'Texts for the home page' }, { label: 'Pictures', required: false }],
    },
  },
  prepare: ({ password }) => passwordHashOf(password),
  async run(input, { caller, portal, req }, _loaded, hash) {
    const output = await inTransaction(req, async () => {
      if (input.recipients.length > 0) await takeAllowance(req, mailLimits(caller.id));
      return showRequest({ req, portal, caller }, await createRequest({ req, portal, caller }, input, hash));
    });
    return { output, headers: { Location: locationOf(req, output.id) } };
  },
});

/** Changes the request that the path names, in a transaction that holds its lock, and shows the outcome. */
const changeRequest = (
  context: OperationContext,
  change: (stored: StoredRequest) => Promise<StoredRequest>,
) =>
  inTransaction(context.req, async () => ({
    output: await showRequest(context, await change(await lockRequest(context))),
  }));

/**
 * The end of the links after a change.
 *
 * @throws {ApiError} `validation_failed` if the dates do not go together
 */
const endAfter = (
  stored: StoredRequest,
  { due_at, expires_at }: Pick<z.output<typeof changeInput>, 'due_at' | 'expires_at'>,
): Date => {
  const end = expires_at ?? stored.expires_at;
  const due = due_at === undefined ? stored.due_at : due_at;
  if (due_at !== undefined || expires_at !== undefined)
    assertDates({ due, end }, new Date(), expires_at === undefined ? 'due_at' : 'expires_at');
  return end;
};

export const updateUploadRequest = defineOperation({
  name: 'update_upload_request',
  summary: 'Changes an upload request. A later end opens one that has expired again.',
  method: 'PATCH',
  path: requestPath,
  who: team,
  input: changeInput,
  response: { output: uploadRequest, status: 200 },
  errors: ['conflict', 'rate_limited'],
  examples: { input: { expires_at: '2026-12-24T12:00:00Z' } },
  load: loadRequest,
  async run({ password, ...change }, context) {
    const { caller, portal, req } = context;
    const hash = await passwordHashOf(password);
    return changeRequest(context, async (stored) => {
      const end = endAfter(stored, change);
      // Each due date brings reminders.
      if (change.due_at) await takeAllowance(req, mailLimits(caller.id));
      const isReopened = stored.status === 'expired' && change.expires_at !== undefined;
      if (isReopened) assertHasPlace(stored);
      const changed = await storedRequests.change(req, portal, stored.id, {
        ...change,
        ...(password !== undefined && { password_hash: hash }),
        ...(isReopened && { status: 'open' }),
      });
      if (end > stored.expires_at) await noteRequest(req, portal, stored, { kind: 'extended' });
      return changed;
    });
  },
});

export const closeUploadRequest = defineOperation({
  name: 'close_upload_request',
  summary: 'Closes an upload request: it takes no more files.',
  method: 'POST',
  path: `${requestPath}/close`,
  who: team,
  body: { isOptional: true },
  input: z.strictObject({}),
  response: { output: uploadRequest, status: 200 },
  load: loadRequest,
  run: (_input, context) =>
    changeRequest(context, async (stored) =>
      stored.status === 'closed'
        ? stored
        : storedRequests.change(context.req, context.portal, stored.id, { status: 'closed' }),
    ),
});

/** @throws {ApiError} `conflict` if the links of a request have ended */
const assertLinksLive = ({ expires_at }: StoredRequest): void => {
  if (expires_at <= new Date()) throw new ApiError('conflict', say('uploadRequests:errors:reopenEnded'));
};

/** @throws {ApiError} `conflict` if neither the folder nor the ticket of a request is there any more */
const assertHasPlace = ({ folder_id, ticket_id }: StoredRequest): void => {
  if (folder_id === null && ticket_id === null)
    throw new ApiError('conflict', say('uploadRequests:errors:noPlace'));
};

export const reopenUploadRequest = defineOperation({
  name: 'reopen_upload_request',
  summary: 'Reopens an upload request that is completed or closed.',
  method: 'POST',
  path: `${requestPath}/reopen`,
  who: team,
  body: { isOptional: true },
  input: z.strictObject({}),
  response: { output: uploadRequest, status: 200 },
  errors: ['conflict'],
  load: loadRequest,
  run: (_input, context) =>
    changeRequest(context, async (stored) => {
      assertLinksLive(stored);
      if (stored.status === 'open') return stored;
      assertHasPlace(stored);
      const { portal, req } = context;
      return storedRequests.change(req, portal, stored.id, { status: 'open', completed_at: null });
    }),
});

export const remindOfUploadRequest = defineOperation({
  name: 'remind_of_upload_request',
  summary:
    'Reminds the recipients of an open upload request by mail. If each of its items has come, it is 409.',
  method: 'POST',
  path: `${requestPath}/remind`,
  who: team,
  body: { isOptional: true },
  input: z.strictObject({}),
  response: { output: uploadRequest, status: 202 },
  errors: ['conflict', 'rate_limited'],
  load: loadRequest,
  run: (_input, context) => {
    const { caller, portal, req } = context;
    return changeRequest(context, async (stored) => {
      assertStatus(stored, ['open']);
      if (hasAllItems(stored.items))
        throw new ApiError('conflict', say('uploadRequests:errors:nothingMissing'));
      await takeAllowance(req, [...mailLimits(caller.id), ...remindLimits(stored.id)]);
      const reminded = await storedRequests.change(req, portal, stored.id, { reminded_at: new Date() });
      await mailRecipients({ req, portal, request: reminded }, { about: 'reminder', isByHand: true });
      return reminded;
    });
  },
});

export const judgeUploadRequestItem = defineOperation({
  name: 'judge_upload_request_item',
  summary:
    'Marks an item as received, or rejects what has come: then it is open again, and its senders are told.',
  description: 'Rejecting an item of a completed request opens the request again.',
  method: 'PATCH',
  path: `${requestPath}/items/{item_id}`,
  who: team,
  input: judgementInput,
  response: { output: requestItem, status: 200 },
  errors: ['conflict', 'rate_limited'],
  examples: {
    input: { state: 'rejected', note: 'The picture is too small: please send it with 2,000 pixels.' },
  },
  load: async (context) => {
    const stored = await loadRequest(context);
    if (!stored.items.some(({ id }) => id === context.params.item_id)) throw notFound();
    return stored;
  },
  run: ({ state, note = null }, context, { id }: StoredRequest) => {
    const { caller, params, portal, req } = context;
    const itemId = params.item_id ?? '';
    return inTransaction(req, async () => {
      const stored = await lockRequest(context);
      assertStatus(stored, ['open', 'completed']);
      const isRejected = state === 'rejected';
      // Its senders could not send it again.
      if (isRejected) {
        assertLinksLive(stored);
        assertHasPlace(stored);
      }
      const changed = await storedRequests.change(req, portal, id, {
        items: itemsAfterJudgement(stored.items, itemId, { state, note }),
        ...(isRejected && { status: 'open', completed_at: null }),
      });
      if (isRejected) {
        const senders = await rejectFiles(req, id, itemId);
        await mailRejection({ req, portal, request: changed }, { itemId, senders, by: caller.id });
      }
      const item = changed.items.find((one) => one.id === itemId);
      if (!item) throw notFound();
      return { output: showItem(item, await filesOfRequest(req, id)) };
    });
  },
});
