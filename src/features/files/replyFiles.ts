import type { CollectionAfterChangeHook, Payload, PayloadRequest } from 'payload';
import type { Principal } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { isId } from '../../core/database/ids.ts';
import { buildConditions } from '../../core/database/listRows.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import { filesInReach, seesWholeOrganizations } from '../../core/reach/reachSql.ts';
import { type Detail, validationFailed } from '../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../core/shared/values/ids.ts';
import { type Sentence, say } from '../../core/texts/say.ts';
import { type FileRow, fileColumns } from './record/storedFile.ts';
import { readWhole } from './storage/storageOf.ts';
import { publishFile } from './uploads/upload.ts';

type Row = FileRow & Record<string, unknown> & { organization_id: RecordId | null };

interface Parts {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
}

interface Reading {
  readonly req: Pick<PayloadRequest, 'payload' | 'transactionID'>;
  readonly portal: PortalContext;
}

/** A reply that files belong to. */
interface FilesReply {
  readonly id: RecordId;
  readonly ticketId: RecordId;
  readonly organization: RecordId | null;
  readonly internal: boolean;
}

/**
 * Makes files those of a new reply, in its transaction: they become files of its ticket, and are hidden from clients exactly
 * if the reply is an internal note. A file that was hidden until now is published.
 *
 * @param ids the files, by their ids in any form
 * @throws {ApiError} `validation_failed` that names each file which is not there for the caller, or belongs elsewhere
 */
export const takeForReply = async (
  { req, portal }: Parts,
  reply: FilesReply,
  ids: readonly (RecordId | string)[],
): Promise<void> => {
  const wanted = [...new Set(ids.map(String))];
  if (wanted.length === 0) return;
  const caller = portal.principalOf(req.user);
  const rows = await lockFiles({ req, portal }, caller, wanted);
  const hidesFromColleagues = caller !== null && !(await seesWholeOrganizations(req, portal, caller));
  const details: Detail[] = wanted.flatMap((id, index) => {
    const problem = problemOf(id, rows.get(id), { reply, caller, hidesFromColleagues });
    return problem === null ? [] : [{ path: `file_ids.${index}`, message: problem }];
  });
  if (details.length > 0) throw validationFailed(details);
  const files = tableOf(req.payload, portal.options.slugs.files);
  await runStatement(
    req,
    `update ${files} set reply_id = $1, ticket_id = $2, internal = $3 where id = any($4)`,
    [reply.id, reply.ticketId, reply.internal, [...rows.values()].map(({ id }) => id)],
  );
  if (reply.internal) return;
  for (const row of rows.values())
    if (row.internal) await publishFile({ req, portal }, { ...row, ticket_id: reply.ticketId });
};

/** The files in the caller's reach, locked: if two replies take the same file, the second sees that it is taken. */
const lockFiles = async (
  { req, portal }: Parts,
  caller: Principal | null,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> => {
  const { payload } = req;
  const conditions = buildConditions().add(
    'id = any(?)',
    ids.filter((id) => isId(payload, id)),
  );
  // Without a user, the app's own code acts, and it reaches everything.
  const { sql, parameters } = caller ? filesInReach(conditions, { payload, portal, caller }) : conditions;
  const { rows } = await runStatement<Row>(
    req,
    `select ${fileColumns}, organization_id from ${tableOf(payload, portal.options.slugs.files)} ${sql}
     order by id for update`,
    [...parameters],
  );
  return new Map(rows.map((row) => [idText(row.id), row]));
};

interface Taking {
  readonly reply: FilesReply;
  readonly caller: Principal | null;
  /** True if colleagues of the caller do not see the ticket. */
  readonly hidesFromColleagues: boolean;
}

/** The reason why a reply cannot have a file; null if it can. */
const problemOf = (
  id: string,
  file: Row | undefined,
  { reply, caller, hidesFromColleagues }: Taking,
): Sentence | null => {
  if (!file || !isSame(file.organization_id, reply.organization)) return say('errors:file:unknown', { id });
  const { name } = file;
  if (file.transfer_id !== null) return say('errors:file:ofTransfer', { id, name });
  if (file.reply_id !== null) return say('errors:file:otherReply', { id, name });
  if (file.ticket_id !== null && !isSame(file.ticket_id, reply.ticketId))
    return say('errors:file:otherTicket', { id, name });
  const isOwn = caller === null || isSame(file.uploaded_by_id, caller.id);
  if (isOwn) return null;
  if (hidesFromColleagues && file.ticket_id === null) return say('errors:file:notYours', { id, name });
  return reply.internal && !file.internal ? say('errors:file:wouldHide', { id, name }) : null;
};

const isSame = (one: RecordId | null, other: RecordId | null): boolean => String(one) === String(other);

/** Hides the files of a reply from clients, or shows them, because the app's own code has made it a note or the reverse. */
export const showAsReply =
  ({ options: { slugs } }: PortalContext): CollectionAfterChangeHook =>
  async ({ doc, operation, previousDoc, req }) => {
    if (operation === 'create' || doc.internal === previousDoc?.internal) return;
    const files = tableOf(req.payload, slugs.files);
    await runStatement(req, `update ${files} set internal = $1 where reply_id = $2`, [
      doc.internal === true,
      doc.id,
    ]);
  };

/** The files of replies that the caller may see, in the order of their uploads, by the reply's id. */
export const filesOfReplies = async (
  { req, portal }: Reading,
  caller: Principal | null,
  replies: readonly RecordId[],
): Promise<ReadonlyMap<string, readonly FileRow[]>> => {
  if (replies.length === 0) return new Map();
  const { payload } = req;
  const conditions = buildConditions().add('reply_id = any(?)', [...replies]);
  const { sql, parameters } = caller ? filesInReach(conditions, { payload, portal, caller }) : conditions;
  const { rows } = await runStatement<FileRow & Record<string, unknown>>(
    req,
    `select ${fileColumns} from ${tableOf(payload, portal.options.slugs.files)} ${sql} order by created_at, id`,
    [...parameters],
  );
  const found = new Map<string, FileRow[]>();
  for (const row of rows) {
    const id = idText(row.reply_id ?? '');
    found.set(id, [...(found.get(id) ?? []), row]);
  }
  return found;
};

/** The bytes of a file, as {@link readWhole} reads them. */
export const readStoredBytes = (
  payload: Payload,
  { options }: PortalContext,
  { id, filename, name, mime_type: mimeType, filesize }: FileRow,
): Promise<Buffer | null> =>
  readWhole(payload, options.slugs.files, { id, filename, name, mimeType, filesize: Number(filesize) });
