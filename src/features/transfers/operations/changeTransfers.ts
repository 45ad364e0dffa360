import { z } from 'zod';
import { isTeam } from '../../../core/access/roles.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { locationOf } from '../../../core/http/headers.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { takeAllowance } from '../../../core/http/rate-limit/allowance.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { passwordHashOf } from '../../links/feature.ts';
import { deleteOwnFiles } from '../files/transferFiles.ts';
import { mailLimits, sendTransfer } from '../mails/send.ts';
import { changeTransfer } from '../record/change.ts';
import { createDraft } from '../record/createDraft.ts';
import { revoke } from '../record/ends.ts';
import { assertStatus, type StoredTransfer, storedTransfers } from '../record/storedTransfer.ts';
import { changeInput, draftInput } from './fields.ts';
import { loadTransfer, lockTransfer, showTransfer, transfer, transferPath } from './transfer.ts';

const who = { gate: isTeam, scope: 'transfers:write', sessions: ['staff', 'representative'] } as const;

export const createTransfer = defineOperation({
  name: 'create_transfer',
  summary: 'Creates a transfer, as a draft: nothing is sent yet.',
  method: 'POST',
  path: '/v1/transfers',
  who,
  input: draftInput,
  response: { output: transfer, status: 201, headers: ['Location'] },
  examples: {
    input: { title: 'The signed contract', recipients: [{ email: 'ann@example.com', name: 'Ann' }] },
  },
  prepare: ({ password }) => passwordHashOf(password),
  async run(draft, { caller, key, portal, req }, _loaded, hash) {
    const output = await inTransaction(req, async () =>
      showTransfer({ req, portal, caller }, await createDraft({ req, portal, caller, key }, draft, hash)),
    );
    return { output, headers: { Location: locationOf(req, output.id) } };
  },
});

export const updateTransfer = defineOperation({
  name: 'update_transfer',
  summary:
    'Changes a transfer. A later end brings one that has expired back, as long as its files are there.',
  method: 'PATCH',
  path: transferPath,
  who,
  input: changeInput,
  response: { output: transfer, status: 200 },
  errors: ['conflict', 'rate_limited'],
  examples: { input: { expires_at: '2026-12-24T12:00:00Z' } },
  load: loadTransfer,
  async run(change, context) {
    const { caller, portal, req } = context;
    const hash = await passwordHashOf(change.password);
    return inTransaction(req, async () => {
      const stored = await lockTransfer(context);
      assertStatus(stored, ['draft', 'ready', 'expired']);
      if (stored.bytes_deleted_at !== null) throw new ApiError('conflict', say('transfers:errors:bytesGone'));
      // Each end of one that was sent brings reminders.
      if (change.expires_at && stored.status !== 'draft') await takeAllowance(req, mailLimits(caller.id));
      await changeTransfer({ req, portal }, stored, { ...change, password_hash: hash });
      const changed = await storedTransfers.read(req, portal, stored.id);
      if (!changed) throw new Error('The transfer to change was not found.');
      return { output: await showTransfer({ req, portal, caller }, changed) };
    });
  },
});

export const sendDraft = defineOperation({
  name: 'send_transfer',
  summary: 'Sends a draft: its recipients are mailed, and its files are sealed from then on.',
  method: 'POST',
  path: `${transferPath}/send`,
  who,
  body: { isOptional: true },
  input: z.strictObject({}),
  response: { output: transfer, status: 202 },
  errors: ['conflict'],
  load: loadTransfer,
  run: (_input, context) => {
    const { caller, portal, req } = context;
    return inTransaction(req, async () => {
      const stored = await lockTransfer(context);
      await takeAllowance(req, mailLimits(caller.id));
      const sent = await sendTransfer({ req, portal, transfer: stored });
      return { output: await showTransfer({ req, portal, caller }, sent) };
    });
  },
});

export const revokeTransfer = defineOperation({
  name: 'revoke_transfer',
  summary:
    'Revokes a transfer: its links lead nowhere any more, and the files that belong to it are deleted.',
  description: 'Files that a folder or a ticket has stay there.',
  method: 'DELETE',
  path: transferPath,
  who,
  input: z.strictObject({
    status: z
      .literal('draft')
      .optional()
      .describe('`draft`: deletes a draft, and is 409 for a transfer that has been sent.'),
  }),
  response: { output: z.null(), status: 204 },
  errors: ['conflict'],
  load: loadTransfer,
  async run({ status }, context) {
    const { portal, req } = context;
    const revoked = await inTransaction(req, async (): Promise<StoredTransfer | null> => {
      const stored = await lockTransfer(context);
      if (stored.status === 'revoked') return null;
      if (status !== undefined) assertStatus(stored, [status]);
      await revoke({ req, portal }, stored);
      return stored;
    });
    // A worker does it as well, if this process dies or the storage is unreachable; but the caller who revokes does not
    // wait for a worker.
    if (revoked)
      await deleteOwnFiles(req, portal, revoked.id).catch((err: unknown) => {
        req.payload.logger.warn({
          err,
          msg: `The bytes of the transfer ${idText(revoked.id)} are deleted later.`,
        });
      });
    return { output: null };
  },
});
