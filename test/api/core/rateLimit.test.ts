import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Client, clientOf, keyClient, sessionOf } from '../../support/api/api.ts';
import { query, startPortal, stopAfterTest, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { makePostgresServer } from '../../support/servers/postgresServer.ts';

interface Limited {
  portal: TestPortal;
  people: People;
}

const start = async (perMinute: number, databaseUrl?: string): Promise<TestPortal> =>
  stopAfterTest(
    await startPortal({
      portal: { workers: 'external', rateLimit: { perMinute } },
      ...(databaseUrl && { databaseUrl }),
    }),
  );

const limitedTo = async (perMinute: number): Promise<Limited> => {
  const portal = await start(perMinute);
  return { portal, people: await createPeople(portal) };
};

/** Made past the API, so that making keys uses up the minute of no key. */
const keyOf = async ({ portal, people }: Limited, owner: 'administrator' | 'client'): Promise<Client> => {
  const plenty = stopAfterTest(
    await startPortal({
      portal: { workers: 'external', rateLimit: { perMinute: 0 } },
      databaseUrl: portal.databaseUrl,
    }),
  );
  const key = { owner: people[owner], ...(owner === 'client' && { organization: people.organization }) };
  const { authorization } = await keyClient(plenty, people.administrator, key);
  return clientOf(portal, authorization);
};

const statuses = async (times: number, work: () => Promise<{ status: number }>): Promise<number[]> => {
  const seen: number[] = [];
  for (let time = 0; time < times; time++) seen.push((await work()).status);
  return seen;
};

/** What is left of the quota and of the minute, by a response's headers. */
const allowance = ({ headers }: { headers: Headers }) => {
  const [, remaining, seconds] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.get('RateLimit') ?? '') ?? [];
  return { remaining: Number(remaining), seconds: Number(seconds) };
};

describe('the rate limit', () => {
  it('counts each key separately', async () => {
    const limited = await limitedTo(3);
    const [one, other] = [await keyOf(limited, 'administrator'), await keyOf(limited, 'administrator')];
    expect(await statuses(5, () => one.get('/v1/tickets'))).toEqual([200, 200, 200, 429, 429]);
    expect(await statuses(2, () => other.get('/v1/tickets'))).toEqual([200, 200]);
  });

  it('counts all requests of a key together, including refused ones', async () => {
    const limited = await limitedTo(4);
    const key = await keyOf(limited, 'client');
    expect((await key.get('/v1/tickets')).status).toBe(200);
    expect((await key.get('/v1/nothing')).status).toBe(404);
    expect((await key.post('/v1/tickets', {})).status).toBe(422);
    expect((await key.get('/portal/v1/email-log')).status).toBe(403);
    expect((await key.get('/v1/tickets')).status).toBe(429);
  });

  it('counts a session by its user, separately from their keys and from other users', async () => {
    const limited = await limitedTo(2);
    const { portal, people } = limited;
    const key = await keyOf(limited, 'administrator');
    const session = () => sessionOf(portal, people.administrator).get('/portal/v1/email-log');
    expect(await statuses(3, session)).toEqual([200, 200, 429]);
    expect((await key.get('/v1/tickets')).status).toBe(200);
    expect((await sessionOf(portal, people.editor).get('/portal/v1/email-log')).status).toBe(200);
  });

  it('counts a user of an app’s other collection apart from the person with the same id', async () => {
    const portal = stopAfterTest(
      await startPortal({
        push: true,
        portal: { workers: 'external', rateLimit: { perMinute: 2 } },
        app: { collections: [{ slug: 'customers', auth: true, fields: [] }] },
      }),
    );
    const { administrator } = await createPeople(portal);
    const customer = { id: administrator.id, email: 'customer@example.com', password: 'correct horse' };
    await portal.payload.create({ collection: 'customers' as never, data: customer as never });
    const { body } = await clientOf(portal, null).post('/customers/login', customer);
    const theirs = clientOf(portal, `JWT ${body.token}`);
    expect(await statuses(3, () => theirs.get('/portal/v1/email-log'))).toEqual([403, 403, 429]);
    expect((await sessionOf(portal, administrator).get('/portal/v1/email-log')).status).toBe(200);
  });

  it('counts wrong credentials by address, an IPv6 one by its network, and no other address with it', async () => {
    const limited = await limitedTo(2);
    const key = await keyOf(limited, 'administrator');
    const stranger = (address: string) => () =>
      clientOf(limited.portal, 'Bearer nonsense').get('/v1/tickets', { 'X-Forwarded-For': address });
    expect(await statuses(3, stranger('203.0.113.7'))).toEqual([401, 401, 429]);
    expect(await statuses(1, stranger('203.0.113.8'))).toEqual([401]);
    expect(await statuses(2, stranger('2001:db8:1:2::1'))).toEqual([401, 401]);
    expect(await statuses(1, stranger('2001:db8:1:2:ffff::9'))).toEqual([429]);
    expect(await statuses(1, stranger('2001:db8:1:3::1'))).toEqual([401]);
    const fromThere = () => key.get('/v1/tickets', { 'X-Forwarded-For': '203.0.113.7' });
    expect(await statuses(2, fromThere)).toEqual([200, 200]);
  });

  it('tells what is left, and when to retry', async () => {
    const limited = await limitedTo(2);
    const key = await keyOf(limited, 'administrator');
    const first = await key.get('/v1/tickets');
    expect(first.headers.get('RateLimit-Policy')).toBe('"default";q=2;w=60');
    expect(allowance(first).remaining).toBe(1);
    expect(first.headers.get('Retry-After')).toBeNull();
    await key.get('/v1/tickets');
    const refused = await key.get('/v1/tickets');
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited']);
    const { remaining, seconds } = allowance(refused);
    expect(remaining).toBe(0);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(refused.headers.get('Retry-After')).toBe(String(seconds));
    expect(refused.body.message).toContain(String(seconds));
  });

  it('admits every caller again when their minute is over', async () => {
    const limited = await limitedTo(1);
    const key = await keyOf(limited, 'administrator');
    await query(
      limited.portal.databaseUrl,
      `create function end_soon() returns trigger language plpgsql as
         $$begin new.ends_at := now() + interval '1 second'; return new; end$$;
       create trigger end_soon before insert or update on support_portal.rate_limits
         for each row execute function end_soon()`,
    );
    expect(await statuses(2, () => key.get('/v1/tickets'))).toEqual([200, 429]);
    const status = async () => (await key.get('/v1/tickets')).status;
    await expect.poll(status, { interval: 3_000 }).toBe(200);
  });

  it('is in every response, except those that need no credentials', async () => {
    const limited = await limitedTo(1_000);
    const { portal, people } = limited;
    const key = await keyOf(limited, 'administrator');
    const { id } = (await sessionOf(portal, people.administrator).post('/portal/v1/api-keys', { name: 'x' }))
      .body;
    const answers = {
      200: await key.get('/v1/tickets'),
      201: await key.post('/v1/tickets', { subject: 'a', organization_id: String(people.organization) }),
      204: await sessionOf(portal, people.administrator).delete(`/portal/v1/api-keys/${id}`),
      400: await key.post('/v1/tickets', '{'),
      401: await clientOf(portal, null).get('/v1/tickets'),
      403: await key.get('/portal/v1/api-keys'),
      404: await key.get('/v1/nothing'),
      405: await key.delete('/v1/tickets'),
      415: await key.post('/v1/tickets', 'a=b', { 'Content-Type': 'text/plain' }),
      422: await key.get('/v1/tickets?page=0'),
    };
    for (const [status, answer] of Object.entries(answers)) {
      expect(answer.status).toBe(Number(status));
      expect([status, answer.headers.get('RateLimit-Policy')]).toEqual([status, '"default";q=1000;w=60']);
      expect([status, allowance(answer).remaining]).toEqual([status, expect.any(Number)]);
      expect(allowance(answer).remaining).toBeGreaterThan(900);
    }
  });

  it('counts what comes by a link for the address that it comes from', async () => {
    const limited = await limitedTo(6);
    const key = await keyOf(limited, 'administrator');
    const organization_id = String(limited.people.organization);
    const folder = await key.post('/v1/folders', { name: 'Texts', organization_id });
    const request = await key.post('/v1/upload-requests', {
      title: 'Texts',
      organization_id,
      folder_id: folder.body.id,
      recipients: [],
    });
    const { body } = await key.post(`/v1/upload-requests/${request.body.id}/links`);
    const link = body.url.split('/').at(-1);
    const at = (address: string) => ({ 'X-Forwarded-For': address });
    const holder = clientOf(limited.portal, `Bearer ${link}`);
    const page = (address: string) => holder.get(`/portal/v1/links/${link}`, at(address));
    const complete = () => holder.post(`/portal/v1/links/${link}/complete`, {}, at('198.51.100.7'));
    const begin = () => holder.post('/portal/v1/uploads', undefined, at('198.51.100.7'));
    expect(await statuses(4, () => page('198.51.100.7'))).toEqual([200, 200, 200, 200]);
    expect(await statuses(1, begin)).toEqual([412]);
    expect(await statuses(1, complete)).not.toEqual([429]);
    for (const refused of [complete, begin, () => page('198.51.100.7')])
      expect(await statuses(1, refused)).toEqual([429]);
    expect((await page('203.0.113.7')).status).toBe(200);
  });

  it('counts events and mails whose signature or secret is not reached, by address', async () => {
    const portal = stopAfterTest(
      await startPortal({
        portal: {
          workers: 'external',
          rateLimit: { perMinute: 2 },
          mailEvents: { mailgun: 'a key', ses: 'arn:aws:sns:eu-west-1:123456789012:topic' },
        },
      }),
    );
    const send = (provider: string, address: string, body = '{}') =>
      clientOf(portal, null).post(`/portal/v1/mail-events/${provider}`, body, { 'X-Forwarded-For': address });
    const refusals = [
      ['mailgun', '{}', 422],
      ['mailgun', '{', 400],
      ['ses', '{}', 422],
      ['resend', '{}', 404],
    ] as const;
    for (const [at, [provider, body, status]] of refusals.entries()) {
      const asked = await statuses(3, () => send(provider, `203.0.113.${at}`, body));
      expect([provider, ...asked]).toEqual([provider, status, status, 429]);
    }
    expect((await send('mailgun', '203.0.113.99')).status).toBe(422);
  });

  it('is off at 0, and then sets no header', async () => {
    const limited = await limitedTo(0);
    const key = await keyOf(limited, 'administrator');
    expect(new Set(await statuses(30, () => key.get('/v1/tickets')))).toEqual(new Set([200]));
    const { headers } = await key.get('/v1/tickets');
    expect([headers.get('RateLimit'), headers.get('RateLimit-Policy')]).toEqual([null, null]);
  });
});

describe('the rate limit of several instances', () => {
  it('is shared: quota used up at one is soon used up at the others', async () => {
    const limited = await limitedTo(50);
    const key = await keyOf(limited, 'administrator');
    const other = clientOf(await start(50, limited.portal.databaseUrl), key.authorization);
    await statuses(40, () => key.get('/v1/tickets'));
    const left = async () => allowance(await other.get('/v1/tickets')).remaining;
    // Its own ten requests alone would leave forty.
    await expect.poll(left, { interval: 600 }).toBeLessThan(11);
    await statuses(10, () => other.get('/v1/tickets'));
    expect((await other.get('/v1/tickets')).status).toBe(429);
    await expect.poll(async () => (await key.get('/v1/tickets')).status).toBe(429);
  });

  it('lives on if the counts cannot be shared', async () => {
    const limited = await limitedTo(3);
    const key = await keyOf(limited, 'administrator');
    await query(limited.portal.databaseUrl, 'drop table support_portal.rate_limits');
    expect(await statuses(4, () => key.get('/v1/tickets'))).toEqual([200, 200, 200, 429]);
  });

  it('speaks in a 503 too, and says 401 to no one while the database is away', async () => {
    const server = await makePostgresServer();
    try {
      const portal = await start(10, server.url);
      await clientOf(portal, null).get('/v1/tickets');
      await server.stop();
      for (const authorization of [null, 'Bearer nonsense', `Bearer sp_live_${'0'.repeat(49)}`]) {
        const { status, headers } = await clientOf(portal, authorization).get('/v1/tickets');
        expect([authorization, status]).toEqual([authorization, 503]);
        expect(headers.get('RateLimit-Policy')).toBe('"default";q=10;w=60');
      }
    } finally {
      await server.remove();
    }
  });
});

describe('a clock that is set back by an hour', () => {
  const hour = 3_600_000;

  it('closes no window of other processes for that hour', async () => {
    const limited = await limitedTo(3);
    const key = await keyOf(limited, 'administrator');
    await statuses(3, () => key.get('/v1/tickets'));
    const windows = (condition: string) =>
      query(
        limited.portal.databaseUrl,
        `select from support_portal.rate_limits where subject like 'key:%' and ${condition}`,
      );
    await expect.poll(async () => (await windows('count >= 3')).length).toBe(1);
    await query(
      limited.portal.databaseUrl,
      `update support_portal.rate_limits set count = 1000, ends_at = ends_at + interval '1 hour'`,
    );
    const other = clientOf(await start(3, limited.portal.databaseUrl), key.authorization);
    expect((await other.get('/v1/tickets')).status).toBe(200);
    await expect.poll(async () => (await windows('count < 1000')).length).toBe(1);
    const answer = await other.get('/v1/tickets');
    expect([answer.status, allowance(answer).remaining, allowance(answer).seconds <= 60]).toEqual([
      200,
      1,
      true,
    ]);
    expect(await statuses(2, () => other.get('/v1/tickets'))).toEqual([200, 429]);
  });

  it('closes no window of the process for that hour', async () => {
    const limited = await limitedTo(2);
    const { authorization } = await keyOf(limited, 'administrator');
    const key = clientOf(await start(2, limited.portal.databaseUrl), authorization);
    const now = Date.now.bind(Date);
    const ahead = vi.spyOn(Date, 'now').mockImplementation(() => now() + hour);
    onTestFinished(() => ahead.mockRestore());
    await key.get('/v1/tickets');
    ahead.mockRestore();
    expect(allowance(await key.get('/v1/tickets')).seconds).toBeLessThanOrEqual(60);
  });
});
