import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf, type PortalContext } from '../../src/core/context.ts';
import { pruneInboundMails } from '../../src/features/inbound/storage/prune.ts';
import { type Client, keyClient, sessionOf } from '../support/api/api.ts';
import { deliver, type Written, withInbound, written } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let staff: Client;
let client: Client;

beforeAll(async () => {
  portal = await startPortal({
    portal: {
      ...withInbound,
    },
  });
  people = await createPeople(portal);
  const { administrator, organization } = people;
  staff = await keyClient(portal, administrator, { owner: administrator });
  client = await keyClient(portal, administrator, { owner: people.client, organization });
});

afterAll(() => portal.stop());

const path = (id: string, rest = '') => `/portal/v1/inbound-mails/${id}${rest}`;

const mailOf = async (id: string) => (await staff.get(path(id))).body;

const processed = async (id: string) => {
  await eventually(async () => (await mailOf(id)).outcome !== null, 25);
  return mailOf(id);
};

const receive = async (raw: string) => processed((await deliver(portal, raw)).body.id);

const from = 'stranger@elsewhere.example';

const held = (message: Partial<Written> = {}) => receive(written({ from, ...message }));

const accept = async (id: string): Promise<string> => {
  const ticket = (await client.post('/v1/tickets', { subject: 'VPN is slow' })).body.id;
  expect((await staff.post(path(id, '/accept'), { ticket_id: ticket })).status).toBe(200);
  return ticket;
};

/** The raw messages in the file storage. */
const stored = () =>
  readdirSync(join(portal.dataDir, 'inbound'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );

const prune = () => pruneInboundMails(portal.payload, contextOf(portal.payload) as PortalContext);

/** Makes a message as old as that. */
const age = (id: string, days: number) =>
  query(
    portal.databaseUrl,
    `update inbound_mails set received_at = received_at - $1 * interval '1 day',
       processed_at = processed_at - $1 * interval '1 day' where id = $2`,
    [days, id],
  );

const textOf = async (response: Response) => ({ status: response.status, text: await response.text() });

const fetchAs = (address: string, token: string) =>
  portal.fetch(`/api${address}`, { headers: { Authorization: `JWT ${token}` } });

describe('a message that waits', () => {
  it('is downloaded as it came', async () => {
    const raw = written({ from, text: 'Grüße' });
    const { id } = await receive(raw);
    const response = await fetchAs(path(id, '/message'), people.editor.token);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'message/rfc822',
      'content-disposition': `attachment; filename="message-${id}.eml"`,
      'x-content-type-options': 'nosniff',
    });
    expect(await textOf(response)).toEqual({ status: 200, text: raw });
  });

  it('is shown as a page that runs and loads nothing', async () => {
    const html = '<p>Hello</p><script>alert(1)</script><img src="https://a.example/pixel.png">';
    const raw = written({ from, text: html }).replace('text/plain', 'text/html');
    const { id } = await receive(raw);
    const response = await fetchAs(path(id, '/page'), people.editor.token);
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('Content-Security-Policy')?.split('; ');
    expect(policy).toEqual([
      'sandbox',
      "default-src 'none'",
      'img-src data:',
      "style-src 'unsafe-inline'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
    ]);
    expect((await textOf(response)).text).toContain('<p>Hello</p>');
  });

  it('is shown to no one else', async () => {
    const { id } = await held();
    for (const role of ['client', 'representative'] as const)
      for (const rest of ['/message', '/page'])
        expect((await fetchAs(path(id, rest), people[role].token)).status).toBe(403);
    expect((await sessionOf(portal, people.client).post(path(id, '/process'))).status).toBe(403);
  });

  it('is processed again, after its sender became a client', async () => {
    const newcomer = 'newcomer@elsewhere.example';
    const { id, reason } = await held({ from: newcomer, text: 'Let me in.' });
    expect(reason).toBe('unknown_sender');
    const data = {
      email: newcomer,
      password: 'a password',
      role: 'client',
      organization: people.organization,
    };
    await portal.payload.create({ collection: 'users', data, overrideAccess: true } as never);
    const again = await staff.post(path(id, '/process'));
    expect([again.status, again.body.outcome]).toEqual([202, null]);
    const mail = await processed(id);
    expect(mail).toMatchObject({ outcome: 'ticket', reason: null, text: 'Let me in.' });
    expect((await staff.post(path(id, '/process'))).body.error).toBe('conflict');
    await eventually(async () => (await staff.request('GET', path(id, '/page'))).status === 404);
  });

  it('gets its header anew when it is processed again', async () => {
    const { id } = await held({ from: 'other@elsewhere.example', text: 'Let me in.' });
    // As a version left it that could not read the header.
    await query(portal.databaseUrl, `update inbound_mails set "from" = null, subject = '?' where id = $1`, [
      id,
    ]);
    expect((await staff.post(path(id, '/process'))).status).toBe(202);
    expect(await processed(id)).toMatchObject({ from: 'other@elsewhere.example', subject: 'A question' });
  });
});

describe('a message that failed', () => {
  it('is read as far as it can be', async () => {
    const deep = Array.from(
      { length: 130 },
      (_, at) => `--b${at - 1}\r\nContent-Type: multipart/mixed; boundary=b${at}\r\n\r\n`,
    );
    const raw = written({ from, text: `${deep.slice(1).join('')}Find me.` });
    const mail = await receive(raw.replace('text/plain; charset=utf-8', 'multipart/mixed; boundary=b0'));
    expect(mail.outcome).toBe('failed');
    expect(mail.text).toContain('Find me.');
    const page = await fetchAs(path(mail.id, '/page'), people.editor.token);
    expect((await textOf(page)).text).toContain('Find me.');
  });
});

describe('a message that staff accepted', () => {
  it('is kept for 30 days: read, downloaded, and processed again, whatever it became stays', async () => {
    const { id } = await held({ text: 'Accepted.' });
    const ticket = await accept(id);
    expect((await mailOf(id)).text).toBe('Accepted.');
    expect((await fetchAs(path(id, '/message'), people.editor.token)).status).toBe(200);
    expect((await staff.post(path(id, '/process'))).status).toBe(202);
    expect(await processed(id)).toMatchObject({ outcome: 'held', reason: 'unknown_sender', ticket_id: null });
    expect((await staff.get(`/v1/tickets/${ticket}/replies`)).body.data).toHaveLength(1);
    await accept(id);
    await age(id, 31);
    await prune();
    expect((await fetchAs(path(id, '/message'), people.editor.token)).status).toBe(404);
    expect((await staff.post(path(id, '/process'))).status).toBe(409);
    expect((await mailOf(id)).text).toBe('Accepted.');
  });

  it('is kept though the daily task runs before', async () => {
    const { id } = await held();
    await accept(id);
    await age(id, 29);
    await prune();
    expect((await fetchAs(path(id, '/message'), people.editor.token)).status).toBe(200);
  });
});

describe('the row of a message', () => {
  it('ends after 365 days with its raw message, and its ticket stays', async () => {
    const [young, old] = [await held(), await held()];
    const ticket = await accept(old.id);
    await age(young.id, 364);
    await age(old.id, 366);
    await query(portal.databaseUrl, 'update inbound_mails set processed_at = now() where id = $1', [old.id]);
    const before = stored().length;
    await prune();
    expect((await staff.get(path(young.id))).status).toBe(200);
    expect((await staff.get(path(old.id))).status).toBe(404);
    // That of the younger one has ended after 30 days.
    expect(stored()).toHaveLength(before - 2);
    expect((await staff.get(`/v1/tickets/${ticket}/replies`)).body.data).toHaveLength(1);
  });

  it('does not end before the message is processed', async () => {
    const { id } = await held();
    await age(id, 400);
    await query(portal.databaseUrl, 'update inbound_mails set outcome = null where id = $1', [id]);
    await prune();
    expect((await staff.get(path(id))).status).toBe(200);
  });

  it('ends after other days by an option, and never by Infinity', async () => {
    const context = contextOf(portal.payload) as PortalContext;
    const [one, other] = [await held(), await held()];
    for (const { id } of [one, other]) await age(id, 400);
    const pruneAfter = (retentionDays: number) =>
      pruneInboundMails(portal.payload, {
        ...context,
        options: { ...context.options, inboundMails: { retentionDays } },
      });
    await pruneAfter(Number.POSITIVE_INFINITY);
    await pruneAfter(401);
    expect((await staff.get(path(one.id))).status).toBe(200);
    await pruneAfter(399);
    expect((await staff.get(path(one.id))).status).toBe(404);
  });
});

describe('an erased address', () => {
  const erase = (address: string) =>
    sessionOf(portal, people.administrator).post('/portal/v1/email-log/erase', { address });

  it('leaves nothing of the messages that it sent but their rows', async () => {
    const gone = 'gone@elsewhere.example';
    const waiting = await held({ from: `Gone <${gone}>`, subject: 'My name is Gone', text: 'Mine' });
    const accepted = await held({ from: gone, text: 'Mine too' });
    await accept(accepted.id);
    const before = stored().length;
    expect((await erase('Gone@elsewhere.EXAMPLE')).status).toBe(200);
    expect(await mailOf(waiting.id)).toMatchObject({
      from: '[erased]',
      subject: null,
      message_id: null,
      outcome: 'discarded',
      reason: null,
      text: null,
    });
    expect(await mailOf(accepted.id)).toMatchObject({ from: '[erased]', subject: null, outcome: 'reply' });
    expect(stored()).toHaveLength(before - 2);
  });

  it('is replaced where others name it, and no longer address with it', async () => {
    const { id } = await held({
      subject: 'About eva@gone.example',
      text: 'eva@gone.example, neva@gone.example',
    });
    await erase('eva@gone.example');
    expect(await mailOf(id)).toMatchObject({
      outcome: 'held',
      from,
      subject: 'About [erased]',
      text: '[erased], neva@gone.example',
    });
  });

  it('leaves no connection by which it was the sender of another’s message', async () => {
    const { id } = (
      await deliver(portal, written({ from, subject: 'Sent for another' }), {
        'X-Client-Address': '192.0.2.77',
        'X-Client-Helo': 'mail.gone.example',
        'X-Envelope-From': '<ivy@gone.example>',
      })
    ).body;
    await processed(id);
    const connections = () =>
      query(portal.databaseUrl, 'select connection from inbound_mails where id = $1', [id]);
    expect(await connections()).toEqual([
      { connection: { ip: '192.0.2.77', helo: 'mail.gone.example', sender: 'ivy@gone.example' } },
    ]);
    await erase('ivy@gone.example');
    expect(await connections()).toEqual([{ connection: null }]);
  });

  it.each([
    ['a line break', '\n', 'nora@gone.example'],
    ['a tab', '\t', 'tora@gone.example'],
  ])('is found in a connection behind %s, and no other for it', async (_, sign, similar) => {
    const { id } = await held();
    const connection = { ip: null, helo: `mail${sign}ora@gone.example`, sender: null };
    await query(portal.databaseUrl, 'update inbound_mails set connection = $1 where id = $2', [
      JSON.stringify(connection),
      id,
    ]);
    const stored = () =>
      query(portal.databaseUrl, 'select connection from inbound_mails where id = $1', [id]);
    expect((await erase(similar)).status).toBe(200);
    expect(await stored()).toEqual([{ connection }]);
    expect((await erase('ora@gone.example')).status).toBe(200);
    expect(await stored()).toEqual([{ connection: null }]);
  });
});

describe('a sender who is not wanted', () => {
  const spammer = 'Deals <deals@spam.example>';

  const blocked = async (): Promise<{ id: string; sender: string }[]> =>
    (await staff.get('/portal/v1/blocked-senders')).body.data;

  const list = async () => (await blocked()).map(({ sender }) => sender);

  const unblock = async (address: string) => {
    const entry = (await blocked()).find(({ sender }) => sender === address);
    return staff.delete(`/portal/v1/blocked-senders/${entry?.id ?? 'x'}`);
  };

  it('is blocked: their messages are set aside, and kept', async () => {
    const [first, other, stranger] = [
      await held({ from: spammer }),
      await held({ from: spammer }),
      await held({ from: 'else@spam.example' }),
    ];
    const { status, body } = await staff.post(path(first.id, '/block'), { scope: 'sender' });
    expect({ status, body }).toMatchObject({ status: 200, body: { outcome: 'ignored', reason: 'blocked' } });
    expect(await mailOf(other.id)).toMatchObject({ outcome: 'ignored', reason: 'blocked' });
    expect((await mailOf(stranger.id)).outcome).toBe('held');
    const later = await held({ from: spammer, text: 'Buy one more.' });
    expect(later).toMatchObject({ outcome: 'ignored', reason: 'blocked' });
    await age(later.id, 29);
    await prune();
    expect(await mailOf(later.id)).toMatchObject({ text: expect.stringContaining('Buy one more.') });
    expect((await fetchAs(path(later.id, '/message'), people.editor.token)).status).toBe(200);

    await age(later.id, 2);
    await prune();
    expect((await fetchAs(path(later.id, '/message'), people.editor.token)).status).toBe(404);
  });

  it('is let in by hand, and is told nothing', async () => {
    const { id } = await held({ from: spammer });
    const accepted = await staff.post(path(id, '/accept'), {
      organization_id: String(people.organization),
    });
    expect(accepted.body).toMatchObject({ outcome: 'ticket' });
    const { body } = await staff.get(`/portal/v1/email-log?to=deals@spam.example`);
    expect(body.data).toEqual([]);
  });

  it('is unblocked, and processed again', async () => {
    await staff.post(path((await held({ from: 'ann@late.example' })).id, '/block'));
    const { id } = await held({ from: 'ann@late.example' });
    expect(await list()).toContain('ann@late.example');
    expect((await unblock('ann@late.example')).status).toBe(204);
    expect((await unblock('ann@late.example')).status).toBe(404);
    expect((await staff.post(path(id, '/process'))).status).toBe(202);
    expect(await processed(id)).toMatchObject({ outcome: 'held', reason: 'unknown_sender' });
  });

  it('is blocked with their whole domain, and mail that could not be delivered counts still', async () => {
    const { id } = await held({ from: 'one@bulk.example' });
    const ofSeveral = await held({ from: 'two@bulk.example, three@elsewhere.example' });
    expect((await staff.post(path(id, '/block'), { scope: 'domain' })).status).toBe(200);
    expect(await mailOf(ofSeveral.id)).toMatchObject({ outcome: 'held', reason: 'ambiguous' });
    expect(await held({ from: 'Other <other@BULK.example>' })).toMatchObject({ reason: 'blocked' });
    expect(await held({ from: 'other@sub.bulk.example' })).toMatchObject({ outcome: 'held' });
  });

  it.each([
    ['the portal itself', 'support+x@portal.test', 'sender', /portal itself/],
    ['the portal’s domain', 'anyone@portal.test', 'domain', /portal itself/],
    ['the team', 'editor@example.com', 'sender', /member of the team/],
    ['people with an account', 'stranger@example.com', 'domain', /People with an account/],
    ['an organization’s domain', 'new@theirs.example', 'domain', /organization has this domain/],
  ])('cannot be %s', async (_what, address, scope, sentence) => {
    await portal.payload.update({
      collection: 'organizations',
      id: people.otherOrganization,
      data: { domains: ['theirs.example'] },
      overrideAccess: true,
    });
    const { id } = await held();
    await query(portal.databaseUrl, `update inbound_mails set "from" = $1 where id = $2`, [address, id]);
    const { status, body } = await staff.post(path(id, '/block'), { scope });
    expect({ status, message: body.message }).toEqual({
      status: 409,
      message: expect.stringMatching(sentence),
    });
    expect((await mailOf(id)).outcome).toBe('held');
  });

  it('cannot be several people at once', async () => {
    const { id } = await held({ from: 'a@two.example, b@two.example' });
    expect((await staff.post(path(id, '/block'))).status).toBe(422);
  });

  it('may be a client, whose account stays', async () => {
    const { id } = await receive(written({ from: people.client.email }));
    expect((await staff.post(path(id, '/block'))).body).toMatchObject({ outcome: 'ticket' });
    expect(await receive(written({ from: people.client.email }))).toMatchObject({ reason: 'blocked' });
    expect((await unblock(people.client.email)).status).toBe(204);
  });

  it('sends spam, which is kept and blocks no one', async () => {
    const { id } = await held({ from: 'spam@once.example' });
    expect((await staff.post(path(id, '/spam'))).body).toMatchObject({ outcome: 'ignored', reason: 'spam' });
    expect(await mailOf(id)).toMatchObject({ text: expect.stringContaining('Does it work?') });
    expect(await list()).not.toContain('spam@once.example');
    await accept(id);
    expect((await staff.post(path(id, '/spam'))).status).toBe(409);
  });

  it('is no longer named once their address is erased', async () => {
    await staff.post(path((await held({ from: 'gone@erased.example' })).id, '/block'));
    expect(await list()).toContain('gone@erased.example');
    const admin = sessionOf(portal, people.administrator);
    await admin.post('/portal/v1/email-log/erase', { address: 'gone@erased.example' });
    expect(await list()).not.toContain('gone@erased.example');
  });

  it('is blocked by staff alone', async () => {
    const { id } = await held();
    for (const other of [client, sessionOf(portal, people.representative)]) {
      expect((await other.post(path(id, '/block'))).status).toBe(403);
      expect((await other.post(path(id, '/spam'))).status).toBe(403);
      expect((await other.get('/portal/v1/blocked-senders')).status).toBe(403);
    }
  });
});
