import { smtpTransport } from 'payload-support-portal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, startPortal, stopAfterTest, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;

beforeAll(async () => {
  smtp = await startSmtpServer();
});

afterAll(() => smtp.close());

const start = async (databaseUrl?: string): Promise<TestPortal> => {
  const mail = { transports: [smtpTransport({ host: '127.0.0.1', port: smtp.port })] };
  const portal = { workers: 'external', mail } as const;
  return stopAfterTest(await startPortal({ portal, ...(databaseUrl && { databaseUrl }) }));
};

const mailsTo = (address: string): number =>
  smtp.mails.filter(({ recipients }) => recipients.includes(address)).length;

const reset = async ({ fetch }: TestPortal, email: string) => {
  const response = await fetch('/api/users/forgot-password', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  });
  const { ratelimit: _, ...headers } = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.json() };
};

const tokenOf = async ({ databaseUrl }: TestPortal, email: string): Promise<unknown> =>
  (await query(databaseUrl, 'select reset_password_token as token from users where email = $1', [email]))[0];

/** As if a minute had passed, and no hour. */
const passMinute = ({ databaseUrl }: TestPortal) =>
  query(
    databaseUrl,
    `update support_portal.rate_limits set ends_at = now() where subject like 'reset-minute:%'`,
  );

describe('mails for a new password', () => {
  it('go out once a minute for an address, whichever instance is asked, and the first link stays good', async () => {
    const portal = await start();
    const { client } = await createPeople(portal);
    const other = await start(portal.databaseUrl);
    const first = await reset(portal, client.email);
    const token = await tokenOf(portal, client.email);
    const again = [
      await reset(other, client.email),
      await reset(portal, ` ${client.email.toUpperCase()}`),
      await reset(portal, 'unknown@example.com'),
      await reset(other, 'unknown@example.com'),
    ];
    expect(first.status).toBe(200);
    for (const answer of again) expect(answer).toEqual(first);
    expect(await tokenOf(portal, client.email)).toEqual(token);
    await passMinute(portal);
    await reset(other, client.email);
    expect(await tokenOf(portal, client.email)).not.toEqual(token);
  });

  it('go out once if many ask at the same moment', async () => {
    const portal = await start();
    const { client } = await createPeople(portal);
    const other = await start(portal.databaseUrl);
    const before = mailsTo(client.email);
    await Promise.all(Array.from({ length: 12 }, (_, at) => reset(at % 2 ? portal : other, client.email)));
    expect(mailsTo(client.email)).toBe(before + 1);
  });

  it('go out five times an hour', async () => {
    const portal = await start();
    const { client } = await createPeople(portal);
    const before = mailsTo(client.email);
    for (let minute = 0; minute < 8; minute++) {
      await reset(portal, client.email);
      await passMinute(portal);
    }
    expect(mailsTo(client.email)).toBe(before + 5);
    expect((await reset(portal, client.email)).status).toBe(200);
  });

  it('keep no connection to the database while the mail server hangs', async () => {
    let isAsked = (): void => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    let answer = (): void => {};
    const hanging = await startSmtpServer({
      onData: (stream, _session, callback) => {
        stream.resume();
        answer = () => callback(null, 'queued');
        isAsked();
      },
    });
    const transports = [smtpTransport({ host: '127.0.0.1', port: hanging.port })];
    const portal = stopAfterTest(
      await startPortal({ portal: { workers: 'external', mail: { transports } } }),
    );
    const { client } = await createPeople(portal);
    const response = reset(portal, client.email);
    await asked;
    const open = await query(
      portal.databaseUrl,
      `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    expect(open).toEqual([]);
    expect(await tokenOf(portal, client.email)).toEqual({ token: expect.stringMatching(/./) });
    answer();
    expect((await response).status).toBe(200);
    await hanging.close();
  });

  it('are not counted for code of the app that wants a token and no mail, unless a request reaches it', async () => {
    const portal = await start();
    const { client } = await createPeople(portal);
    const data = { email: client.email } as never;
    const token = (payloadAPI: 'local' | 'REST') =>
      portal.payload.forgotPassword({
        collection: 'users',
        data,
        disableEmail: true,
        req: { payloadAPI },
      });
    const tokens = [await token('local'), await token('local'), await token('REST')];
    expect(new Set(tokens).size).toBe(3);
    await expect(token('REST')).rejects.toThrow();
  });

  it('go out again after a clock was set back by an hour', async () => {
    const portal = await start();
    const { client } = await createPeople(portal);
    const before = mailsTo(client.email);
    await reset(portal, client.email);
    await query(
      portal.databaseUrl,
      `update support_portal.rate_limits set count = 5, ends_at = ends_at + interval '1 hour' where subject like 'reset-%'`,
    );
    await reset(portal, client.email);
    expect(mailsTo(client.email)).toBe(before + 2);
    await reset(portal, client.email);
    expect(mailsTo(client.email)).toBe(before + 2);
  });

  it('count every name that a request gives, whichever of them the app takes, or none of them', async () => {
    const transports = [smtpTransport({ host: '127.0.0.1', port: smtp.port })];
    const loginWithUsername = { allowEmailLogin: false, requireEmail: true } as const;
    const auth = { loginWithUsername, forgotPassword: { minRequestInterval: 0 } };
    const portal = stopAfterTest(
      await startPortal({
        push: true,
        portal: { workers: 'external', mail: { transports }, roles: { resolve: () => 'client' } },
        app: { collections: [{ slug: 'users', auth, fields: [] }] },
      }),
    );
    const email = 'ann@names.example';
    const data = { username: 'ann', email, password: 'a long password' } as never;
    await portal.payload.create({ collection: 'users', data, overrideAccess: true });
    const ask = async (names: Record<string, string>) => {
      await portal.fetch('/api/users/forgot-password', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(names),
      });
      await passMinute(portal);
      return mailsTo(email);
    };
    for (let i = 1; i <= 5; i++) expect(await ask({ username: 'ann', email: `x${i}@y.example` })).toBe(i);
    for (let i = 6; i <= 8; i++) expect(await ask({ username: 'ann', email: `x${i}@y.example` })).toBe(5);
    expect(await ask({ username: 'ann' })).toBe(5);
    // Nothing of a refused request counts, for other names that it gave either.
    const hours = await query<{ count: number }>(
      portal.databaseUrl,
      `select count from support_portal.rate_limits where subject like 'reset-hour:%' order by count`,
    );
    expect(hours.map(({ count }) => count)).toEqual([1, 1, 1, 1, 1, 5]);
  });
});
