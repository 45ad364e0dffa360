import { z } from 'zod';
import { iso } from '../../core/database/time.ts';
import type { UploadRow } from './rows.ts';

export const upload = z
  .strictObject({
    id: z.string(),
    filename: z.string().meta({ examples: ['plans.zip'] }),
    size_bytes: z.int(),
    received_bytes: z
      .int()
      .describe('The bytes of an open upload at the end of the last request; `Upload-Offset` is exact.'),
    target: z.string().meta({ examples: ['ticket:17'] }),
    status: z
      .enum(['open', 'processing', 'complete', 'refused'])
      .describe('`processing`: all bytes have arrived, and become a file.'),
    file_id: z.string().nullable().describe('The file, once the upload is complete.'),
    error: z
      .strictObject({ error: z.string(), message: z.string() })
      .nullable()
      .describe('The reason of a refusal after the last byte, such as that of the scan.'),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().describe('An unfinished upload is deleted then.'),
  })
  .meta({ id: 'Upload' });

const shown = { open: 'open', received: 'processing', taken: 'complete', refused: 'refused' } as const;

export const toUpload = (row: UploadRow): z.input<typeof upload> => ({
  id: row.id,
  filename: row.filename,
  size_bytes: Number(row.size),
  received_bytes: Number(row.received),
  target: row.target,
  status: shown[row.state],
  file_id: row.file_id,
  error: row.error,
  created_at: iso(row.created_at),
  expires_at: iso(row.expires_at),
});
