import { limits } from '../../tickets/feature.ts';
import type { Attachment } from '../message/attachments.ts';
import type { InboundMessage } from '../message/readMessage.ts';

/**
 * The text of the reply. A text that is too long is cut, and attached whole; a text with bytes that could not be decoded
 * has the message as it came beside it. A mail from staff may quote text that no client sees, so only its reply is
 * attached.
 */
export const fitText = (
  { reply, text, attachments, original }: InboundMessage,
  { isOfStaff }: { readonly isOfStaff: boolean },
): { body: string; attachments: readonly Attachment[] } => {
  const body = reply.trim();
  const whole = isOfStaff ? body : text;
  const added: Attachment[] = [];
  if (!isWithin(body, limits.reply) || !isWithin(whole, limits.reply))
    added.push({ name: 'message.txt', mimeType: 'text/plain', bytes: Buffer.from(whole) });
  if (original !== null && !isOfStaff)
    added.push({ name: 'message.eml', mimeType: 'message/rfc822', bytes: original });
  return { body: cut(body), attachments: [...added, ...attachments] };
};

/** The text cut to as many code points as fit into a reply. */
export const cut = (text: string): string =>
  isWithin(text, limits.reply) ? text : pointsOf(text, limits.reply).slice(0, limits.reply).join('');

const isWithin = (text: string, most: number): boolean =>
  text.length <= most || pointsOf(text, most).length <= most;

/** The first code points of a text, one more than `most` at least if there are: an array of all would take seconds. */
const pointsOf = (text: string, most: number): string[] => [...text.slice(0, 2 * most + 1)];
