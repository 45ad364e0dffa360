import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { isOtherBytes } from '../../files/feature.ts';
import { isUnreadableMessage } from '../message/UnreadableMessage.ts';
import { readerOf } from '../reading/reader.ts';
import { sourceOf } from '../reading/sourcePage.ts';
import { readRawMail, type StoredMail } from './storedMail.ts';

/**
 * The text of a message: that of a reply or a ticket stands there, that of one that failed in the raw message alone.
 *
 * @returns null if it is gone, or damaged
 */
export const readText = async (
  req: PayloadRequest,
  portal: PortalContext,
  mail: StoredMail,
): Promise<string | null> =>
  (await textOfRecord(req, portal, mail)) ?? mail.text ?? (await textOfRaw(req, portal, mail));

const textOfRecord = async (
  req: PayloadRequest,
  { options: { slugs } }: PortalContext,
  mail: StoredMail,
): Promise<string | null> => {
  const [slug, column, id] =
    mail.reply_id === null
      ? [slugs.tickets, 'description', mail.ticket_id]
      : [slugs.ticketReplies, 'text', mail.reply_id];
  if (id === null) return null;
  const { rows } = await runStatement<{ text: string | null }>(
    req,
    `select coalesce(mail_text, ${column}) as text from ${tableOf(req.payload, slug)} where id = $1`,
    [id],
  );
  return rows[0]?.text ?? null;
};

/** A message that failed because its bytes are damaged is shown, without its text. */
const ignoreDamage = (error: unknown): null => {
  if (!isOtherBytes(error)) throw error;
  return null;
};

const textOfRaw = async (
  { payload }: PayloadRequest,
  { options }: PortalContext,
  mail: StoredMail,
): Promise<string | null> => {
  const bytes = await readRawMail(payload, options.slugs.inboundMails, mail).catch(ignoreDamage);
  if (!bytes) return null;
  const source = sourceOf(bytes);
  try {
    const { message } = await readerOf(payload).read('known', {
      bytes,
      envelopeSender: null,
      trustedAuthservId: null,
    });
    return message.text || null;
  } catch (error) {
    if (!isUnreadableMessage(error)) throw error;
    return source;
  }
};
