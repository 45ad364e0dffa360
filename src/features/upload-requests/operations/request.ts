import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import { isClient, isTeam, type Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { iso, isoOrNull } from '../../../core/database/time.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { foldAddress } from '../../../core/shared/text/text.ts';
import { idText, idTextOrNull } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { type LastMail, lastMailsAbout } from '../../email-log/feature.ts';
import { linkAccesses, recipientsOf, shownRecipientFields, showRecipient } from '../../links/feature.ts';
import { filesOfRequests, type RequestFile } from '../files/requestFiles.ts';
import { type Item, itemStates } from '../record/items.ts';
import { type StoredRequest, storedRequests } from '../record/storedRequest.ts';
import { requestKind, requestStatuses } from '../vocabulary.ts';

export const requestPath = '/v1/upload-requests/{request_id}';

/** The callers who ask for files. */
export const team = {
  gate: isTeam,
  scope: 'upload-requests:write',
  sessions: ['staff', 'representative'],
} as const;

export const requestItem = z
  .strictObject({
    id: z.string(),
    label: z.string().meta({ examples: ['Texts for the home page'] }),
    required: z.boolean(),
    file_ids: z.array(z.string()),
    state: z.enum(itemStates),
    note: z.string().nullable(),
  })
  .meta({ id: 'UploadRequestItem' });

const requestFile = z
  .strictObject({
    id: z.string(),
    filename: z.string().meta({ examples: ['texts.docx'] }),
    size_bytes: z.int(),
    mime_type: z.string(),
    item_id: z.string().nullable().describe('Null for a file that is for no item.'),
    recipient_id: z.string().nullable().describe('Null for a link without a recipient.'),
    link_id: z.string(),
    uploaded_at: z.iso.datetime(),
    rejected: z.boolean().describe('True once its item was rejected.'),
  })
  .meta({ id: 'UploadRequestFile' });

const requestRecipient = z
  .strictObject({
    ...shownRecipientFields,
    opened_at: z.iso.datetime().nullable().describe('The first unlock or upload.'),
    received_files: z.int().describe('The files that came by their link.'),
  })
  .meta({ id: 'UploadRequestRecipient' });

export const uploadRequest = z
  .strictObject({
    id: z.string(),
    title: z.string().meta({ examples: ['Texts for the website'] }),
    message: z.string().nullable(),
    status: z.enum(requestStatuses),
    access: z.enum(linkAccesses),
    has_password: z.boolean(),
    organization_id: z.string().nullable(),
    folder_id: z.string().nullable().describe('Null once the folder is deleted.'),
    ticket_id: z.string().nullable(),
    created_by: z.string().nullable().describe('A user; null once they are deleted.'),
    created_at: z.iso.datetime(),
    due_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().describe('The end of the links.'),
    accept: z.array(z.string()),
    max_files: z.int().nullable(),
    max_bytes: z.int().nullable(),
    reminders: z.boolean(),
    received_files: z.int(),
    received_bytes: z.int(),
    completed_at: z.iso.datetime().nullable(),
    items: z.array(requestItem),
    files: z.array(requestFile).describe('For clients those that they have sent themselves.'),
    recipients: z.array(requestRecipient).describe('For clients themselves alone.'),
  })
  .meta({ id: 'UploadRequest' });

type Shown = z.input<typeof uploadRequest>;

interface Viewer {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly caller: Principal;
}

export const showItem = (item: Item, files: readonly RequestFile[]): z.input<typeof requestItem> => ({
  ...item,
  file_ids: files.filter(({ item_id }) => item_id === item.id).map(({ id }) => id),
});

const showFile = ({ is_rejected, ...file }: RequestFile): z.input<typeof requestFile> => ({
  ...file,
  uploaded_at: iso(file.uploaded_at),
  rejected: is_rejected,
});

/**
 * Requests as the caller reads them. A client sees no other recipient and no file of another, and of a request with a password
 * no more than its title.
 */
export const showRequests = async (
  { req, portal, caller }: Viewer,
  rows: readonly StoredRequest[],
): Promise<Shown[]> => {
  const ids = rows.map(({ id }) => idText(id));
  const files = await filesOfRequests(req, ids);
  const recipients = await recipientsOf(req, requestKind, ids);
  const mails = isClient(caller)
    ? new Map<string, Map<string, LastMail>>()
    : await lastMailsAbout(req, portal.options.slugs, { type: requestKind, ids });
  const own = isClient(caller) ? foldAddress(String(req.user?.email ?? '')) : null;
  return rows.map((row) => {
    const id = idText(row.id);
    const isHidden = own !== null && row.password_hash !== null;
    const seen = (recipients.get(id) ?? []).filter(({ email }) => own === null || email === own);
    const sent = (files.get(id) ?? []).filter(
      (file) => own === null || seen.some((recipient) => recipient.id === file.recipient_id),
    );
    const shown = isHidden ? [] : sent;
    return {
      id,
      title: row.title,
      message: isHidden ? null : row.message,
      status: row.status,
      access: row.access,
      has_password: row.password_hash !== null,
      organization_id: idTextOrNull(row.organization_id),
      folder_id: idTextOrNull(row.folder_id),
      ticket_id: idTextOrNull(row.ticket_id),
      created_by: idTextOrNull(row.created_by_id),
      created_at: iso(row.created_at),
      due_at: isoOrNull(row.due_at),
      expires_at: iso(row.expires_at),
      accept: [...row.accept],
      max_files: row.max_files,
      max_bytes: row.max_bytes,
      reminders: row.reminders,
      received_files: sent.length,
      received_bytes: sent.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
      completed_at: isoOrNull(row.completed_at),
      items: isHidden ? [] : row.items.map((item) => showItem(item, shown)),
      files: shown.map(showFile),
      recipients: seen.map((recipient) => ({
        ...showRecipient(recipient, mails.get(id)?.get(recipient.email)),
        opened_at: isoOrNull(recipient.opened_at),
        received_files: sent.filter(({ recipient_id }) => recipient_id === recipient.id).length,
      })),
    };
  });
};

export const showRequest = async (viewer: Viewer, row: StoredRequest): Promise<Shown> => {
  const [shown] = await showRequests(viewer, [row]);
  if (!shown) throw new Error('An upload request was not shown.');
  return shown;
};

/** The request that the path names. */
export const loadRequest = ({ caller, params, portal, req }: OperationContext): Promise<StoredRequest> =>
  storedRequests.find({ req, portal, caller }, params.request_id ?? '');

/** Locks it in the transaction as well: nothing else changes it until that is over. */
export const lockRequest = ({ caller, params, portal, req }: OperationContext): Promise<StoredRequest> =>
  storedRequests.find({ req, portal, caller }, params.request_id ?? '', 'locked');

/** @throws {ApiError} `conflict` unless the request is in one of these states */
export const assertStatus = (
  { status }: Pick<StoredRequest, 'status'>,
  allowed: readonly StoredRequest['status'][],
): void => {
  if (allowed.includes(status)) return;
  throw new ApiError('conflict', say(`uploadRequests:errors:is:${status}`));
};
