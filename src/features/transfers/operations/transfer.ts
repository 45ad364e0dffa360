import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import { isClient, type Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { iso, isoOrNull } from '../../../core/database/time.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { foldAddress } from '../../../core/shared/text/text.ts';
import { idText, idTextOrNull } from '../../../core/shared/values/ids.ts';
import { lastMailsAbout } from '../../email-log/feature.ts';
import { linkAccesses, recipientsOf, shownRecipientFields, showRecipient } from '../../links/feature.ts';
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

interface Viewer {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly caller: Principal;
}

/** Transfers as the caller reads them. A client sees no other recipient, and of one with a password no more than its title. */
export const showTransfers = async (
  { req, portal, caller }: Viewer,
  rows: readonly StoredTransfer[],
): Promise<Shown[]> => {
  const ids = rows.map(({ id }) => idText(id));
  const files = await filesOfTransfers(req, portal, ids);
  const recipients = await recipientsOf(req, transferKind, ids);
  const mails = isClient(caller)
    ? new Map()
    : await lastMailsAbout(req, portal.options.slugs, { type: transferKind, ids });
  const own = isClient(caller) ? foldAddress(String(req.user?.email ?? '')) : null;
  const scan = portal.options.files.scan === null ? 'none' : 'passed';
  return rows.map((row) => {
    const id = idText(row.id);
    const isHidden = own !== null && row.password_hash !== null;
    const shown = isHidden ? [] : (files.get(id) ?? []);
    return {
      id,
      title: row.title,
      message: isHidden ? null : row.message,
      status: row.status,
      access: row.access,
      has_password: row.password_hash !== null,
      max_downloads: row.max_downloads,
      notify: row.notify,
      organization_id: idTextOrNull(row.organization_id),
      ticket_id: idTextOrNull(row.ticket_id),
      created_by: idTextOrNull(row.created_by_id),
      created_at: iso(row.created_at),
      sent_at: isoOrNull(row.sent_at),
      expires_at: isoOrNull(row.expires_at),
      bytes_deleted_at: isoOrNull(row.bytes_deleted_at),
      total_bytes: shown.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
      files: shown.map(({ id: file, filename, size_bytes, mime_type }) => ({
        id: file,
        filename,
        size_bytes,
        mime_type,
        scan,
      })),
      recipients: (recipients.get(id) ?? [])
        .filter(({ email }) => own === null || email === own)
        .map((recipient) => ({
          ...showRecipient(recipient, mails.get(id)?.get(recipient.email)),
          opened_at: isoOrNull(recipient.opened_at),
          downloaded_at: isoOrNull(recipient.downloaded_at),
          downloads: recipient.downloads,
        })),
    };
  });
};

export const showTransfer = async (viewer: Viewer, row: StoredTransfer): Promise<Shown> => {
  const [shown] = await showTransfers(viewer, [row]);
  if (!shown) throw new Error('A transfer was not shown.');
  return shown;
};

/** The transfer that the path names. */
export const loadTransfer = ({ caller, params, portal, req }: OperationContext): Promise<StoredTransfer> =>
  storedTransfers.find({ req, portal, caller }, params.transfer_id ?? '');

/** Locks it in the transaction as well: nothing else changes it until that is over. */
export const lockTransfer = ({ caller, params, portal, req }: OperationContext): Promise<StoredTransfer> =>
  storedTransfers.find({ req, portal, caller }, params.transfer_id ?? '', 'locked');
