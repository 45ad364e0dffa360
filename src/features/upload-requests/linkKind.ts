import { z } from 'zod';
import { iso, isoOrNull } from '../../core/database/time.ts';
import { type AtLink, type LinkKind, senderOf } from '../links/feature.ts';
import { filesOfRequest, type RequestFile } from './files/requestFiles.ts';
import { itemStates } from './record/items.ts';
import { storedRequests } from './record/storedRequest.ts';
import { requestKind, requestStatuses } from './vocabulary.ts';

/** A file as the person at the link who sent it sees it. */
export const sentFile = z
  .strictObject({
    id: z.string(),
    filename: z.string().meta({ examples: ['texts.docx'] }),
    size_bytes: z.int(),
    mime_type: z.string(),
    item_id: z.string().nullable(),
    uploaded_at: z.iso.datetime(),
  })
  .meta({ id: 'SentFile' });

export const showSent = (file: RequestFile): z.input<typeof sentFile> => ({
  id: file.id,
  filename: file.filename,
  size_bytes: file.size_bytes,
  mime_type: file.mime_type,
  item_id: file.item_id,
  uploaded_at: iso(file.uploaded_at),
});

const members = {
  request: z
    .strictObject({
      status: z.enum(requestStatuses),
      due_at: z.iso.datetime().nullable(),
      completed_at: z.iso.datetime().nullable(),
      accept: z.array(z.string()),
      max_files: z.int().nullable(),
      max_bytes: z.int().nullable(),
      items: z.array(
        z.strictObject({
          id: z.string(),
          label: z.string(),
          required: z.boolean(),
          state: z.enum(itemStates),
          note: z.string().nullable(),
        }),
      ),
      asks_name: z.boolean().describe('True for a link without a recipient: say who you are.'),
      sent: z.array(sentFile).describe('The files that came by this link.'),
    })
    .meta({ id: 'RequestAtLink' }),
};

/** The files that came by a link. */
export const sentBy = async ({ req, link, record }: AtLink): Promise<readonly RequestFile[]> =>
  (await filesOfRequest(req, record.id)).filter(({ link_id }) => link_id === link.id);

export const requestLinks: LinkKind = {
  kind: requestKind,
  page: '/r',
  async read(req, portal, recordId) {
    const request = await storedRequests.read(req, portal, recordId);
    if (!request) return null;
    return {
      id: request.id,
      title: request.title,
      message: request.message,
      sender: await senderOf(req, portal, request),
      createdBy: request.created_by_id,
      organization: request.organization_id,
      expiresAt: request.expires_at,
      // A closed or completed request still says so; files that are sent to it are refused.
      state: request.expires_at <= new Date() ? 'over' : 'open',
      access: request.access,
      passwordHash: request.password_hash,
    };
  },
  // Uploads are never downloads: the holder of the link reads nothing that came by it.
  files: async () => [],
  members,
  async readMembers(at) {
    const { req, portal, link, record } = at;
    const request = await storedRequests.read(req, portal, record.id);
    if (!request) return { request: null };
    return {
      request: {
        status: request.status,
        due_at: isoOrNull(request.due_at),
        completed_at: isoOrNull(request.completed_at),
        accept: [...request.accept],
        max_files: request.max_files,
        max_bytes: request.max_bytes,
        items: request.items.map(({ id, label, required, state, note }) => ({
          id,
          label,
          required,
          state,
          note: state === 'rejected' ? note : null,
        })),
        asks_name: link.recipient_id === null,
        sent: (await sentBy(at)).map(showSent),
      },
    };
  },
};
