import type { TranslateText } from '../../../../core/texts/text.ts';

/** A message that is decided on. */
export interface DecidedMail {
  /** The address of its sender; null if it has none, or several. */
  readonly from: string | null;
}

/** Number of senders that are named. */
const mostNamed = 5;

/** A sentence about the senders of messages that are decided on together; empty for one sender. */
export const sendersOf = (mails: readonly DecidedMail[], t: TranslateText): string => {
  const senders = [...new Set(mails.map(({ from }) => from?.toLowerCase() ?? t('inbound:noSender')))];
  if (senders.length < 2) return '';
  const named = senders.slice(0, mostNamed).join(', ');
  const key = senders.length > mostNamed ? 'inbound:senders:more' : 'inbound:senders:all';
  return t(key, { number: senders.length, senders: named });
};
