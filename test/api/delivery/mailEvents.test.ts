import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settingsSlug } from '../../../src/core/shared/portal/settingsSlug.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

const path = '/api/portal/v1/mail-events';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

let portal: TestPortal;
let people: People;

beforeAll(async () => {
  portal = await startPortal({
    portal: {
      workers: 'external',
      rateLimit: { perMinute: 0 },
      mailEvents: {
        postmark: 'right',
        sendgrid: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      },
    },
  });
  people = await createPeople(portal);
});

afterAll(() => portal.stop());

beforeEach(async () => {
  for (const table of ['mail_deliveries', 'email_log', 'support_portal.jobs'])
    await query(portal.databaseUrl, `delete from ${table}`);
});

const post = async (provider: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await portal.fetch(`${path}/${provider}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};

const setMailgun = (mailgun: string | null) =>
  portal.payload.updateGlobal({
    slug: settingsSlug as never,
    data: { notifications: { events: { mailgun } } } as never,
  });

const basic = (password: string) => ({
  Authorization: `Basic ${Buffer.from(`postmark:${password}`).toString('base64')}`,
});

const bounce = {
  RecordType: 'Bounce',
  Type: 'HardBounce',
  ID: 42,
  MessageID: 'a name',
  Email: 'ann@example.com',
};

const bySendgrid = (events: unknown) => {
  const body = JSON.stringify(events);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = sign('sha256', Buffer.from(timestamp + body), privateKey).toString('base64');
  return post('sendgrid', body, {
    'X-Twilio-Email-Event-Webhook-Signature': signature,
    'X-Twilio-Email-Event-Webhook-Timestamp': timestamp,
  });
};

const addRow = (messageId: string, to = 'ann@example.com') =>
  query(
    portal.databaseUrl,
    `insert into email_log ("to", status, created_at, message_id) values ($1, 'sent', now(), $2)`,
    [to, messageId],
  );

const list = async (parameters = '') => {
  const response = await portal.fetch(`/api/portal/v1/email-log${parameters}`, {
    headers: { Authorization: `JWT ${people.administrator.token}` },
  });
  return response.json();
};

describe('POST /api/portal/v1/mail-events/{provider}', () => {
  it('says at once what became of a mail, once', async () => {
    await addRow('a name');
    for (let times = 0; times < 2; times += 1)
      expect(await post('postmark', bounce, basic('right'))).toEqual({ status: 200, body: { events: 1 } });
    const { data } = await list('?delivery=bounced');
    expect(data).toMatchObject([
      { status: 'sent', delivery: { state: 'bounced', recipients: [{ address: 'ann@example.com' }] } },
    ]);
    expect(await query(portal.databaseUrl, 'select 1 from mail_deliveries')).toHaveLength(1);
  });

  it('is 401 with a wrong credential, and changes nothing', async () => {
    await addRow('a name');
    for (const headers of [{}, basic('wrong'), { Authorization: 'Bearer right' }])
      expect((await post('postmark', bounce, headers)).status).toBe(401);
    expect((await list()).data[0].delivery).toBeNull();
  });

  it.each(['resend', 'ses', 'mailgun', 'nobody', '__proto__', 'constructor'])(
    'is 404 for %s, which has no credential',
    async (provider) => {
      expect((await post(provider, bounce, basic('right'))).status).toBe(404);
    },
  );

  it.each([
    ['resend', 'not a secret'],
    ['ses', 'my-topic'],
    ['sendgrid', 'SG.an-api-key'],
  ])('cannot be given a credential that %s never shows', async (provider, credential) => {
    const saved = portal.payload.updateGlobal({
      slug: settingsSlug as never,
      data: { notifications: { events: { [provider]: credential } } } as never,
    });
    await expect(saved).rejects.toMatchObject({
      data: {
        errors: [{ path: `notifications.events.${provider}`, message: expect.stringMatching(/^Enter the/) }],
      },
    });
  });

  it('takes the credential of Settings from the next request on, and never shows it', async () => {
    const settings = await setMailgun('a signing key');
    expect(JSON.stringify(settings)).not.toContain('a signing key');
    expect(settings).toMatchObject({ notifications: { events: { hasMailgun: true, hasPostmark: false } } });
    await addRow('ours@example.com');
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const signature = createHmac('sha256', 'a signing key').update(`${timestamp}token`).digest('hex');
    const told = await post('mailgun', {
      signature: { timestamp, token: 'token', signature },
      'event-data': {
        event: 'delivered',
        id: 'event',
        timestamp: Number(timestamp),
        recipient: 'ann@example.com',
        message: { headers: { 'message-id': 'ours@example.com' } },
      },
    });
    expect(told).toEqual({ status: 200, body: { events: 1 } });
    expect((await list()).data[0].delivery).toMatchObject({ state: 'delivered' });
    await setMailgun(null);
    expect((await post('mailgun', {})).status).toBe(404);
  });

  it.each(['resend', 'postmark', 'ses', 'mailgun', 'sendgrid'])(
    'a credential of %s that is no text is an error of its field',
    async (name) => {
      const response = await portal.fetch(`/api/globals/${settingsSlug}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `JWT ${people.administrator.token}`,
        },
        body: JSON.stringify({ notifications: { events: { [name]: 5 } } }),
      });
      expect(response.status).toBe(400);
      expect((await response.json()).errors[0].data.errors[0].path).toBe(`notifications.events.${name}`);
    },
  );

  it('takes events of an unknown kind, and keeps them out', async () => {
    await addRow('a name');
    expect(await post('postmark', { ...bounce, RecordType: 'Dance' }, basic('right'))).toEqual({
      status: 200,
      body: { events: 0 },
    });
    expect((await list()).data[0].delivery).toBeNull();
  });

  it('takes ten thousand events at once, of rows that are there and rows that never come', async () => {
    await query(
      portal.databaseUrl,
      `insert into email_log ("to", status, created_at, message_id)
       select 'ann@example.com', 'sent', now(), 'mail-' || n || '@example.com' from generate_series(0, 4999) n`,
    );
    const eventOf = (number: number) => ({
      event: 'delivered',
      email: 'ann@example.com',
      timestamp: Math.floor(Date.now() / 1_000),
      'smtp-id': `<mail-${number}@example.com>`,
      sg_event_id: `event-${number}`,
    });
    const requests = Array.from({ length: 10 }, (_, request) =>
      bySendgrid(Array.from({ length: 1_000 }, (_each, index) => eventOf(request * 1_000 + index))),
    );
    for (const { status, body } of await Promise.all(requests))
      expect({ status, body }).toEqual({ status: 200, body: { events: 1_000 } });
    expect((await list('?delivery=delivered&per_page=1')).meta.total).toBe(5_000);
    const [waiting] = await query<{ count: string }>(
      portal.databaseUrl,
      `select sum(jsonb_array_length(data->'events')) as count from support_portal.jobs where queue = 'mail-events'`,
    );
    expect(Number(waiting?.count)).toBe(5_000);
  });

  it('rejects what it cannot read, and what is too large', async () => {
    expect((await post('postmark', '{', basic('right'))).status).toBe(400);
    expect((await post('postmark', ' '.repeat(5 * 1024 * 1024 + 1), basic('right'))).status).toBe(413);
    expect((await bySendgrid({ event: 'delivered' })).status).toBe(422);
    expect(
      (await post('postmark', { ...bounce, more: Array(260_000).fill({}) }, basic('right'))).status,
    ).toBe(413);
  });

  it('parses nothing large before its signature: each member of an object is expensive', async () => {
    const members = Array.from({ length: 20_000 }, (_, number) => [`m${number}`, 1]);
    const signature = { timestamp: '1', token: 'a', signature: '00' };
    const posted = { signature, ...Object.fromEntries(members) };
    await setMailgun('a signing key');
    expect((await post('mailgun', posted)).status).toBe(413);
    expect((await post('mailgun', { signature })).status).toBe(401);
    await setMailgun(null);
  });

  it('knows one method', async () => {
    const response = await portal.fetch(`${path}/postmark`);
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('POST, OPTIONS');
  });
});
