import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Counted, countExactly, countLately } from '../../../../src/core/database/countExactly.ts';
import { postgresOf } from '../../../../src/core/database/pool.ts';
import { query, startPortal, type TestPortal } from '../../../support/portal/payload.ts';

let portal: TestPortal;

beforeAll(async () => {
  // A worker's commits would count as changes.
  portal = await startPortal({ portal: { workers: 'external' } });
});

afterAll(() => portal.stop());

const everything: Counted = { from: 'organizations', where: '', values: [] };
const named = (name: string): Counted => ({
  from: 'organizations',
  where: 'where name = $1',
  values: [name],
});

const count = (counted: Counted): Promise<number> => countExactly(portal.payload, counted);

const add = (name: string) =>
  query(portal.databaseUrl, 'insert into organizations (name) values ($1)', [name]);

/** Whether the query counted the rows, or only checked that no count was needed. */
const isCounted = async (counted: Counted): Promise<boolean> => {
  const spy = vi.spyOn(postgresOf(portal.payload).pool, 'query');
  onTestFinished(() => spy.mockRestore());
  await count(counted);
  const result = (await spy.mock.results.at(-1)?.value) as unknown as pg.QueryResult<{
    total: string | null;
  }>;
  return result.rows[0]?.total !== null;
};

describe('countExactly', () => {
  it('sees what was committed before the call, and nothing else', async () => {
    const before = await count(everything);
    await add('Globex');
    expect(await count(everything)).toBe(before + 1);
    const client = new pg.Client({ connectionString: portal.databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`begin; delete from organizations where name = 'Globex'`);
    expect(await count(everything)).toBe(before + 1);
    await client.query('commit');
    expect(await count(everything)).toBe(before);
  });

  it('distinguishes conditions and their values', async () => {
    await add('Initech');
    expect(await count(named('Initech'))).toBe(1);
    expect(await count(named('Hooli'))).toBe(0);
  });

  it('sees a change of a transaction that continued after a rollback to a savepoint', async () => {
    const before = await count(everything);
    await query(
      portal.databaseUrl,
      `do $$ begin
         insert into organizations (name) values ('kept');
         begin
           insert into organizations (name) values ('undone');
           raise exception 'undo';
         exception when others then null;
         end;
       end $$`,
    );
    expect(await count(everything)).toBe(before + 1);
  });

  it('counts again only if a transaction was committed', async () => {
    // A foreign transaction, in any database of the server, causes another count.
    await expect
      .poll(async () => {
        await count(everything);
        return isCounted(everything);
      })
      .toBe(false);
    await add('Umbrella');
    expect(await isCounted(everything)).toBe(true);
  });
});

describe('countLately', () => {
  it('returns a count of the last seconds, shared by all callers meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const lately = () => countLately(portal.payload, everything);
    const before = await count(everything);
    expect(await lately()).toBe(before);
    await add('Umbrella');
    vi.advanceTimersByTime(4_900);
    expect(await lately()).toBe(before);
    vi.advanceTimersByTime(200);
    expect(await lately()).toBe(before + 1);
  });
});
