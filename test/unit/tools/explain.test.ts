import { describe, expect, it } from 'vitest';
import { emailLogTools } from '../../../src/features/email-log/tools.ts';
import { ticketTools } from '../../../src/features/tickets/tools.ts';

const explainEmailLog = emailLogTools[0]?.explain ?? (() => '');
const explainTickets = ticketTools[0]?.explain ?? (() => '');

const covers_since = '2026-05-01T12:00:00.000Z';

const page = (total: number, { rows = Math.min(total, 25), number = 1, per_page = 25 } = {}) => ({
  data: Array.from({ length: rows }, () => ({ subject: 'SECRET', to: 'SECRET', error: 'SECRET' })),
  meta: { page: number, per_page, total, covers_since },
});

describe('the words beside a page of the email log', () => {
  it('say what `sent` proves, and for `phpmail` that it proves less', () => {
    const words = explainEmailLog(page(3), {});
    expect(words).toContain('`sent` means handed to the transport without error, not delivered');
    expect(words).toContain('`phpmail`');
  });

  it('quote no row', () => {
    expect(explainEmailLog(page(3), {})).not.toContain('SECRET');
  });

  it('say which page it is, and of how much', () => {
    expect(explainEmailLog(page(110, { number: 2 }), {})).toContain('Page 2 of 5, with 25 of 110 attempts.');
    expect(explainEmailLog(page(1), {})).toContain('Page 1 of 1, with 1 of 1 attempt.');
    expect(explainEmailLog(page(30, { number: 9, rows: 0 }), {})).toContain(
      'Page 9 is empty: there are 2 with 30 attempts.',
    );
  });

  it.each([
    ['no days', {}, `No attempt matches from ${covers_since} until now.`],
    ['a day within', { since: '2026-06-01' }, 'No attempt matches from 2026-06-01 until now.'],
    [
      'days within',
      { since: '2026-06-01', until: '2026-06-30' },
      'No attempt matches from 2026-06-01 to 2026-06-30, that day included.',
    ],
    [
      'a day before the log',
      { since: '2026-01-01' },
      `No attempt matches from ${covers_since} until now; the log knows nothing of what was before.`,
    ],
    [
      'days all before the log',
      { since: '2026-01-01', until: '2026-04-30' },
      `No attempt matches in what is left of that time, which is nothing: the log covers only the time from ${covers_since}.`,
    ],
    [
      'an end on the day on which the log begins',
      { until: '2026-05-01' },
      `No attempt matches from ${covers_since} to 2026-05-01, that day included.`,
    ],
  ])('say what period an empty answer speaks for, with %s', (_what, asked, sentence) => {
    expect(explainEmailLog(page(0), asked)).toContain(sentence);
  });
});

it('says that no ticket matches', () => {
  expect(explainTickets(page(0), {})).toContain('No ticket matches.');
});
