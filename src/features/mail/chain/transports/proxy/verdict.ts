import { asSaid } from '../../property.ts';
import type { OutgoingMail, SendResult } from '../../transport.ts';
import type { ProxyResponse } from './post.ts';

/**
 * Derives the result for the chain from an exchange: the headers of a 2xx are acceptance whatever follows, 422 is a verdict
 * on the mail, any other complete response a refusal.
 *
 * @param clean removes secrets from a text
 */
export const judgeExchange = (
  { status, text, error, progress }: ProxyResponse,
  { messageId, recipients }: Pick<OutgoingMail, 'messageId' | 'recipients'>,
  clean: (text: string) => string,
): SendResult => {
  const answer = readJson(text);
  if (status !== null && status >= 200 && status < 300) {
    return {
      outcome: 'accepted',
      messageId: idOf(answer) ?? messageId,
      response: `HTTP ${status}`,
      refused: [],
    };
  }
  if (status !== null && text !== null) {
    const reason = clean(messageOf(answer) ?? `HTTP ${status}`);
    const undeliverable = status === 422 ? recipients.map((recipient) => ({ recipient, error: reason })) : [];
    return { outcome: 'refused', error: reason, undeliverable };
  }
  const reason = clean(error?.message || 'The connection broke');
  return progress === 'finished'
    ? { outcome: 'unknown', error: `Outcome unknown: ${reason}` }
    : { outcome: 'refused', error: reason, undeliverable: [] };
};

const readJson = (text: string | null): Record<string, unknown> => {
  try {
    const json: unknown = JSON.parse(text ?? '');
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};

const idLimit = 255;

const idOf = ({ id }: Record<string, unknown>): string | null =>
  typeof id === 'string' && id.length <= idLimit && asSaid(id) !== '' ? asSaid(id) : null;

const messageOf = ({ message }: Record<string, unknown>): string | null =>
  typeof message === 'string' && asSaid(message) !== '' ? asSaid(message) : null;
