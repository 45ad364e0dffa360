import { z } from 'zod';
import { isoOrNull } from '../../../core/database/time.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { linkAccesses, type Reader, showLinked, shownRecipientFields } from '../../links/feature.ts';
import { filesOfTransfers } from '../files/transferFiles.ts';
import { type StoredTransfer, storedTransfers } from '../record/storedTransfer.ts';
import { downloadNotices, transferKind, transferStatuses } from '../vocabulary.ts';

export const transferPath = '/v1/transfers/{transfer_id}';

const transferFile = z
  .strictObject({
    id: z.string(),
    filename: z.string().meta({ examples: ['contract.pdf'] }),
    size_bytes: z.int(),
    mime_type: z.string().meta({ examples: ['application/pdf'] }),
    scan: z
      .enum(['passed', 'none'])
      .describe('`passed`: the app’s scan has let it in. `none`: the app has no scan.'),
  })
  .meta({ id: 'TransferFile' });

export const transferRecipient = z
  .strictObject({
    ...shownRecipientFields,
    opened_at: z.iso.datetime().nullable().describe('The first unlock or download by a button.'),
    downloaded_at: z.iso.datetime().nullable().describe('The last download.'),
    downloads: z.int(),
  })
  .meta({ id: 'TransferRecipient' });

export const transfer = z
  .strictObject({
    id: z.string(),
    title: z.string().meta({ examples: ['The signed contract'] }),
    message: z.string().nullable(),
    status: z.enum(transferStatuses),
    access: z.enum(linkAccesses),
    has_password: z.boolean(),
    max_downloads: z
      .int()
      .nullable()
      .describe('The maximum number of downloads of each file through each link; null for any number.'),
    notify: z.enum(downloadNotices).describe('The downloads of which the creator gets a mail.'),
    organization_id: z.string().nullable(),
    ticket_id: z.string().nullable(),
    created_by: z.string().nullable().describe('A user; null once they are deleted.'),
    created_at: z.iso.datetime(),
    sent_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable().describe('The end of the links.'),
    bytes_deleted_at: z.iso.datetime().nullable(),
    total_bytes: z.int(),
    files: z.array(transferFile),
    recipients: z.array(transferRecipient).describe('For clients themselves alone.'),
  })
  .meta({ id: 'Transfer' });

type Shown = z.input<typeof transfer>;

export const showTransfers = async (viewer: Reader, rows: readonly StoredTransfer[]): Promise<Shown[]> => {
  const { req, portal } = viewer;
  const linked = await showLinked(viewer, transferKind, rows);
  const files = await filesOfTransfers(
    req,
    portal,
    linked.map(({ fields }) => fields.id),
  );
  const scan = portal.options.files.scan === null ? 'none' : 'passed';
  return linked.map(({ row, fields, isHidden, recipients, showRecipient }) => {
    const shown = isHidden ? [] : (files.get(fields.id) ?? []);
    return {
      ...fields,
      max_downloads: row.max_downloads,
      notify: row.notify,
      sent_at: isoOrNull(row.sent_at),
      expires_at: isoOrNull(row.expires_at),
      bytes_deleted_at: isoOrNull(row.bytes_deleted_at),
      total_bytes: shown.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
      files: shown.map(({ id, filename, size_bytes, mime_type }) => ({
        id,
        filename,
        size_bytes,
        mime_type,
        scan,
      })),
      recipients: recipients.map((recipient) => ({
        ...showRecipient(recipient),
        opened_at: isoOrNull(recipient.opened_at),
        downloaded_at: isoOrNull(recipient.downloaded_at),
        downloads: recipient.downloads,
      })),
    };
  });
};

export const showTransfer = async (viewer: Reader, row: StoredTransfer): Promise<Shown> => {
  const [shown] = await showTransfers(viewer, [row]);
  if (!shown) throw new Error('A transfer was not shown.');
  return shown;
};

/** The transfer that the path names. */
export const loadTransfer = (context: OperationContext): Promise<StoredTransfer> =>
  storedTransfers.find(context, context.params.transfer_id ?? '');

/** Locks it in the transaction as well: nothing else changes it until that is over. */
export const lockTransfer = (context: OperationContext): Promise<StoredTransfer> =>
  storedTransfers.find(context, context.params.transfer_id ?? '', 'locked');
