import { Client } from 'pg';
import { Pool } from 'undici';
import type { Bench } from './bench.ts';
import { startDatabase } from './support/database.ts';
import { compare, percentile } from './support/rounds.ts';
import { servePortal } from './support/servedPortal.ts';

const secret = 'the secret of the bench';

const rounds = 5;
const mailsEach = 20;

/** Duration in milliseconds. */
const measuredMs = 8_000;
const atOnce = 4;

/** Slowdown of a list while strangers' mails are read that are made to take long: 100, in five rounds. */
export const inboundHostile: Bench = {
  about:
    'p99 of the list of tickets over HTTP while hostile mails of strangers are read ÷ the same list without them',
  async run(scope) {
    const databaseURL = await startDatabase(scope);
    const portal = await servePortal(databaseURL, scope, { INBOUND_SECRET: secret });
    const client = new Client({ connectionString: databaseURL });
    await client.connect();
    scope.onEnd(() => client.end());
    await client.query(`insert into organizations (name) values ('Globex')`);
    await client.query(
      `insert into tickets (subject, status, priority, organization_id)
       select 'VPN is slow ' || n, 'open', 'high', 1 from generate_series(1, 1000) n`,
    );
    const headers = { Authorization: await portal.makeKey() };
    const pool = new Pool(portal.url, { connections: atOnce, pipelining: 1 });
    scope.onEnd(() => pool.destroy());

    const slowest = async (): Promise<number> => {
      const times: number[] = [];
      const endsAt = performance.now() + measuredMs;
      const keepAsking = async (): Promise<void> => {
        while (performance.now() < endsAt) {
          const begun = performance.now();
          const answer = await pool.request({ path: '/api/v1/tickets', method: 'GET', headers });
          await answer.body.dump();
          if (answer.statusCode !== 200) throw new Error(`The list answered ${answer.statusCode}.`);
          times.push(performance.now() - begun);
          scope.signal.throwIfAborted();
        }
      };
      await Promise.all(Array.from({ length: atOnce }, keepAsking));
      return percentile(times, 0.99);
    };

    let number = 0;
    const attacked = async (): Promise<number> => {
      for (let count = 0; count < mailsEach; count += 1) {
        number += 1;
        await deliver(portal.url, hostileMails[number % hostileMails.length]?.(number) ?? '');
      }
      const measured = await slowest();
      const { rows } = await client.query(
        'select count(*) as waiting from inbound_mails where outcome is null',
      );
      if (Number(rows[0]?.waiting) === 0)
        throw new Error('All mails were read before the measurement ended.');
      // The other side has the machine for itself.
      await client.query(`delete from support_portal.jobs where queue = 'inbound-mails-strangers'`);
      await client.query('delete from inbound_mails where outcome is null');
      await new Promise((resolve) => setTimeout(resolve, betweenSides));
      return measured;
    };

    await slowest();
    const { measured, baseline, ratio, spread } = await compare({
      rounds,
      measured: attacked,
      baseline: slowest,
    });
    return [
      {
        figures: [
          { label: 'p99 while mails are read, median', value: measured, unit: 'ms' },
          { label: 'p99 without, median', value: baseline, unit: 'ms' },
        ],
        label: 'ratio, median',
        value: ratio,
        unit: '×',
        spread,
        goal: { atMost: 2 },
      },
    ];
  },
};

/** Longest time for reading the current mail, in milliseconds. */
const betweenSides = 21_000;

const mailOf = (number: number, type: string, body: string): string =>
  [
    `From: stranger${number}@evil.example`,
    'To: support@bench.example',
    `Message-ID: <${number}@evil.example>`,
    `Content-Type: ${type}`,
    '',
    body,
  ].join('\r\n');

const hostileMails: readonly ((number: number) => string)[] = [
  (number) => mailOf(number, 'text/html', `<pre>${'a\n'.repeat(190_000)}</pre>`),
  (number) => mailOf(number, 'multipart/mixed; boundary=b', `${'--b\r\n\r\nHi.\r\n'.repeat(9_000)}--b--`),
];

const deliver = async (url: string, body: string): Promise<void> => {
  const response = await fetch(`${url}/api/portal/v1/inbound`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'message/rfc822' },
    body,
  });
  if (response.status !== 202) throw new Error(`The portal answered ${response.status}.`);
  await response.body?.cancel();
};
