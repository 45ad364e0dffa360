import { z } from 'zod';
import { iso, isoOrNull } from '../../core/database/time.ts';
import { eventUserId, type Publication, publishEvent } from '../../core/events/publish.ts';
import { idText, idTextOrNull } from '../../core/shared/values/ids.ts';
import { filesOfRequest } from './files/requestFiles.ts';
import { receivedItems } from './record/items.ts';
import type { StoredRequest } from './record/storedRequest.ts';
import { requestStatuses } from './vocabulary.ts';

const request = {
  id: z.string(),
  title: z.string().meta({ examples: ['Texts for the website'] }),
  status: z.enum(requestStatuses),
  organization_id: z.string().nullable(),
  folder_id: z.string().nullable(),
  ticket_id: z.string().nullable(),
  created_by: eventUserId,
  due_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime(),
  received_files: z.int(),
  received_bytes: z.int(),
  items: z.int().describe('The number of its items.'),
  received_items: z.int(),
};

const recipient = z.string().nullable().describe('Null for a link without a recipient.');

/** The data of each event of an upload request. None holds a link, a password, a message or an address. */
export const requestEvents = {
  'upload_request.created': z.strictObject(request).describe('Files were asked for.'),
  'upload_request.received': z
    .strictObject({
      ...request,
      recipient_id: recipient,
      link_id: z.string(),
      file_id: z.string(),
      item_id: z.string().nullable().describe('Null for a file that is for no item.'),
    })
    .describe('A file has arrived by a link of an upload request.'),
  'upload_request.completed': z
    .strictObject({ ...request, recipient_id: recipient, link_id: z.string() })
    .describe('The person at a link of an upload request has said that they are done.'),
  'upload_request.expired': z.strictObject(request).describe('An open upload request has ended.'),
};

/** Publishes an event of an upload request, in the transaction of its cause. */
export const publishRequest = async (
  { req, portal }: Publication,
  event: keyof typeof requestEvents,
  stored: StoredRequest,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  const files = await filesOfRequest(req, stored.id);
  await publishEvent(
    { req, portal },
    {
      event,
      timestamp: new Date(),
      organization: stored.organization_id,
      data: {
        id: idText(stored.id),
        title: stored.title,
        status: stored.status,
        organization_id: idTextOrNull(stored.organization_id),
        folder_id: idTextOrNull(stored.folder_id),
        ticket_id: idTextOrNull(stored.ticket_id),
        created_by: idTextOrNull(stored.created_by_id),
        due_at: isoOrNull(stored.due_at),
        expires_at: iso(stored.expires_at),
        received_files: files.length,
        received_bytes: files.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
        items: stored.items.length,
        received_items: receivedItems(stored.items),
        ...more,
      },
    },
  );
};
