import type { Payload } from 'payload';
import type { PortalContext } from '../context.ts';
import { postgresOf } from '../database/pool.ts';
import { tableOf } from '../database/table.ts';
import { idText } from '../shared/ids.ts';
import type { MailThread } from '../tickets/mailThread.ts';
import type { InboundMessage } from './message/readMessage.ts';

/** Whether a message is a delivery status notification (RFC 3464). */
export const isBounce = (message: InboundMessage): boolean =>
  message
    .header('Content-Type')
    .some((type) => /^multipart\/report\b/i.test(type) && /report-type="?delivery-status/i.test(type));

/** The `Message-ID` of the mail that came back; null if the notification does not return it. */
const returnedMessageId = ({ attachments }: InboundMessage): string | null => {
  for (const { mimeType, bytes } of attachments) {
    if (!/^(?:message\/(?:global|rfc822)|text\/rfc822-headers)/i.test(mimeType)) continue;
    const [head = ''] = Buffer.from(bytes)
      .toString('latin1', 0, 65_536)
      .split(/\r?\n\r?\n/, 1);
    const found = /^message-id:[ \t]*(?:\r?\n[ \t]+)?<?([^<>\s]+)/im.exec(head)?.[1];
    if (found) return found;
  }
  return null;
};

interface Bounced {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly message: InboundMessage;
  readonly thread: MailThread | null;
}

/** The row of the email log of the mail that came back; null if it is not known. */
export const findBouncedRow = async ({
  payload,
  portal,
  message,
  thread,
}: Bounced): Promise<string | null> => {
  const messageId = returnedMessageId(message);
  const ticket = messageId === null ? null : (thread?.ticketOfMessageId(messageId) ?? null);
  if (messageId === null || ticket === null) return null;
  const { rows } = await postgresOf(payload).pool.query<{ id: number | string }>(
    `select id from ${tableOf(payload, portal.options.slugs.emailLog)}
     where related_type = 'ticket' and related_id = $1 and message_id = $2 limit 1`,
    [String(ticket), messageId],
  );
  return rows[0] ? idText(rows[0].id) : null;
};
