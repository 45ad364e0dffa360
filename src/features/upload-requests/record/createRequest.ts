import { randomUUID } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import type { z } from 'zod';
import { type Principal, reaches } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { recordIdIn } from '../../../core/http/input/fields.ts';
import { validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { type Sentence, say } from '../../../core/texts/say.ts';
import {
  addRecipients,
  assertLinkable,
  checkRecipients,
  latestEnd,
  usualEnd,
  withoutTwins,
} from '../../links/feature.ts';
import { chooseOrganization } from '../../people/feature.ts';
import { assertTicketOf, lockNamedTicket } from '../../tickets/feature.ts';
import { publishRequest } from '../events.ts';
import { mailRecipients } from '../mails/send.ts';
import type { requestInput } from '../operations/fields.ts';
import { limits, requestKind } from '../vocabulary.ts';
import type { Item } from './items.ts';
import { type StoredRequest, storedRequests } from './storedRequest.ts';

interface RequestContext {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly caller: Principal;
}

type Input = z.output<typeof requestInput>;

const invalid = (path: string, message: Sentence) => validationFailed([{ path, message }]);

/** The items of a new request, all of them missing. */
const newItems = (items: Input['items'] = []): readonly Item[] =>
  items.map(({ label, required = true }) => ({
    id: randomUUID(),
    label,
    required,
    state: 'missing',
    note: null,
  }));

/**
 * Creates a request and enqueues the mails to its recipients, in the request's transaction.
 *
 * @throws {ApiError} `validation_failed`; `conflict` if no link could lead anywhere
 */
export const createRequest = async (
  context: RequestContext,
  input: Input,
  passwordHash: string | null,
): Promise<StoredRequest> => {
  const { req, portal, caller } = context;
  const { payload } = req;
  const now = new Date();
  const dates = { due: input.due_at ?? null, end: input.expires_at ?? null };
  assertDates(dates, now, 'expires_at');
  const organization = await organizationOf(context, input);
  // The ticket first: so does everyone who changes one with its files.
  const ticket = await lockNamedTicket(context, input.ticket_id);
  assertTicketOf(ticket, organization);
  const folder = await findFolder(context, input, organization);
  const recipients = withoutTwins(input.recipients);
  const access = input.access ?? 'link';
  await checkRecipients({ req, portal, organization, isAccount: access === 'account' }, recipients, {
    pathOf: (index) => `recipients.${index}.email`,
    accountPath: 'access',
  });
  if (recipients.length > 0) assertLinkable(payload, portal);
  const stored = await storedRequests.create(req, portal, {
    title: input.title,
    message: input.message,
    status: 'open',
    access,
    password_hash: passwordHash,
    organization_id: organization,
    folder_id: folder,
    ticket_id: ticket?.id,
    created_by_id: caller.id,
    items: newItems(input.items),
    accept: input.accept ?? [],
    max_files: input.max_files,
    max_bytes: input.max_bytes,
    reminders: input.reminders ?? true,
    due_at: dates.due,
    expires_at: endOf(dates, now),
  });
  await addRecipients(req, { kind: requestKind, recordId: idText(stored.id) }, recipients);
  await mailRecipients({ req, portal, request: stored }, { about: 'request' });
  await publishRequest({ req, portal }, 'upload_request.created', stored);
  return stored;
};

/**
 * @param path the field of the end, or of the due date, that the caller gave
 * @throws {ApiError} `validation_failed`
 */
export const assertDates = (
  dates: Parameters<typeof problemOfDates>[0],
  now: Date,
  path: 'due_at' | 'expires_at',
): void => {
  const problem = problemOfDates(dates, now);
  if (problem === 'dueFar')
    throw invalid('due_at', say('uploadRequests:errors:dueFar', { days: limits.mostDays }));
  if (problem === 'endBeforeDue') throw invalid(path, say('uploadRequests:errors:endBeforeDue'));
};

const organizationOf = async ({ req, portal, caller }: RequestContext, input: Input): Promise<RecordId> => {
  const wanted = recordIdIn(req.payload, input, 'organization_id', portal.options.slugs.organizations);
  if (wanted !== undefined && wanted !== null && !reaches(caller, wanted))
    throw invalid('organization_id', say('errors:organization:unknown'));
  return chooseOrganization({ req, portal, principal: caller, wanted });
};

/** The folder, which stays until the request's transaction ends. */
const findFolder = async (
  { req, portal, caller }: RequestContext,
  input: Input,
  organization: RecordId,
): Promise<RecordId> => {
  const { payload } = req;
  const id = recordIdIn(payload, input, 'folder_id');
  const { rows } = await runStatement<{ id: RecordId; organization_id: RecordId | null }>(
    req,
    `select id, organization_id from ${tableOf(payload, portal.options.slugs.folders)} where id = $1 for key share`,
    [id],
  );
  const [folder] = rows;
  if (!folder || folder.organization_id === null || !reaches(caller, folder.organization_id))
    throw invalid('folder_id', say('uploadRequests:errors:noFolder'));
  if (String(folder.organization_id) !== String(organization))
    throw invalid('folder_id', say('uploadRequests:errors:folderOfOther'));
  return folder.id;
};

interface Dates {
  readonly due: Date | null;
  readonly end: Date | null;
}

/** The end of a request that names none: as long after its due date as after its creation. */
export const endOf = ({ due, end }: Dates, now: Date): Date => {
  if (end !== null) return end;
  const usual = usualEnd(due !== null && due > now ? due : now);
  return new Date(Math.min(usual.getTime(), latestEnd(now).getTime()));
};

/** The reason why the dates of a request do not go together; null if they do. Each of them alone was checked before. */
export const problemOfDates = ({ due, end }: Dates, now: Date): 'dueFar' | 'endBeforeDue' | null => {
  if (due === null) return null;
  if (due > latestEnd(now)) return 'dueFar';
  return end !== null && end < due ? 'endBeforeDue' : null;
};
