import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../support/mail/mail.ts';
import { query } from '../support/portal/payload.ts';
import { createPreparedDatabase } from './preparedDatabase.ts';
import { compilePrograms, killRounds, launch } from './processes.ts';

beforeAll(compilePrograms);

vi.setConfig({ testTimeout: 240_000 + killRounds * 60_000 });

const eventsEach = 20;

const nameOf = (number: number): string => `mail-${number}@example.com`;

/** @returns whether the portal has said that it took the event */
const tell = async (port: number, number: number): Promise<boolean> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/portal/v1/mail-events/postmark`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from('postmark:right').toString('base64')}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      RecordType: 'Delivery',
      MessageID: nameOf(number),
      Recipient: 'ann@example.com',
      DeliveredAt: '2026-11-01T10:00:00Z',
    }),
  }).catch(() => null);
  return response?.ok ?? false;
};

it(`loses no event that it took, and doubles none, however often the process is killed, in ${killRounds} rounds`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-events-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const databaseUrl = await createPreparedDatabase({ idType: 'uuid' });
  const options = {
    databaseUrl,
    dataDir,
    idType: 'uuid' as const,
    portal: {
      workers: 'inline' as const,
      rateLimit: { perMinute: 0 },
      mailEvents: { postmark: 'right' },
    },
  };
  const addRow = (number: number) =>
    query(
      databaseUrl,
      `insert into email_log ("to", status, created_at, message_id) values ('ann@example.com', 'sent', now(), $1)`,
      [nameOf(number)],
    );
  const run = async () => {
    const child = launch('uploads', options);
    const { port } = (await child.hears('port')) as unknown as { port: number };
    return { child, port };
  };

  const total = killRounds * eventsEach;
  let left = Array.from({ length: total }, (_, number) => number);
  // Half of the rows come before their events.
  for (const number of left) if (number % 2 === 0) await addRow(number);
  for (let round = 0; round < killRounds; round += 1) {
    const { child, port } = await run();
    const killing = sleep(Math.random() * 400).then(() => child.kill('SIGKILL'));
    const mine = left.slice(0, 2 * eventsEach);
    const taken = await Promise.all(mine.map(async (number) => ((await tell(port, number)) ? number : null)));
    left = left.filter((number) => !taken.includes(number));
    await killing;
  }

  const { port } = await run();
  // A server that has just started may answer 503.
  for (const number of left) await expect.poll(() => tell(port, number), { timeout: 60_000 }).toBe(true);
  for (let number = 1; number < total; number += 2) await addRow(number);
  // What a killed process had claimed is due when its lease ends.
  await query(databaseUrl, 'update support_portal.jobs set due_at = now()');
  const told = () =>
    query<{ name: string; events: string }>(
      databaseUrl,
      `select message_id as name, count(*) filter (where d.counts) as events
       from email_log log left join mail_deliveries d on d.email = log.id::text group by log.id`,
    );
  await eventually(async () => (await told()).every(({ events }) => Number(events) === 1), 60);
  expect(await told()).toHaveLength(total);
  expect(await query(databaseUrl, 'select 1 from mail_deliveries')).toHaveLength(total);
});
