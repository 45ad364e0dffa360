import { describe, expect, it } from 'vitest';
import { attributions } from '../../../../src/features/inbound/message/reply/words/attributions.ts';
import { headers } from '../../../../src/features/inbound/message/reply/words/headers.ts';
import { forwards, originals } from '../../../../src/features/inbound/message/reply/words/separators.ts';
import { replyOf } from './conversation.ts';

const history = 'Is it fixed?\n\nPlease tell us.\n\nAnn';
const who = 'Ann Lee <ann@example.com>';
const when = '11.03.2024 10:00';

const namesOf = (words = ''): string[] => words.split('|').filter((word) => word !== '');
const wordsOf = (rows: readonly string[]): string[] => rows.flatMap(namesOf);

/** The line as a client writes it: the table leaves out what stands at its end. */
const filled = (row: string): string => {
  const line = row.replace('{when}', when).replace('{who}', who);
  return `${line}${')'.repeat(line.split('(').length - line.split(')').length)}:`;
};

/** A header for each name of its sender, its date, its receiver and its subject. */
const headersOf = ({ from, sent, date, to, subject }: (typeof headers)[number]): string[] =>
  namesOf(from).flatMap((sender) =>
    [...namesOf(sent), ...namesOf(date)].flatMap((time) =>
      namesOf(to).flatMap((receiver) =>
        namesOf(subject).map(
          (about) => `${sender}: ${who}\n${time}: ${when}\n${receiver}: Bo\n${about}: Printer`,
        ),
      ),
    ),
  );

describe('each line of the tables', () => {
  it.each(attributions)('heads a quote: %s', (row) => {
    expect(replyOf(`Yes.\n\n${filled(row)}\n> Is it fixed?\n> Ann`)).toBe('Yes.');
  });

  it.each(headers)('heads history: $from', (row) => {
    for (const header of headersOf(row)) expect(replyOf(`Yes.\n\n${header}\n\n${history}`)).toBe('Yes.');
  });

  it.each(wordsOf(originals))('parts history: %s', (words) => {
    expect(replyOf(`Yes.\n\n-----${words}-----\n${history}`)).toBe('Yes.');
  });

  it.each(wordsOf(forwards))('parts a forwarded mail, which stays: %s', (words) => {
    const text = `Yes.\n\n---------- ${words} ----------\n\n${history}`;
    expect(replyOf(text)).toBe(text);
  });
});
