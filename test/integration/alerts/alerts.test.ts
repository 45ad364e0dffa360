import { createLocalReq } from 'payload';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { contextOf, type PortalContext } from '../../../src/core/context.ts';
import { enqueueAll } from '../../../src/core/jobs/jobs.ts';
import { workOf } from '../../../src/core/jobs/work.ts';
import { settingsSlug } from '../../../src/core/shared/portal/settingsSlug.ts';
import { deadAddresses } from '../../../src/features/alerts/addresses.ts';
import { alertQueue } from '../../../src/features/alerts/send.ts';
import { watch } from '../../../src/features/alerts/watch.ts';
import { lockTable } from '../../faults/lockTable.ts';
import { query, serverUrl, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People, type PersonRole } from '../../support/portal/people.ts';
import { json, startHttpServer, type TestHttpServer } from '../../support/servers/httpServer.ts';

let portal: TestPortal;
let people: People;
let context: PortalContext;
let status = 200;
let receiver: TestHttpServer;

beforeAll(async () => {
  receiver = await startHttpServer((response) => json(response, status, {}));
  const transport = {
    name: 'test',
    send: async () => ({ outcome: 'refused', error: '', undeliverable: [] }),
  };
  portal = await startPortal({
    portal: {
      workers: 'external',
      webhooks: { allowedNetworks: ['127.0.0.0/8'] },
      mail: { transports: [transport as never] },
    },
  });
  people = await createPeople(portal);
  context = contextOf(portal.payload) as PortalContext;
});

afterAll(async () => {
  await portal.stop();
  await receiver.close();
});

const setAddresses = (alerts: readonly { url: string; format: string }[]) =>
  portal.payload.updateGlobal({ slug: settingsSlug as never, data: { notifications: { alerts } } as never });

beforeEach(async () => {
  status = 200;
  receiver.requests.length = 0;
  for (const table of ['mail_deliveries', 'email_log', 'support_portal.alerts', 'support_portal.jobs'])
    await query(portal.databaseUrl, `delete from ${table}`);
  await query(portal.databaseUrl, 'delete from support_portal.alert_addresses');
  await setAddresses([{ url: receiver.url, format: 'json' }]);
  await watch(portal.payload, context);
});

const addMail = (mail: 'sent' | 'failed', error: string | null = null) =>
  query(
    portal.databaseUrl,
    `insert into email_log ("to", status, error, created_at) values ('ann@example.com', $1, $2, now())`,
    [mail, error],
  );

const look = async () => {
  await watch(portal.payload, context);
  await workOf(portal.payload).round(5_000);
  return receiver.requests.splice(0).map(({ body }) => JSON.parse(body));
};

const hourAgo = () =>
  query(
    portal.databaseUrl,
    `update support_portal.alerts set told_at = told_at - interval '1 hour' where told_at is not null`,
  );

describe('alerts', () => {
  it('tell of the first mail that fails after one that did not, once an hour while it goes on, and of its end', async () => {
    await addMail('sent');
    expect(await look()).toEqual([]);
    await addMail('failed', 'The proxy is over quota');
    const [began] = await look();
    expect(began).toMatchObject({
      kind: 'mail_failing',
      state: 'began',
      count: 1,
      detail: 'The proxy is over quota',
      url: `${serverUrl}/admin/collections/email-log?status=failed`,
    });
    await addMail('failed', 'Still');
    expect(await look()).toEqual([]);
    await hourAgo();
    expect(await look()).toMatchObject([
      { state: 'continues', since: began.since, count: 2, detail: 'Still' },
    ]);
    await addMail('sent');
    expect(await look()).toMatchObject([{ state: 'ended', since: began.since }]);
    expect(await look()).toEqual([]);
  });

  it('tell of a failure that was over before the next look', async () => {
    await addMail('failed', 'Once');
    await addMail('sent');
    const told = await look();
    expect(told.map(({ state }) => state).toSorted()).toEqual(['began', 'ended']);
    expect(await look()).toEqual([]);
  });

  it('do not tell of an end because the log was purged', async () => {
    await addMail('failed', 'Once');
    const [{ since }] = await look();
    await query(portal.databaseUrl, 'delete from email_log');
    expect(await look()).toEqual([]);
    await hourAgo();
    expect(await look()).toMatchObject([{ kind: 'mail_failing', state: 'continues', since }]);
    await addMail('sent');
    expect(await look()).toMatchObject([{ kind: 'mail_failing', state: 'ended', since }]);
  });

  it('do not tell an address of what was over before it was set', async () => {
    await setAddresses([]);
    await addMail('failed', 'While no one was told');
    await watch(portal.payload, context);
    await addMail('sent');
    await setAddresses([{ url: receiver.url, format: 'json' }]);
    expect(await look()).toEqual([]);
  });

  it('are told once, however many processes look', async () => {
    await addMail('failed', 'Once');
    await Promise.all(Array.from({ length: 5 }, () => watch(portal.payload, context)));
    expect(await look()).toHaveLength(1);
  });

  it('tell of bounces: at least ten, and more than one in twenty of the mails of an hour', async () => {
    const bounce = (count: number) =>
      query(
        portal.databaseUrl,
        `with mails as (
           insert into email_log ("to", status, created_at)
           select 'ann@example.com', 'sent', now() from generate_series(1, $1) returning id)
         insert into mail_deliveries (email, recipient, state, counts, source, event_id, at)
         select id::text, 'ann@example.com', 'bounced', true, 'resend', id::text, now() from mails`,
        [count],
      );
    await bounce(9);
    expect(await look()).toEqual([]);
    await bounce(1);
    expect(await look()).toMatchObject([{ kind: 'bounces', state: 'began', count: 10 }]);
    for (let mails = 0; mails < 190; mails += 1) await addMail('sent');
    expect(await look()).toMatchObject([{ kind: 'bounces', state: 'ended' }]);
  });

  it('tell that nothing can carry mail, and of the end of that', async () => {
    const bare = await startPortal({
      portal: {
        workers: 'external',
        webhooks: { allowedNetworks: ['127.0.0.0/8'] },
        mail: { transports: [] },
      },
    });
    onTestFinished(() => bare.stop());
    const save = (notifications: object) =>
      bare.payload.updateGlobal({ slug: settingsSlug as never, data: { notifications } as never });
    const lookThere = async () => {
      await watch(bare.payload, contextOf(bare.payload) as PortalContext);
      await workOf(bare.payload).round(5_000);
      return receiver.requests.splice(0).map(({ body }) => JSON.parse(body));
    };
    await save({ alerts: [{ url: receiver.url, format: 'json' }] });
    expect(await lookThere()).toMatchObject([{ kind: 'no_transport', state: 'began', count: 1 }]);
    expect(await lookThere()).toEqual([]);
    await save({ smtp: { host: '127.0.0.1', port: 25 } });
    expect(await lookThere()).toMatchObject([{ kind: 'no_transport', state: 'ended' }]);
  });

  it('tell of webhooks that the portal turned off, and not of those that their owner did', async () => {
    const add = (reason: string) =>
      query(
        portal.databaseUrl,
        `insert into webhooks (url, events, status, disabled_reason, secret)
         values ('https://hooks.example.com/secret-path', '[]', 'disabled', $1, '')`,
        [reason],
      );
    onTestFinished(async () => void (await query(portal.databaseUrl, 'delete from webhooks')));
    await add('owner');
    expect(await look()).toEqual([]);
    await add('failing');
    expect(await look()).toMatchObject([
      { kind: 'webhook_disabled', state: 'began', count: 1, detail: 'hooks.example.com' },
    ]);
  });

  it('tell of the other kinds while the table of one is locked', async () => {
    onTestFinished(async () => void (await query(portal.databaseUrl, 'delete from webhooks')));
    const { unlock } = await lockTable(portal.databaseUrl, 'email_log');
    await query(
      portal.databaseUrl,
      `insert into webhooks (url, events, status, disabled_reason, secret)
       values ('https://hooks.example.com', '[]', 'disabled', 'gone', '')`,
    );
    expect(await look()).toMatchObject([{ kind: 'webhook_disabled', state: 'began' }]);
    await unlock();
    await addMail('failed', 'Once');
    expect(await look()).toMatchObject([{ kind: 'mail_failing', state: 'began' }]);
  });

  it('speak as Slack understands it, and let no server mention anyone', async () => {
    await setAddresses([{ url: receiver.url, format: 'slack' }]);
    await addMail('failed', '<!channel> & more');
    const [{ text }] = await look();
    expect(text).toContain('*Support portal: Mails are failing*');
    expect(text).toContain('&lt;!channel&gt; &amp; more');
  });

  it('reach an address that was away, and the others at once; the dead one is known', async () => {
    const dead = await startHttpServer(() => {});
    const { url } = dead;
    await dead.close();
    await setAddresses([
      { url, format: 'json' },
      { url: receiver.url, format: 'json' },
    ]);
    await addMail('failed', 'Once');
    expect(await look()).toHaveLength(1);
    expect(await deadAddresses(portal.payload)).toMatchObject([{ url }]);
    await setAddresses([{ url: receiver.url, format: 'json' }]);
    expect(await deadAddresses(portal.payload)).toEqual([]);
  });

  it('reach the others while an address hangs', async () => {
    const hanging = await startHttpServer(() => {});
    onTestFinished(hanging.close);
    await setAddresses([
      { url: hanging.url, format: 'json' },
      { url: receiver.url, format: 'json' },
    ]);
    await addMail('failed', 'Once');
    await watch(portal.payload, context);
    // The round waits for the address that hangs, and by then the other has its alert.
    const round = workOf(portal.payload).round(4_000);
    await expect.poll(() => hanging.requests.length).toBe(1);
    await expect.poll(() => receiver.requests.length).toBe(1);
    expect(await round).toMatchObject({ more: true });
  });

  it('reach the others while many alerts hang', async () => {
    const hanging = await startHttpServer(() => {});
    onTestFinished(hanging.close);
    const addresses = [hanging.url, receiver.url].map((url) => ({ url, format: 'json' as const }));
    await setAddresses(addresses);
    const alert = { kind: 'test', state: 'began', since: '', count: 1, detail: null, url: null } as const;
    const [bad, good] = addresses.map((address) => ({ data: { address, alert } }));
    if (!bad || !good) throw new Error('There are two addresses.');
    await enqueueAll(await createLocalReq({}, portal.payload), alertQueue, [
      ...Array<typeof bad>(40).fill(bad),
      { ...good, afterSeconds: 0.1 },
    ]);
    // An address that hangs is given up after 15 seconds. A busy machine needs some of them for forty requests.
    const round = workOf(portal.payload).round(9_000);
    await expect.poll(() => receiver.requests.length, { timeout: 8_000 }).toBe(1);
    await round;
  });

  it('are tried again until the address takes them', async () => {
    status = 500;
    await addMail('failed', 'Once');
    await look();
    expect(await deadAddresses(portal.payload)).toHaveLength(1);
    status = 200;
    await query(portal.databaseUrl, `update support_portal.jobs set due_at = now() where queue = 'alerts'`);
    expect(await look()).toMatchObject([{ kind: 'mail_failing', state: 'began' }]);
    expect(await deadAddresses(portal.payload)).toEqual([]);
  });

  it('are given up after 150 tries, and once Settings do not name their address any more', async () => {
    const isLeft = async (fields: string) => {
      await query(portal.databaseUrl, `update support_portal.jobs set due_at = now()${fields}`);
      await look();
      return (await query(portal.databaseUrl, 'select 1 from support_portal.jobs')).length > 0;
    };
    status = 500;
    await addMail('failed', 'Once');
    await look();
    expect(await isLeft(', claims = 148')).toBe(true);
    expect(await isLeft('')).toBe(false);
    await hourAgo();
    await addMail('failed', 'Again');
    expect(await look()).toMatchObject([{ state: 'continues' }]);
    expect(await isLeft('')).toBe(true);
    await setAddresses([]);
    await query(portal.databaseUrl, 'update support_portal.jobs set due_at = now()');
    expect(await look()).toEqual([]);
    expect(await isLeft('')).toBe(false);
  });

  it('go to no address that the guard of webhooks rejects', async () => {
    const set = (url: string) => setAddresses([{ url, format: 'json' }]);
    await expect(set('http://169.254.169.254/latest')).rejects.toThrow();
    await expect(set('http://10.0.0.1/')).rejects.toThrow();
    await expect(set('file:///etc/passwd')).rejects.toThrow();
    await expect(set('https://user:pass@example.com/')).rejects.toThrow();
  });
});

describe('POST /api/portal/v1/alerts/test', () => {
  const test = async (role: PersonRole = 'administrator') => {
    const response = await portal.fetch('/api/portal/v1/alerts/test', {
      method: 'POST',
      headers: { Authorization: `JWT ${people[role].token}` },
    });
    return { status: response.status, body: await response.json() };
  };

  it('sends a test to each address, and says which took it', async () => {
    expect(await test()).toEqual({
      status: 200,
      body: { data: [{ url: receiver.url, status: 'ok', error: null }] },
    });
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({ kind: 'test', state: 'began' });
    status = 404;
    expect((await test()).body.data).toMatchObject([
      { status: 'failed', error: expect.stringContaining('404') },
    ]);
  });

  it('is not for clients', async () => {
    expect((await test('client')).status).toBe(403);
  });
});
