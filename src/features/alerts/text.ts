import type { Alert } from './vocabulary.ts';

/**
 * An alert as Slack shows it.
 *
 * @param title the title of its kind
 */
export const textOf = ({ state, since, count, detail, url }: Alert, title: string): string => {
  const subject = `*Support portal: ${title}*`;
  const when = state === 'ended' ? `is over; it began at ${since}` : `${stateWords[state]} ${since}`;
  const lines = [`${subject} (${when}, count ${count})`, detail && escaped(detail), url && `<${url}>`];
  return lines.filter(Boolean).join('\n');
};

const stateWords = { began: 'since', continues: 'still, since' } as const;

/** Slack's own three characters: a server's error may hold a link or a mention. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
