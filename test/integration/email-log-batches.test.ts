import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { MailTransport } from '../../src/mail/transport.ts';
import { query, startPortal } from '../support/payload.ts';

/** Keeps the process busy for so many milliseconds. */
const work = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

/** Takes one mail in each turn of the event loop, in the order of their numbers, and works hard at each. */
const busyTransport: MailTransport = {
  name: 'busy',
  async send({ subject, messageId }) {
    for (let turn = 0; turn < Number(subject); turn += 1) await nextTurn();
    work(0.5);
    return { outcome: 'accepted', messageId, response: '250 OK', refused: [] };
  },
};

it('writes the rows of a busy moment in few statements', { retry: 3 }, async () => {
  const { payload, databaseUrl, stop } = await startPortal({
    portal: { mail: { transports: [busyTransport] } },
  });
  onTestFinished(stop);
  const send = (subject: string) => payload.sendEmail({ to: 'ann@example.com', subject, text: 'Hi' });
  // The connection, the ids and the code itself are there from then on.
  for (let warmUp = 0; warmUp < 20; warmUp += 1) await send('0');
  const numbers = Array.from({ length: 60 }, (_, index) => String(index + 1));
  await Promise.all(numbers.map(send));
  const [found] = await query<{ rows: number; statements: number }>(
    databaseUrl,
    `select count(*)::int as rows, count(distinct xmin::text)::int as statements from email_log where subject <> '0'`,
  );
  expect(found?.rows).toBe(60);
  expect(found?.statements).toBeLessThanOrEqual(20);
});
