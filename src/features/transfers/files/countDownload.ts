import { enqueue } from '../../../core/jobs/jobs.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import type { AtLink, CountedDownload } from '../../links/feature.ts';
import { publishTransfer } from '../events.ts';
import { transferMailQueue } from '../mails/mailQueue.ts';
import { storedTransfers } from '../record/storedTransfer.ts';

/**
 * The largest number of downloads by a link of which its creator gets a mail each: the holder of the link may repeat them
 * as fast as the server sends.
 */
const mostTold = 100;

/** Publishes a download and tells its creator of it, in the transaction that counts it. */
export const countDownload = async (
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
