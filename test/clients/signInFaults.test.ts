import { smtpTransport } from 'payload-support-portal';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { pruneAllowances } from '../../src/core/http/rate-limit/allowance.ts';
import { pruneAttempts } from '../../src/features/client-sessions/sign-in/attempts.ts';
import { lockTable } from '../faults/lockTable.ts';
import { openBrowser } from '../support/pages/clientBrowser.ts';
import { mailsSettled, query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: TestPortal;
let people: People;

const start = (databaseUrl?: string) =>
  startPortal({
    ...(databaseUrl !== undefined && { databaseUrl }),
    portal: {
      mail: {
        from: 'Support <noreply@portal.example>',
        transports: [smtpTransport({ host: '127.0.0.1', port: smtp.port })],
      },
    },
  });

beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await start();
  people = await createPeople(portal);
});

afterAll(async () => {
  await portal.stop();
  await smtp.close();
});

afterEach(async () => {
  await mailsSettled(portal, 'sign-in');
  smtp.mails.splice(0);
  await run('delete from support_portal.sign_in_limits');
});

const run = (sql: string, values: unknown[] = []) => query(portal.databaseUrl, sql, values);

const mailedCode = async (): Promise<string> => {
  await expect.poll(() => smtp.mails.length).toBe(1);
  return /\b\d{4} \d{4}\b/.exec(smtp.mails[0]?.content ?? '')?.[0] ?? '';
};

const waitsForLock = async (): Promise<number | null> => {
  const [waiting] = await run(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
     and query like '%client_sessions%'`,
  );
  return waiting ? Number(Reflect.get(waiting, 'pid')) : null;
};

describe('a sign-in', () => {
  it('whose session cannot begin is not over: the same code begins it later', async () => {
    const browser = openBrowser(portal);
    await browser.send('POST', '/sign-in', { email: people.client.email });
    const code = await mailedCode();
    const { unlock } = await lockTable(portal.databaseUrl, 'support_portal.client_sessions');
    const cut = browser.copy().send('POST', '/sign-in/verify', { code });
    await expect.poll(waitsForLock).not.toBeNull();
    await run('select pg_terminate_backend($1)', [await waitsForLock()]);
    expect((await cut).status).toBeGreaterThanOrEqual(500);
    await unlock();
    expect(await browser.send('POST', '/sign-in/verify', { code })).toMatchObject({ status: 200 });
    expect((await browser.send('GET', '/session')).status).toBe(200);
  });

  it('whose mail no transport takes gives its code no more time, and can be begun again', async () => {
    const browser = openBrowser(portal);
    vi.spyOn(portal.payload, 'sendEmail').mockImplementationOnce(async () => {
      await run(`update support_portal.sign_in_attempts set sent_at = sent_at - interval '300 seconds'`);
      throw new Error('No transport takes it.');
    });
    await browser.send('POST', '/sign-in', { email: people.client.email });
    await mailsSettled(portal, 'sign-in');
    const age = 'extract(epoch from now() - sent_at)::float8 as age';
    const [attempt] = await run(`select ${age} from support_portal.sign_in_attempts`);
    expect(Reflect.get(attempt ?? {}, 'age')).toBeGreaterThan(299);
    await run('delete from support_portal.sign_in_limits');
    await browser.send('POST', '/sign-in', { email: people.client.email });
    const code = await mailedCode();
    expect((await browser.send('POST', '/sign-in/verify', { code })).status).toBe(200);
  });

  it('begins on one instance and ends on another, and counts on both', async () => {
    const other = await start(portal.databaseUrl);
    onTestFinished(other.stop);
    const here = openBrowser(portal);
    await here.send('POST', '/sign-in', { email: people.client.email });
    const code = await mailedCode();
    const there = openBrowser(other, '192.0.2.1', here.cookies);
    expect((await there.send('POST', '/sign-in', { email: people.client.email })).status).toBe(429);
    const wrong = (code.startsWith('0') ? '1' : '0') + code.slice(1);
    expect((await here.send('POST', '/sign-in/verify', { code: wrong })).body.attempts_left).toBe(4);
    expect((await there.send('POST', '/sign-in/verify', { code: wrong })).body.attempts_left).toBe(3);
    expect((await there.send('POST', '/sign-in/verify', { code })).status).toBe(200);
    expect((await openBrowser(portal, '192.0.2.1', there.cookies).send('GET', '/session')).status).toBe(200);
  });

  it('asked for by strangers in great numbers leaves rows that go, and no mail', async () => {
    const strangers = Array.from({ length: 120 }, (_, at) => at);
    await Promise.all(
      strangers.map((at) =>
        openBrowser(portal, `10.${at % 60}.0.1`).send('POST', '/sign-in', { email: `no${at}@else.example` }),
      ),
    );
    await mailsSettled(portal, 'sign-in');
    expect(smtp.mails).toEqual([]);
    expect(await run("select 1 from support_portal.jobs where queue = 'sign-in'")).toEqual([]);
    await run(`update support_portal.sign_in_attempts set asked_at = asked_at - interval '1 day'`);
    await run(`update support_portal.sign_in_limits set ends_at = ends_at - interval '1 day'`);
    await pruneAttempts(portal.payload);
    await pruneAllowances(portal.payload);
    const left = await run(
      `select (select count(*) from support_portal.sign_in_attempts)::int as attempts,
       (select count(*) from support_portal.sign_in_limits)::int as limits`,
    );
    expect(left).toEqual([{ attempts: 0, limits: 0 }]);
  });

  it.each([-1, 1])('is the same if the clock of the process jumps by %i days', async (days) => {
    const browser = openBrowser(portal);
    await browser.send('POST', '/sign-in', { email: people.client.email });
    const code = await mailedCode();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await browser.send('POST', '/sign-in/verify', { code })).status).toBe(200);
    expect((await browser.send('GET', '/session')).status).toBe(200);
  });
});
