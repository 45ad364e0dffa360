import { z } from 'zod';
import { eventUserId } from '../../core/events/publish.ts';

/** The data of the event of a file. */
export const fileEvents = {
  'file.uploaded': z
    .strictObject({
      id: z.string(),
      filename: z.string().meta({ examples: ['log.txt'] }),
      size_bytes: z.int(),
      mime_type: z.string().meta({ examples: ['text/plain'] }),
      folder_id: z.string(),
      ticket_id: z.string().nullable(),
      uploaded_at: z.iso.datetime(),
      uploaded_by: eventUserId,
    })
    .describe('A file was uploaded.'),
};
