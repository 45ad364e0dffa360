import { z } from 'zod';
import { isClient, isTeam } from '../../../core/access/roles.ts';
import { iso, isoOrNull } from '../../../core/database/time.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { idTextOrNull } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { linkAccesses, type Reader, showLinked, shownRecipientFields } from '../../links/feature.ts';
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

export const showItem = (item: Item, files: readonly RequestFile[]): z.input<typeof requestItem> => ({
  ...item,
  file_ids: files.filter(({ item_id }) => item_id === item.id).map(({ id }) => id),
});

const showFile = ({ is_rejected, ...file }: RequestFile): z.input<typeof requestFile> => ({
  ...file,
  uploaded_at: iso(file.uploaded_at),
  rejected: is_rejected,
});

/** A client sees no file of another. */
export const showRequests = async (viewer: Reader, rows: readonly StoredRequest[]): Promise<Shown[]> => {
  const linked = await showLinked(viewer, requestKind, rows);
  const files = await filesOfRequests(
    viewer.req,
    linked.map(({ fields }) => fields.id),
  );
  return linked.map(({ row, fields, isHidden, recipients, showRecipient }) => {
    const sent = (files.get(fields.id) ?? []).filter(
      ({ recipient_id }) => !isClient(viewer.caller) || recipients.some(({ id }) => id === recipient_id),
    );
    const shown = isHidden ? [] : sent;
    return {
      ...fields,
      folder_id: idTextOrNull(row.folder_id),
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
      recipients: recipients.map((recipient) => ({
        ...showRecipient(recipient),
        opened_at: isoOrNull(recipient.opened_at),
        received_files: sent.filter(({ recipient_id }) => recipient_id === recipient.id).length,
      })),
    };
  });
};

export const showRequest = async (viewer: Reader, row: StoredRequest): Promise<Shown> => {
  const [shown] = await showRequests(viewer, [row]);
  if (!shown) throw new Error('An upload request was not shown.');
  return shown;
};

/** The request that the path names. */
export const loadRequest = (context: OperationContext): Promise<StoredRequest> =>
  storedRequests.find(context, context.params.request_id ?? '');

/** Locks it in the transaction as well: nothing else changes it until that is over. */
export const lockRequest = (context: OperationContext): Promise<StoredRequest> =>
  storedRequests.find(context, context.params.request_id ?? '', 'locked');

/** @throws {ApiError} `conflict` unless the request is in one of these states */
export const assertStatus = (
  { status }: Pick<StoredRequest, 'status'>,
  allowed: readonly StoredRequest['status'][],
): void => {
  if (allowed.includes(status)) return;
  throw new ApiError('conflict', say(`uploadRequests:errors:is:${status}`));
};
