import { enqueue } from '../../core/jobs/jobs.ts';
import { cleanFileName } from '../../core/shared/text/fileName.ts';
import { idText } from '../../core/shared/values/ids.ts';
import { bytesOf, findStoredFiles, storageOf, zipOf } from '../files/feature.ts';
import { type AtLink, type CountedDownload, type LinkKind, senderOf } from '../links/feature.ts';
import { publishTransfer } from './events.ts';
import { filesOf, type TransferFile } from './files/transferFiles.ts';
import { transferMailQueue } from './mails/send.ts';
import { storedTransfers } from './record/storedTransfer.ts';
import { transferKind } from './vocabulary.ts';

/**
 * The largest number of downloads by a link of which its creator gets a mail each: the holder of the link may repeat them
 * as fast as the server sends.
 */
const mostTold = 100;

/** Publishes a download and tells its creator of it, in the transaction that counts it. */
const countDownload = async (
  { req, portal, link, record }: AtLink,
  { fileId, isFirst, downloads }: CountedDownload,
): Promise<void> => {
  const transfer = await storedTransfers.read(req, portal, record.id);
  if (!transfer) return;
  await publishTransfer({ req, portal }, 'transfer.downloaded', transfer, {
    recipient_id: link.recipient_id,
    link_id: link.id,
    file_id: fileId,
    downloads,
  });
  const { notify } = transfer;
  if ((notify === 'every' && downloads <= mostTold) || (notify === 'first' && isFirst))
    await enqueue(req, transferMailQueue, {
      about: 'downloaded',
      transferId: idText(transfer.id),
      linkId: link.id,
      fileId,
    });
};

const states = { draft: 'absent', ready: 'open', expired: 'over', revoked: 'over' } as const;

const presentFiles = async ({ req, portal, record }: AtLink): Promise<readonly TransferFile[]> =>
  (await filesOf(req, portal, record.id)).filter((file) => file.is_there);

/** The name of the zip of all files. */
const zipNameOf = (title: string): string => {
  const name = [...title.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').trim()].slice(0, 100).join('');
  return cleanFileName(`${name || 'files'}.zip`) ?? 'files.zip';
};

export const transferLinks: LinkKind = {
  kind: transferKind,
  page: '/t',
  async read(req, portal, recordId) {
    const transfer = await storedTransfers.read(req, portal, recordId);
    if (!transfer) return null;
    return {
      id: transfer.id,
      title: transfer.title,
      message: transfer.message,
      sender: await senderOf(req, portal, transfer),
      createdBy: transfer.created_by_id,
      organization: transfer.organization_id,
      expiresAt: transfer.expires_at,
      state: states[transfer.status],
      access: transfer.access,
      passwordHash: transfer.password_hash,
    };
  },
  async files(at) {
    return (await presentFiles(at)).map(({ id, filename, size_bytes, mime_type }) => ({
      id,
      filename,
      size_bytes,
      mime_type,
    }));
  },
  downloads: {
    async find(at, fileId) {
      const files = await presentFiles(at);
      const { payload } = at.req;
      const slug = at.portal.options.slugs.files;
      if (fileId !== null) {
        if (!files.some(({ id }) => id === fileId)) return null;
        const [stored = null] = await findStoredFiles(payload, slug, [fileId]);
        return stored && { fileId: idText(stored.id), served: bytesOf(stored, storageOf(payload, slug)) };
      }
      const stored = await findStoredFiles(
        payload,
        slug,
        files.map(({ id }) => id),
      );
      if (stored.length === 0) return null;
      return {
        fileId: null,
        served: await zipOf({ payload, slug, name: zipNameOf(at.record.title) }, stored),
      };
    },
    most: async ({ req, portal, record }) =>
      (await storedTransfers.read(req, portal, record.id))?.max_downloads ?? null,
    count: countDownload,
  },
};
