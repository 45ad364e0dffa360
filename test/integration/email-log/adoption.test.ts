import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyRow } from '../../../src/features/email-log/row.ts';
import { adoptSpools } from '../../../src/features/email-log/writing/adoption.ts';
import type { Spool } from '../../../src/features/email-log/writing/spool.ts';
import type { SpooledRow } from '../../../src/features/email-log/writing/spoolFile.ts';
import { startPortal, type TestPortal } from '../../support/portal/payload.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startPortal({ portal: { workers: 'external' } });
});

afterAll(() => portal.stop());

const copy = (id: string | null, state: SpooledRow['state'], subject: string): SpooledRow => ({
  row: {
    ...emptyRow,
    created_at: new Date().toISOString(),
    status: 'sent',
    id,
    subject,
    to: 'ann@example.com',
  },
  state,
});

/** The rows that a process takes over, by subject and id, if a dead one left two files with a copy each. */
const adopted = async (...copies: readonly SpooledRow[]) => {
  const directory = join(portal.dataDir, randomUUID());
  mkdirSync(directory);
  copies.forEach((spooled, index) => {
    const line = JSON.stringify({ key: 'the mail', ...spooled });
    writeFileSync(join(directory, `${index}.released.jsonl`), `${line}\n`);
  });
  const rows = new Map<string, SpooledRow>();
  const spool = {
    rows,
    note: (key: string, spooled: SpooledRow) => void rows.set(key, spooled),
    settle: (key: string) => void rows.delete(key),
    write: () => {},
    isOnDisk: () => true,
  } as unknown as Spool;
  await adoptSpools({ payload: portal.payload, directory, spool, beforeWriting: async (row) => row });
  return [...rows.values()].map(({ row }) => [row.subject, row.id]);
};

it.each([
  [
    'the one with an id, which the log may have',
    copy(null, 'waiting', 'first'),
    copy('7', 'underWay', 'second'),
    ['second', '7'],
  ],
  [
    'the one with an id, whatever comes first',
    copy('7', 'underWay', 'first'),
    copy(null, 'waiting', 'second'),
    ['first', '7'],
  ],
  [
    'the final one, if none has an id',
    copy(null, 'underWay', 'first'),
    copy(null, 'waiting', 'second'),
    ['second', null],
  ],
  [
    'the first, if none is more',
    copy(null, 'waiting', 'first'),
    copy(null, 'underWay', 'second'),
    ['first', null],
  ],
] as const)('of two copies of a row wins %s', async (_name, first, second, winner) => {
  expect(await adopted(first, second)).toEqual([winner]);
});
