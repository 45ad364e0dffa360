import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import type { ApiKey } from '../../core/access/apiKey.ts';
import type { Principal } from '../../core/access/roles.ts';
import { reaches } from '../../core/access/roles.ts';
import { assertScope } from '../../core/access/scopesOf.ts';
import type { PortalContext } from '../../core/context.ts';
import { isId } from '../../core/database/ids.ts';
import { buildConditions } from '../../core/database/listRows.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import { idField, recordIdIn } from '../../core/http/input/fields.ts';
import { filesInReach } from '../../core/reach/reachSql.ts';
import { type Detail, validationFailed } from '../../core/shared/errors.ts';
import { idText, type RecordId } from '../../core/shared/ids.ts';
import { type Sentence, say } from '../../core/texts/say.ts';
import { type FileRow, fileColumns } from '../files/feature.ts';
import {
  addRecipients,
  checkRecipients,
  hashPassword,
  linkAccesses,
  recipientFields,
  withoutTwins,
} from '../links/feature.ts';
import { chooseOrganization } from '../people/feature.ts';
import { assertTicketOf, lockNamedTicket } from '../tickets/feature.ts';
import { limits } from './limits.ts';
import { lastingFields } from './operations/fields.ts';
import { type StoredTransfer, storedTransfers } from './storedTransfer.ts';
import { addFiles } from './transferFiles.ts';
import { transferKind } from './vocabulary.ts';

/** The body of a new transfer. */
export const draftInput = z.strictObject({
  ...lastingFields,
  message: lastingFields.message.unwrap().unwrap().optional().describe('Plain text.'),
  password: lastingFields.password
    .unwrap()
    .unwrap()
    .optional()
    .describe('The password of each link; only its hash is kept.'),
  max_downloads: lastingFields.max_downloads
    .unwrap()
    .unwrap()
    .optional()
    .describe('The most downloads of each file by each link. Default: any number.'),
  recipients: z
    .array(z.strictObject(recipientFields), 'Give a list of recipients.')
    .max(limits.recipients, `Give ${limits.recipients} recipients at most.`)
    .optional()
    .describe('The people who get a link of their own. One address twice is one recipient.'),
  organization_id: idField
    .optional()
    .describe(
      'Default: that of the ticket, else that of the files. Not allowed for keys of one organization.',
    ),
  ticket_id: idField.optional().describe('The ticket that the transfer belongs to.'),
  file_ids: z
    .array(idField, 'Give a list of ids.')
    .max(limits.files, `Give ${limits.files} files at most.`)
    .optional()
    .describe('Files that a folder or a ticket has. They stay there, whatever becomes of the transfer.'),
  access: z
    .enum(linkAccesses, 'Give link, code or account.')
    .optional()
    .describe(
      'The condition of each link: nothing more (default), a code that is mailed to its recipient, or that the recipient is signed in.',
    ),
  mail_type: z
    .string('Give text.')
    .regex(/^[a-z][a-z\d_]{0,59}$/, 'Give small letters, digits and _, such as invoice.')
    .optional()
    .describe('The type of the mails to the recipients in the email log. Default: `transfer_ready`.'),
});

interface Drafting {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly caller: Principal;
  readonly key: ApiKey | null;
}

type Draft = z.output<typeof draftInput>;

const invalid = (path: string, message: Sentence) => validationFailed([{ path, message }]);

/** Creates a draft, in the request's transaction. @throws {ApiError} `validation_failed` */
export const createDraft = async (
  drafting: Drafting,
  draft: Draft,
  passwordHash: string | null,
): Promise<StoredTransfer> => {
  const { req, portal, caller } = drafting;
  const { payload } = req;
  const ticket = await lockNamedTicket(drafting, draft.ticket_id);
  const files = await findFiles(drafting, draft.file_ids ?? []);
  const organization = await organizationOf(drafting, draft, ticket ?? files[0] ?? null);
  assertTicketOf(ticket, organization);
  assertFilesOf(files, organization);
  const recipients = withoutTwins(draft.recipients ?? []);
  const access = draft.access ?? 'link';
  await checkRecipients({ req, portal, organization, isAccount: access === 'account' }, recipients, {
    pathOf: (index) => `recipients.${index}.email`,
    accountPath: 'access',
  });
  const stored = await storedTransfers.create(req, portal, {
    title: draft.title,
    message: draft.message,
    status: 'draft',
    access,
    password_hash: passwordHash,
    max_downloads: draft.max_downloads,
    notify: draft.notify ?? 'first',
    mail_type: draft.mail_type,
    organization_id: organization,
    ticket_id: ticket?.id,
    created_by_id: caller.id,
    expires_at: draft.expires_at,
  });
  await addRecipients(req, { kind: transferKind, recordId: idText(stored.id) }, recipients);
  await addFiles(req, stored.id, files, { isOwn: false });
  return stored;
};

/** The stored form of a draft's password. It takes its time, and so comes before the transaction. */
export const passwordHashOf = async (password: string | null | undefined): Promise<string | null> =>
  password === null || password === undefined ? null : hashPassword(password);

interface Place {
  readonly id: RecordId;
  readonly organization_id: RecordId | null;
}

type Row = FileRow & Place & Record<string, unknown>;

/** The named files, in their order; each once. They stay until the request's transaction ends. */
const findFiles = async (drafting: Drafting, named: readonly string[]): Promise<readonly Row[]> => {
  const { req, portal, caller } = drafting;
  const wanted = [...new Set(named)];
  if (wanted.length === 0) return [];
  // The recipients read the files, and so could a caller who may not.
  assertScope(drafting, 'files:read');
  const { payload } = req;
  const conditions = buildConditions().add(
    'id = any(?)',
    wanted.filter((id) => isId(payload, id)),
  );
  const { sql, parameters } = filesInReach(conditions, { payload, portal, caller });
  const { rows } = await runStatement<Row>(
    req,
    `select ${fileColumns}, organization_id from ${tableOf(payload, portal.options.slugs.files)} ${sql}
     order by id for key share`,
    [...parameters],
  );
  const byId = new Map(rows.map((row) => [idText(row.id), row]));
  const details: Detail[] = [];
  const found = wanted.flatMap((id) => {
    const row = byId.get(id);
    if (row && row.transfer_id === null) return [row];
    const path = `file_ids.${named.indexOf(id)}`;
    details.push({
      path,
      message: row ? say('errors:file:ofTransfer', { name: row.name }) : say('errors:file:unknown', { id }),
    });
    return [];
  });
  if (details.length > 0) throw validationFailed(details);
  return found;
};

/** @param other the record from whose organization a transfer without one of its own takes it */
const organizationOf = async (
  { req, portal, caller, key }: Drafting,
  { organization_id }: Draft,
  other: Pick<Place, 'organization_id'> | null,
): Promise<RecordId | null> => {
  const given = recordIdIn(
    req.payload,
    { organization_id },
    'organization_id',
    portal.options.slugs.organizations,
  );
  if (given !== undefined && !caller.spans) {
    if (key) throw invalid('organization_id', 'There is no such field.');
    if (!reaches(caller, given)) throw invalid('organization_id', say('errors:organization:unknown'));
  }
  const wanted = given ?? other?.organization_id ?? undefined;
  return caller.spans && wanted === undefined
    ? null
    : chooseOrganization({ req, portal, principal: caller, wanted });
};

/** @throws {ApiError} `validation_failed` for a file of another organization */
const assertFilesOf = (files: readonly Row[], organization: RecordId | null): void => {
  const details: Detail[] = files.flatMap(({ name, organization_id }, index) =>
    String(organization_id) === String(organization)
      ? []
      : [{ path: `file_ids.${index}`, message: say('transfers:errors:otherOrganization', { name }) }],
  );
  if (details.length > 0) throw validationFailed(details);
};
