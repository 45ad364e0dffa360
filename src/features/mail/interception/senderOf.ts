import addressparser from 'nodemailer-10/lib/addressparser';
import type { SendEmailOptions } from 'payload';

export interface Senders {
  /** The sender that Settings name. */
  readonly chosen: string | null;
  /** The app's default sender, which the CMS also puts into its own mails. */
  readonly fallback: string;
}

/** Uses the mail's `From`. Settings replace a missing or default one. */
export const senderOf = (
  from: SendEmailOptions['from'],
  { chosen, fallback }: Senders,
): SendEmailOptions['from'] => {
  if (!from) return chosen ?? fallback;
  return chosen !== null && isSame(from, fallback) ? chosen : from;
};

const isSame = (from: NonNullable<SendEmailOptions['from']>, fallback: string): boolean => {
  const [sender] = typeof from === 'string' ? addressparser(from, { flatten: true }) : [from];
  const [expected] = addressparser(fallback, { flatten: true });
  return sender?.address === expected?.address && (sender?.name || '') === (expected?.name || '');
};
