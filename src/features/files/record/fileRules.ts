import { createReadStream } from 'node:fs';
import type { PayloadRequest } from 'payload';
import { type Principal, reaches } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { isId } from '../../../core/database/ids.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { openEndOf } from '../../../core/ports/merge.ts';
import { reachesTicket } from '../../../core/reach/reachSql.ts';
import { within } from '../../../core/shared/concurrency/within.ts';
import { ApiError, type Detail, isApiError, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { withOwnMoments } from '../../../core/shared/values/moments.ts';
import { say } from '../../../core/texts/say.ts';
import { ticketFolder } from '../folders/ticketFolder.ts';
import type { AdmittedFile } from '../uploads/admittedFile.ts';
import { checksumOf } from '../uploads/checksum.ts';

interface Placing {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly folder: unknown;
  /** It is null for a file that is attached to no ticket. */
  readonly ticket: RecordId | null;
}

/**
 * Decides to which organization a new file belongs: to that of its folder. Folder and ticket stay until the request's
 * transaction ends.
 *
 * @throws {ApiError} `validation_failed` for a folder or a ticket that is out of reach, or of two organizations
 */
const placeFile = async ({ req, portal, folder, ticket }: Placing): Promise<RecordId> => {
  const { slugs } = portal.options;
  const principal = portal.principalOf(req.user);
  const organization = await organizationOf(req, slugs.folders, folder);
  const details: Detail[] = [];
  if (!isInReach(principal, organization))
    details.push({ path: 'folder_id', message: say('errors:file:noFolder') });
  if (ticket !== null) {
    const other = await organizationOf(req, slugs.tickets, ticket);
    if (!(await isTicketInReach(req, portal, { id: ticket, organization: other })))
      details.push({ path: 'ticket_id', message: say('errors:ticket:unknown') });
    else if (organization !== null && String(other) !== String(organization))
      details.push({ path: 'ticket_id', message: say('errors:file:twoOrganizations') });
  }
  if (organization === null || details.length > 0) throw validationFailed(details);
  return organization;
};

/**
 * Refuses the place of a file that is announced.
 *
 * @throws {ApiError} `validation_failed` on `path` for a folder or a ticket that is out of reach
 */
export const assertPlace = async (
  req: PayloadRequest,
  portal: PortalContext,
  { field, id, path }: { readonly field: 'folder' | 'ticket'; readonly id: string; readonly path: string },
): Promise<void> => {
  const { slugs } = portal.options;
  const organization = await organizationOf(req, field === 'folder' ? slugs.folders : slugs.tickets, id);
  const isThere =
    field === 'folder'
      ? isInReach(portal.principalOf(req.user), organization)
      : await isTicketInReach(req, portal, { id, organization });
  if (isThere) return;
  const message = say(field === 'folder' ? 'errors:file:noFolder' : 'errors:ticket:unknown');
  throw validationFailed([{ path, message }]);
};

interface Place {
  readonly ticket: RecordId | null;
  readonly organization: RecordId;
}

/** A file for a ticket that was merged belongs to the one that remains. The lock of a ticket shows whether it was merged. */
const placeAtEnd = async (placing: Placing): Promise<Place> => {
  const { req, portal, ticket } = placing;
  const organization = await placeFile(placing);
  const end = ticket === null ? null : await openEndOf(req, portal, ticket);
  return end === null || idText(end) === String(ticket)
    ? { ticket, organization }
    : placeAtEnd({ ...placing, ticket: end });
};

/** Without a user, the app's own code acts, and it reaches everything. */
const isInReach = (principal: Principal | null, organization: RecordId | null): boolean =>
  organization !== null && (!principal || reaches(principal, organization));

const isTicketInReach = async (
  req: PayloadRequest,
  portal: PortalContext,
  ticket: { readonly id: RecordId; readonly organization: RecordId | null },
): Promise<boolean> => {
  const principal = portal.principalOf(req.user);
  if (ticket.organization === null || !principal) return ticket.organization !== null;
  return reachesTicket(req, portal, principal, ticket);
};

const organizationOf = async (
  req: PayloadRequest,
  slug: string,
  record: unknown,
): Promise<RecordId | null> => {
  const id = typeof record === 'object' && record !== null && 'id' in record ? record.id : record;
  if (!isId(req.payload, id)) return null;
  const { rows } = await runStatement<{ organization_id: RecordId | null }>(
    req,
    `select organization_id from ${tableOf(req.payload, slug)} where id = $1 for key share`,
    [id],
  );
  return rows[0]?.organization_id ?? null;
};

interface NewFile {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly file: AdmittedFile;
  /** Values by the CMS's names of the fields. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Enforces the rules of a new file: its organization, and that the app's scan accepts it.
 *
 * @returns its fields
 * @throws {ApiError} `validation_failed`
 */
export const completeFile = async ({
  req,
  portal,
  file,
  data,
}: NewFile): Promise<Record<string, unknown>> => {
  const crc32 = await checksumOf(createReadStream(file.path));
  const { name, mimeType, sizeBytes: filesize } = file;
  if (relationId(data.transfer) !== null) {
    await scan(portal, req, file);
    const uploadedBy = portal.principalOf(req.user)?.id ?? null;
    const place = { folder: null, ticket: null, organization: data.organization ?? null };
    // Clients get it by their link, and see it nowhere else.
    return { ...data, ...place, internal: true, uploadedBy, name, mimeType, filesize, crc32 };
  }
  // Before the locks of its place, for it may take minutes.
  await scan(portal, req, file);
  const folder = data.folder ?? (await folderOfTicket(req, portal, data.ticket));
  const place = { req, portal, folder, ticket: relationId(data.ticket) };
  const { ticket, organization } = await placeAtEnd(place);
  const principal = portal.principalOf(req.user);
  const uploadedBy = data.uploadedBy ?? principal?.id ?? null;
  const fields = principal ? withOwnMoments(data) : data;
  const internal = await isInternal(req, portal, data);
  return { ...fields, folder, ticket, organization, uploadedBy, internal, name, mimeType, filesize, crc32 };
};

/** The folder of a ticket. Returns null without a ticket in reach: the check of the file's place reports the problem. */
const folderOfTicket = async (
  req: PayloadRequest,
  portal: PortalContext,
  ticket: unknown,
): Promise<RecordId | null> => {
  if (ticket === undefined || ticket === null) return null;
  const organization = await organizationOf(req, portal.options.slugs.tickets, ticket);
  const id = relationId(ticket);
  if (organization === null || id === null) return null;
  if (!(await isTicketInReach(req, portal, { id, organization }))) return null;
  return ticketFolder(req, portal, organization);
};

interface FileChange {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** Values by the CMS's names of the fields. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The document of the CMS. */
  readonly stored: Readonly<Record<string, unknown>>;
}

/**
 * Enforces the rules of a file that the app's own code moves: no user may.
 *
 * @returns the fields to store
 * @throws {ApiError} `validation_failed` for a folder and a ticket of two organizations
 */
export const completeFileChange = async ({
  req,
  portal,
  data,
  stored,
}: FileChange): Promise<Record<string, unknown>> => {
  if (relationId(stored.transfer) !== null) return { ...data };
  const { folder = stored.folder, ticket = stored.ticket } = data;
  const place = await placeAtEnd({ req, portal, folder, ticket: relationId(ticket) });
  const { reply = stored.reply, internal = stored.internal } = data;
  return { ...data, ...place, internal: await isInternal(req, portal, { reply, internal }) };
};

/** True if clients do not see a file: as its reply says, else as its own field does. */
const isInternal = async (
  req: PayloadRequest,
  { options }: PortalContext,
  { reply, internal }: Readonly<Record<string, unknown>>,
): Promise<boolean> => {
  const id = relationId(reply);
  if (id === null) return internal === true;
  const { rows } = await runStatement<{ internal: boolean | null }>(
    req,
    `select internal from ${tableOf(req.payload, options.slugs.ticketReplies)} where id = $1 for key share`,
    [id],
  );
  return rows[0]?.internal === true;
};

/** The longest scan of a file, in milliseconds: it keeps a turn, and a connection. */
const longestScan = 5 * 60 * 1_000;

const scan = async (
  { options }: PortalContext,
  req: PayloadRequest,
  { path, name, mimeType, sizeBytes }: AdmittedFile,
): Promise<void> => {
  try {
    const looking = options.files.scan?.({
      payload: req.payload,
      req,
      path,
      filename: name,
      mimeType,
      sizeBytes,
    });
    const late = Symbol('late');
    if ((await within(Promise.resolve(looking), longestScan, late)) === late)
      throw new ApiError('unavailable', say('errors:file:scanTooSlow'));
  } catch (error) {
    if (isApiError(error)) throw error;
    const message = error instanceof Error && error.message ? error.message : say('errors:file:refused');
    throw validationFailed([{ path: 'file', message }]);
  }
};
