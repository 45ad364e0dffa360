import type { PayloadRequest } from 'payload';
import type { z } from 'zod';
import type { ApiKey } from '../../../core/access/apiKey.ts';
import { type Principal, reaches } from '../../../core/access/roles.ts';
import { assertScope } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import { buildConditions } from '../../../core/database/listRows.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { recordIdIn } from '../../../core/http/input/fields.ts';
import { filesInReach } from '../../../core/reach/reachSql.ts';
import { type Detail, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { type Sentence, say } from '../../../core/texts/say.ts';
import { type FileRow, fileColumns } from '../../files/feature.ts';
import { addRecipients, checkRecipients, withoutTwins } from '../../links/feature.ts';
import { chooseOrganization } from '../../people/feature.ts';
import { assertTicketOf, lockNamedTicket } from '../../tickets/feature.ts';
import { addFiles } from '../files/transferFiles.ts';
import type { draftInput } from '../operations/fields.ts';
import { transferKind } from '../vocabulary.ts';
import { type StoredTransfer, storedTransfers } from './storedTransfer.ts';

type Draft = z.output<typeof draftInput>;

const invalid = (path: string, message: Sentence) => validationFailed([{ path, message }]);

/** Creates a draft, in the request's transaction. @throws {ApiError} `validation_failed` */
export const createDraft = async (
  context: DraftContext,
  draft: Draft,
  passwordHash: string | null,
): Promise<StoredTransfer> => {
  const { req, portal, caller } = context;
  if (isOfAnotherMail(portal, draft.mail_type))
    throw invalid('mail_type', say('transfers:errors:mailType', { type: String(draft.mail_type) }));
  const ticket = await lockNamedTicket(context, draft.ticket_id);
  const files = await findNamedFiles(context, draft.file_ids ?? []);
  const organization = await organizationOf(context, draft, ticket ?? files[0] ?? null);
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

/** True for the type of a mail that another feature sends. */
const isOfAnotherMail = ({ features }: PortalContext, type = ''): boolean =>
  features.some(({ name, mailTypes = {} }) => name !== 'transfers' && Object.hasOwn(mailTypes, type));

/** @param other the record from whose organization a transfer without one of its own takes it */
const organizationOf = async (
  { req, portal, caller, key }: DraftContext,
  { organization_id }: Draft,
  other: { readonly organization_id: RecordId | null } | null,
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

/** The request for a new transfer. */
interface DraftContext {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly caller: Principal;
  readonly key: ApiKey | null;
}

type NamedFile = FileRow & { readonly organization_id: RecordId | null } & Record<string, unknown>;

/** The named files, in their order; each once. They stay until the request's transaction ends. */
const findNamedFiles = async (
  context: DraftContext,
  named: readonly string[],
): Promise<readonly NamedFile[]> => {
  const { req, portal, caller } = context;
  const wanted = [...new Set(named)];
  if (wanted.length === 0) return [];
  // The recipients read the files, and so could a caller who may not.
  assertScope(context, 'files:read');
  const { payload } = req;
  const conditions = buildConditions().add(
    'id = any(?)',
    wanted.filter((id) => isId(payload, id)),
  );
  const { sql, parameters } = filesInReach(conditions, { payload, portal, caller });
  const { rows } = await runStatement<NamedFile>(
    req,
    `select ${fileColumns}, organization_id from ${tableOf(payload, portal.options.slugs.files)} ${sql}
     order by id for key share`,
    [...parameters],
  );
  const byId = new Map(rows.map((row) => [idText(row.id), row]));
  const details: Detail[] = [];
  const found = wanted.flatMap((id) => {
    const row = byId.get(id);
    const problem = problemOf(row, id);
    if (row && problem === null) return [row];
    if (problem !== null) details.push({ path: `file_ids.${named.indexOf(id)}`, message: problem });
    return [];
  });
  if (details.length > 0) throw validationFailed(details);
  return found;
};

const problemOf = (row: NamedFile | undefined, id: string): Sentence | null => {
  if (!row) return say('errors:file:unknown', { id });
  if (row.transfer_id !== null) return say('errors:file:ofTransfer', { name: row.name });
  return row.internal ? say('transfers:errors:internal', { name: row.name }) : null;
};

/** @throws {ApiError} `validation_failed` for a file of another organization */
const assertFilesOf = (files: readonly NamedFile[], organization: RecordId | null): void => {
  const details: Detail[] = files.flatMap(({ name, organization_id }, index) =>
    String(organization_id) === String(organization)
      ? []
      : [{ path: `file_ids.${index}`, message: say('transfers:errors:otherOrganization', { name }) }],
  );
  if (details.length > 0) throw validationFailed(details);
};
