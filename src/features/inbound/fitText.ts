import { limits } from '../tickets/feature.ts';
import type { Attachment } from './message/attachments.ts';
import type { InboundMessage } from './message/readMessage.ts';

/** The text of the reply. One that is too long is cut, and attached whole. */
export const fitText = ({
  reply,
  text,
  attachments,
}: InboundMessage): { body: string; attachments: readonly Attachment[] } => {
  const body = reply.trim();
  if (isWithin(body, limits.reply) && isWithin(text, limits.reply)) return { body, attachments };
  const whole = { name: 'message.txt', mimeType: 'text/plain', bytes: Buffer.from(text) };
  return { body: cut(body), attachments: [whole, ...attachments] };
};

/** As many code points as fit into a reply. */
export const cut = (text: string): string =>
  isWithin(text, limits.reply) ? text : pointsOf(text, limits.reply).slice(0, limits.reply).join('');

const isWithin = (text: string, most: number): boolean =>
  text.length <= most || pointsOf(text, most).length <= most;

/** The first code points of a text, one more than `most` at least if there are: an array of all would take seconds. */
const pointsOf = (text: string, most: number): string[] => [...text.slice(0, 2 * most + 1)];
