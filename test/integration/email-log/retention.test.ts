import { describe, expect, it } from 'vitest';
import { coversSince } from '../../../src/features/email-log/retention/coverage.ts';
import type { SupportPortalOptions } from '../../../src/index.ts';
import { portalOf } from '../../../src/index.ts';
import {
  indexesMade,
  query,
  startPortal,
  stopAfterTest,
  type TestPortal,
} from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

type Hook = NonNullable<SupportPortalOptions['hooks']>['emailLogRetentionDays'];

const start = async (hook?: Hook): Promise<TestPortal> => {
  const portal = stopAfterTest(
    await startPortal({
      portal: { workers: 'external', ...(hook && { hooks: { emailLogRetentionDays: hook } }) },
    }),
  );
  await query(
    portal.databaseUrl,
    `insert into email_log ("to", status, created_at)
     select 'ann@example.com', 'sent', now() - n * interval '1 day' from unnest(array[1, 100, 179, 181, 400]) n`,
  );
  return portal;
};

/** Dates the last run to the day before yesterday, and starts the background work. */
const runOnce = async (portal: TestPortal): Promise<void> => {
  await makeDue(portal);
  portalOf(portal.payload)?.work();
  await expect.poll(() => runs(portal)).toBe(1);
};

const makeDue = ({ databaseUrl }: TestPortal) =>
  query(
    databaseUrl,
    `update support_portal.meta set value = '2020-01-01T00:00:00.000Z' where key = 'email_log.covers_since'`,
  );

const runs = async ({ databaseUrl }: TestPortal) =>
  (await query(databaseUrl, `select 1 from support_portal.meta where key = 'email_log.retention'`)).length;

const ages = async ({ databaseUrl }: TestPortal): Promise<number[]> => {
  const rows = await query<{ age: number }>(
    databaseUrl,
    `select extract(day from now() - created_at)::int as age from email_log order by created_at desc`,
  );
  return rows.map(({ age }) => age);
};

const retention = async (portal: TestPortal) => {
  const { editor } = await createPeople(portal);
  const headers = { Authorization: `JWT ${editor.token}` };
  const get = async (path: string) => (await portal.fetch(path, { headers })).json();
  return { run: await get('/api/portal/v1/email-log/retention'), log: await get('/api/portal/v1/email-log') };
};

describe('the retention', () => {
  it('keeps 180 days, reports its last run, and moves the start of the covered period', async () => {
    const portal = await start();
    await runOnce(portal);
    expect(await ages(portal)).toEqual([1, 100, 179]);
    const { run, log } = await retention(portal);
    expect(run).toEqual({
      last_run_at: expect.stringMatching(/Z$/),
      duration_ms: expect.any(Number),
      deleted: 2,
      days: 180,
    });
    const age = Date.now() - Date.parse(log.meta.covers_since);
    expect(Math.round(age / 86_400_000)).toBe(180);
  });

  it('has not run at first, and does not run before it is due', async () => {
    const portal = await start();
    await query(
      portal.databaseUrl,
      `update support_portal.meta set value = to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    );
    portalOf(portal.payload)?.work();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await ages(portal)).toHaveLength(5);
    expect((await retention(portal)).run).toEqual({
      last_run_at: null,
      duration_ms: null,
      deleted: null,
      days: 180,
    });
  });

  it('never claims to cover deleted rows, even if it is interrupted', async () => {
    const portal = await start();
    await indexesMade(portal);
    await query(
      portal.databaseUrl,
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$;
       create trigger refuse after delete on email_log execute function refuse()`,
    );
    await makeDue(portal);
    portalOf(portal.payload)?.work();
    const promised = async () => (await coversSince(portal.payload)).slice(0, 4);
    await expect.poll(promised).not.toBe('2020');
    expect(await ages(portal)).toHaveLength(5);
  });

  it('calls the hook with the default', async () => {
    const portal = await start(async (days, { payload }) => (payload ? days - 100 : 0));
    await runOnce(portal);
    expect(await ages(portal)).toEqual([1]);
  });

  it('keeps rows for ever if the hook says Infinity', async () => {
    const portal = await start(() => Number.POSITIVE_INFINITY);
    await runOnce(portal);
    expect(await ages(portal)).toHaveLength(5);
    expect((await retention(portal)).run).toMatchObject({ deleted: 0, days: null });
  });

  it.each<[string, Hook]>([
    ['0', () => 0],
    ['a negative number', () => -1],
    ['NaN', () => Number.NaN],
    ['no number', () => '90' as unknown as number],
    ['nothing', () => undefined as unknown as number],
    [
      'an error',
      () => {
        throw new Error('no idea');
      },
    ],
  ])('deletes nothing if the hook gives %s', async (_what, hook) => {
    const portal = await start(hook);
    await query(portal.databaseUrl, `update support_portal.meta set value = '2020-01-01T00:00:00.000Z'`);
    portalOf(portal.payload)?.work();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await ages(portal)).toHaveLength(5);
    expect(await runs(portal)).toBe(0);
  });

  it('runs by the first request if workers are inline, and not by a script that only sends', async () => {
    const portal = stopAfterTest(await startPortal());
    await query(portal.databaseUrl, `update support_portal.meta set value = '2020-01-01T00:00:00.000Z'`);
    await portal.payload.sendEmail({ to: 'ann@example.com', subject: 'x', text: 'x' }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await runs(portal)).toBe(0);
    await portal.fetch('/api/users/me');
    await expect.poll(() => runs(portal)).toBe(1);
  });
});
