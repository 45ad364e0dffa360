import type { Alert } from './vocabulary.ts';

const subjects: Readonly<Record<Alert['kind'], string>> = {
  mail_failing: 'Mails are failing',
  no_transport: 'No mail transport is connected',
  spool_growing: 'Rows of the email log wait for the database',
  mailbox_unreadable: 'The mailbox of mail in cannot be read',
  bounces: 'Many mails bounce',
  webhook_disabled: 'A webhook was turned off',
  test: 'This is a test',
};

/** An alert as Slack shows it. */
export const textOf = ({ kind, state, since, count, detail, url }: Alert): string => {
  const subject = `*Support portal: ${subjects[kind]}*`;
  const when = state === 'ended' ? `is over; it began at ${since}` : `${stateWords[state]} ${since}`;
  const lines = [`${subject} (${when}, count ${count})`, detail && escaped(detail), url && `<${url}>`];
  return lines.filter(Boolean).join('\n');
};

const stateWords = { began: 'since', continues: 'still, since' } as const;

/** Slack's own three characters: a server's error may hold a link or a mention. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
