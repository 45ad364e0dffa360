import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { portalPool } from '../../src/core/database/pool.ts';
import type { EmailAttempt } from '../../src/features/email-log/row.ts';
import type { MailTransport } from '../../src/features/mail/chain/transport.ts';
import { mailSettings } from '../../src/features/settings/mailSettings.ts';
import { query } from '../support/portal/payload.ts';
import { lockTable } from './lockTable.ts';
import {
  instantTransport,
  loggedSubjects,
  makeDataDir,
  recovers,
  rowsOf,
  subjects,
  undelayed,
} from './observe.ts';
import { createPreparedDatabase } from './preparedDatabase.ts';
import { type AppOptions, openApp } from './programs/app.ts';

vi.setConfig({ testTimeout: 240_000 });

interface Portal {
  readonly payload: Payload;
  readonly url: string;
  run(sql: string): Promise<unknown>;
  send(subject: string): Promise<unknown>;
  logged(): Promise<string[]>;
}

const startPortal = async (options: Partial<AppOptions> = {}): Promise<Portal> => {
  const url = await createPreparedDatabase(options);
  const app = { databaseUrl: url, dataDir: makeDataDir(), ...options };
  const payload = await openApp({
    ...app,
    portal: { mail: { transports: [instantTransport()] }, ...app.portal },
  });
  onTestFinished(() => payload.destroy());
  return {
    payload,
    url,
    run: (sql) => query(url, sql),
    send: (subject) => undelayed(() => payload.sendEmail({ to: 'ann@example.com', subject, text: 'Hi' })),
    logged: () => loggedSubjects(url),
  };
};

/** Makes PostgreSQL do something to rows whose subject begins with `bad`. */
const treatBadRows = ({ run }: Portal, statement: string): Promise<unknown> =>
  run(`
    create function spoil() returns trigger language plpgsql as $$
    begin
      if new.subject like 'bad%' then ${statement}; end if;
      return new;
    end $$;
    create trigger spoil before insert on email_log for each row execute function spoil()`);

describe('while the log’s table takes no rows', () => {
  it('sends mail without delay, leaves no statement waiting in PostgreSQL, and logs each mail once', async () => {
    const portal = await startPortal();
    const { unlock } = await lockTable(portal.url, 'email_log');
    const sent = subjects('locked', 20);
    const began = performance.now();
    for (const subject of sent) await portal.send(subject);
    const waited: { seconds: number; statement: string }[] = [];
    while (performance.now() - began < 6_000) {
      // A portal that has just started makes indexes beside, which wait for whatever is under way.
      const waiting = await query<{ seconds: number; statement: string }>(
        portal.url,
        `select extract(epoch from now() - query_start)::float as seconds, left(query, 300) as statement
         from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query not like 'create index%'`,
      );
      waited.push(...waiting);
      await sleep(100);
    }
    expect(waited).not.toEqual([]);
    expect(waited.filter(({ seconds }) => seconds >= 5)).toEqual([]);
    await unlock();
    await recovers(async () => expect(await portal.logged()).toEqual(sent));
  });

  it('logs the others of a moment at once if it rejects some, and these when it takes them', async () => {
    const portal = await startPortal();
    await treatBadRows(portal, `raise exception 'no'`);
    const bad = subjects('bad', 7);
    const good = subjects('good', 60);
    const mixed = good.flatMap((subject, index) =>
      index % 9 === 0 ? [subject, bad[index / 9] ?? ''] : [subject],
    );
    await Promise.all(mixed.map(portal.send));
    await recovers(async () => expect(await portal.logged()).toEqual(good));
    await portal.send('good at last');
    await recovers(async () => expect(await portal.logged()).toContain('good at last'));
    await portal.run('drop function spoil cascade');
    await recovers(async () =>
      expect(await portal.logged()).toEqual([...bad, 'good at last', ...good].sort()),
    );
  });

  it('lets no number of rejected rows hold up another one that waits', async () => {
    const portal = await startPortal();
    await treatBadRows(portal, `raise exception 'no'`);
    // More than one statement takes, and more than get another chance within the time of `recovers`.
    const bad = subjects('bad', 200);
    for (let index = 0; index < bad.length; index += 100) {
      await Promise.all(bad.slice(index, index + 100).map(portal.send));
    }
    const { unlock } = await lockTable(portal.url, 'email_log');
    await portal.send('good');
    // Longer than a statement waits for the lock: the row has to be tried again.
    await sleep(3_000);
    await unlock();
    const logged = () => expect.poll(portal.logged, { timeout: 200_000 });
    await logged().toEqual(['good']);
    await portal.send('good, too');
    // Not at once: it may share a turn with rejected rows, each of which takes a slow machine its time.
    await logged().toEqual(['good', 'good, too']);
    await portal.run('drop function spoil cascade');
    await logged().toEqual([...bad, 'good', 'good, too']);
  }, 600_000);

  it('writes the others of a moment if one row makes PostgreSQL think for ever', async () => {
    const portal = await startPortal();
    await treatBadRows(portal, 'perform pg_sleep(600)');
    const good = subjects('good', 3);
    await Promise.all(['bad', ...good].map(portal.send));
    await recovers(async () => expect(await portal.logged()).toEqual(good));
  });

  it.each([
    ['nothing', () => undefined],
    ['a text', () => 'a row'],
    ['an unknown status', (row: EmailAttempt) => ({ ...row, status: 'lost' })],
    [
      'a day that does not exist',
      (row: EmailAttempt) => ({ ...row, created_at: '2024-02-30T00:00:00.000Z' }),
    ],
    ['a broken trail', (row: EmailAttempt) => ({ ...row, fallback: 'none' })],
  ])('logs a row as it was if a hook returns %s', async (_, change) => {
    const portal = await startPortal({
      portal: {
        mail: { transports: [instantTransport()] },
        hooks: {
          beforeEmailLog: [({ row }) => change(row) as EmailAttempt, ({ row }) => ({ ...row, type: 'last' })],
        },
      },
    });
    await portal.send('kept');
    await recovers(async () =>
      expect(await rowsOf(portal.url)).toMatchObject([
        { subject: 'kept', status: 'sent', type: 'last', fallback: null },
      ]),
    );
  });

  it('cuts a declaration of a hook that no index takes', async () => {
    const endless = randomBytes(10_000).toString('hex');
    const portal = await startPortal({
      portal: {
        mail: { transports: [instantTransport()] },
        hooks: { beforeEmailLog: [({ row }) => ({ ...row, type: endless })] },
      },
    });
    await portal.send('long');
    await recovers(async () =>
      expect(await rowsOf(portal.url)).toMatchObject([{ subject: 'long', type: endless.slice(0, 255) }]),
    );
  });
});

describe('what PostgreSQL would not take', () => {
  it('is made fit: a NUL becomes a space, and half a surrogate pair the sign for it', async () => {
    const refusing: MailTransport = {
      name: 'refusing',
      send: async () => ({ outcome: 'refused', error: 'no\u0000such \ud83d', undeliverable: [] }),
    };
    const portal = await startPortal({
      portal: {
        mail: { transports: [refusing, instantTransport()] },
        hooks: { beforeEmailLog: [({ row }) => ({ ...row, type: 'a\u0000b' })] },
      },
    });
    await portal.send('fit');
    await recovers(async () =>
      expect(await rowsOf(portal.url)).toMatchObject([
        { subject: 'fit', type: 'a b', fallback: [{ transport: 'refusing', error: 'no such \ufffd' }] },
      ]),
    );
  });
});

describe('ids', () => {
  it('logs every mail though the table’s sequence was set back to numbers that rows have', async () => {
    const portal = await startPortal();
    const sent = subjects('mail', 240);
    for (const subject of sent.slice(0, 12)) await portal.send(subject);
    await portal.run(`select setval(pg_get_serial_sequence('email_log', 'id'), 1, false)`);
    await Promise.all(sent.slice(12).map(portal.send));
    await recovers(async () => expect(await portal.logged()).toEqual(sent));
  });

  it('are UUIDs in an app that has such, and each mail has one row', async () => {
    const portal = await startPortal({ idType: 'uuid' });
    const { unlock } = await lockTable(portal.url, 'email_log');
    const sent = subjects('uuid', 5);
    for (const subject of sent) await portal.send(subject);
    await unlock();
    await recovers(async () => expect(await portal.logged()).toEqual(sent));
    expect((await rowsOf(portal.url)).every(({ id }) => /^[\da-f-]{36}$/.test(id ?? ''))).toBe(true);
  });
});

describe('Settings', () => {
  it('that cannot be read hold up no mail, and what was read last holds', async () => {
    const portal = await startPortal({ portal: { mail: { transports: [instantTransport()] } } });
    await portal.send('before');
    const { unlock } = await lockTable(portal.url, 'portal_settings');
    await sleep(5_100);
    await portal.send('hanging');
    await portal.send('still hanging');
    await recovers(async () => expect(await portal.logged()).toEqual(['before', 'hanging', 'still hanging']));
    await unlock();
  });

  it('that were read before a change do not come back after it', async () => {
    const portal = await startPortal();
    const saveFrom = (from: string) =>
      portal.payload.updateGlobal({
        slug: 'portal-settings',
        data: { notifications: { from } },
        overrideAccess: true,
      });
    await saveFrom('Old <old@example.com>');
    // The answer to the first reading is on its way until the second one is over.
    const pool = portalPool(portal.payload);
    let answer = () => {};
    const late = new Promise<void>((resolve) => {
      answer = resolve;
    });
    vi.spyOn(pool, 'query').mockImplementationOnce(async (sql: string) => {
      const result = await pool.query(sql);
      await late;
      return result;
    });
    const early = mailSettings(portal.payload);
    await saveFrom('New <new@example.com>');
    expect((await mailSettings(portal.payload)).from).toBe('New <new@example.com>');
    // A change counts as unsettled for two seconds, in which everything is read anew.
    await sleep(2_500);
    answer();
    await early;
    expect((await mailSettings(portal.payload)).from).toBe('New <new@example.com>');
  });
});
