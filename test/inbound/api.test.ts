import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf, keyClient, sessionOf } from '../support/api/api.ts';
import { deliver, inboundSecret, type Written, withInbound, written } from '../support/mail/inbound.ts';
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

const post = (body: BodyInit, type: string | null, headers: Record<string, string> = {}) =>
  portal.fetch('/api/portal/v1/inbound', {
    method: 'POST',
    headers: { Authorization: `Bearer ${inboundSecret}`, ...(type && { 'Content-Type': type }), ...headers },
    body,
  });

const held = async (message: Partial<Written> = {}): Promise<string> => {
  const { body } = await deliver(portal, written({ from: 'stranger@elsewhere.example', ...message }));
  await eventually(
    async () => (await staff.get(`/portal/v1/inbound-mails/${body.id}`)).body.outcome === 'held',
  );
  return body.id;
};

const mailOf = async (id: string) => (await staff.get(`/portal/v1/inbound-mails/${id}`)).body;

describe('the way in over HTTP', () => {
  const from = 'stranger@elsewhere.example';

  it('takes a raw message, and knows it again', async () => {
    const message = written({ from });
    const first = await deliver(portal, message);
    expect(first).toEqual({ status: 202, body: { id: expect.any(String) } });
    expect(await deliver(portal, message)).toEqual({ status: 200, body: first.body });
    // By IMAP it has other line ends, and the traces of its way.
    const byOtherWay = `Received: from mx.example\nDelivered-To: support@portal.test\n${message.replaceAll('\r\n', '\n')}`;
    expect(await deliver(portal, byOtherWay)).toEqual({ status: 200, body: first.body });
  });

  it('takes two messages of one Message-ID for two', async () => {
    const message = written({ from, headers: ['X-Part: one'] });
    const [one, other] = [
      await deliver(portal, message),
      await deliver(portal, message.replace('Does', 'Did')),
    ];
    expect(other.status).toBe(202);
    expect(other.body.id).not.toBe(one.body.id);
  });

  it('takes the same message once if it comes ten times at the same moment', async () => {
    const message = written({ from });
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(portal, message)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
  });

  it.each(['email', 'body-mime'])('takes the part %s of a form', async (name) => {
    const form = new FormData();
    form.append('recipient', 'support@portal.test');
    form.append(name, written({ from, subject: `part ${name}` }));
    const response = await post(form, null);
    expect(response.status).toBe(202);
    const { id } = await response.json();
    await eventually(async () => (await mailOf(id)).outcome === 'held');
    expect((await mailOf(id)).subject).toBe(`part ${name}`);
  });

  it.each(['<>', '', 'MAILER-DAEMON', '< >'])(
    'hears of an empty return path from a pipe: "%s"',
    async (path) => {
      const message = written({ from: 'client@example.com' });
      const { body } = await deliver(portal, message, { 'X-Envelope-From': path });
      await eventually(async () => (await mailOf(body.id)).outcome !== null);
      expect(await mailOf(body.id)).toMatchObject({ outcome: 'ignored', reason: 'empty return path' });
    },
  );

  it('takes the message of a person after a copy that came with an empty return path', async () => {
    const message = written({ from: 'client@example.com' });
    const send = async (path: string) => {
      const { status, body } = await deliver(portal, message, { 'X-Envelope-From': path });
      await eventually(async () => (await mailOf(body.id)).outcome !== null);
      return [status, (await mailOf(body.id)).outcome];
    };
    expect(await send('')).toEqual([202, 'ignored']);
    expect(await send('client@example.com')).toEqual([202, 'ticket']);
    expect(await send('')).toEqual([200, 'ignored']);
    expect(await send('client@example.com')).toEqual([200, 'ticket']);
  });

  it('hears of an empty return path from the form of SendGrid', async () => {
    const form = new FormData();
    form.append('email', written({ from: 'client@example.com' }));
    form.append('envelope', JSON.stringify({ to: ['support@portal.test'], from: '' }));
    const { id } = await (await post(form, null)).json();
    await eventually(async () => (await mailOf(id)).outcome !== null);
    expect(await mailOf(id)).toMatchObject({ outcome: 'ignored', reason: 'empty return path' });
  });

  it('hears of an empty return path from the form of Mailgun', async () => {
    const form = new FormData();
    form.append('body-mime', written({ from: 'client@example.com' }));
    form.append('sender', '');
    const { id } = await (await post(form, null)).json();
    await eventually(async () => (await mailOf(id)).outcome !== null);
    expect((await mailOf(id)).outcome).toBe('ignored');
  });

  it('takes the raw message in the JSON of Postmark', async () => {
    const RawEmail = written({ from, subject: 'Grüße' });
    const response = await post(JSON.stringify({ Subject: 'x', RawEmail }), 'application/json');
    expect(response.status).toBe(202);
    const { id } = await response.json();
    await eventually(async () => (await mailOf(id)).subject === 'Grüße');
  });

  it('takes the secret as the password of HTTP Basic', async () => {
    const basic = Buffer.from(`anyone:${inboundSecret}`).toString('base64');
    const response = await post(written({ from }), 'message/rfc822', { Authorization: `Basic ${basic}` });
    expect(response.status).toBe(202);
  });

  it.each([
    ['no credentials', {}],
    ['a wrong secret', { Authorization: 'Bearer wrong' }],
    ['a wrong password', { Authorization: `Basic ${Buffer.from('x:wrong').toString('base64')}` }],
    ['credentials that are none', { Authorization: 'Basic %%%' }],
  ])('rejects %s', async (_what, headers) => {
    const response = await portal.fetch('/api/portal/v1/inbound', {
      method: 'POST',
      headers: { 'Content-Type': 'message/rfc822', ...(headers as Record<string, string>) },
      body: written({ from }),
    });
    expect(response.status).toBe(401);
  });

  it('rejects an API key of an administrator', async () => {
    const { authorization } = staff;
    const response = await post(written({ from }), 'message/rfc822', {
      Authorization: String(authorization),
    });
    expect(response.status).toBe(401);
  });

  it('takes a message of 35 MiB, and rejects one of a byte more', async () => {
    const head = written({ from, text: '' });
    const most = 35 * 1024 * 1024 - head.length;
    const line = `${'x'.repeat(998)}\r\n`;
    const body = line.repeat(Math.ceil(most / line.length)).slice(0, most);
    expect((await deliver(portal, head + body)).status).toBe(202);
    const tooLarge = await deliver(portal, `${head + body}y`);
    expect(tooLarge).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
  });

  it.each([
    ['text/plain', 'a message', 415],
    ['application/json', '{"TextBody":"no raw"}', 422],
    ['application/json', 'no JSON', 400],
    ['application/json', `{"RawEmail":"From: a@b.example","Headers":[${'{},'.repeat(300_000)}{}]}`, 413],
    ['application/x-www-form-urlencoded', `${'a&'.repeat(1_000)}body-mime=From:+a@b.example`, 413],
    ['message/rfc822', '', 422],
    ['multipart/form-data; boundary=b', '--b--', 422],
    ['multipart/form-data', 'x', 400],
  ])('rejects %s that holds no message, or too much beside it', async (type, body, status) => {
    expect((await post(body, type)).status).toBe(status);
  });

  it('is not there without a secret', async () => {
    const without = await startPortal({ databaseUrl: portal.databaseUrl });
    const response = await without.fetch('/api/portal/v1/inbound', {
      method: 'POST',
      headers: { 'Content-Type': 'message/rfc822', Authorization: 'Bearer x' },
      body: written({ from }),
    });
    expect(response.status).toBe(404);
    await without.stop();
  });

  it('says of random bytes that they are no message', async () => {
    const { body, status } = await deliver(portal, Buffer.from('no header at all, only text'));
    expect(status).toBe(202);
    await eventually(async () => (await mailOf(body.id)).outcome === 'failed');
    expect((await mailOf(body.id)).reason).toMatch(/\w+/);
  });
});

describe('staff', () => {
  it('lists messages by outcome, sender and subject', async () => {
    const id = await held({ subject: 'a rare subject' });
    const { body } = await staff.get('/portal/v1/inbound-mails?outcome=held&search=RARE&from=elsewhere');
    expect(body.data).toMatchObject([{ id, outcome: 'held', reason: 'unknown_sender', via: 'http' }]);
    expect(Object.keys(body.data[0])).toEqual([
      'id',
      'received_at',
      'via',
      'from',
      'to',
      'subject',
      'message_id',
      'outcome',
      'reason',
      'ticket_id',
      'reply_id',
      'log_row_id',
      'authentication',
    ]);
    const byCursor = await staff.get('/portal/v1/inbound-mails?cursor=&per_page=1');
    expect(byCursor.body.meta.next_cursor).toEqual(expect.any(String));
    const next = await staff.get(
      `/portal/v1/inbound-mails?per_page=1&cursor=${byCursor.body.meta.next_cursor}`,
    );
    expect(next.body.data[0].id).not.toBe(byCursor.body.data[0].id);
    expect((await staff.get('/portal/v1/inbound-mails?outcome=open')).status).toBe(422);
  });

  it('puts a message on a ticket, as a client’s', async () => {
    const ticket = (await client.post('/v1/tickets', { subject: 'VPN' })).body.id;
    await staff.patch(`/v1/tickets/${ticket}`, { status: 'resolved' });
    const id = await held({ text: 'It is me, from home.' });
    const accepted = await staff.post(`/portal/v1/inbound-mails/${id}/accept`, { ticket_id: ticket });
    expect(accepted).toMatchObject({ status: 200, body: { id, outcome: 'reply', ticket_id: ticket } });
    const { body } = await client.get(`/v1/tickets/${ticket}/replies`);
    expect(body.data).toMatchObject([
      { body: 'It is me, from home.', created_by: null, source: 'email', internal: false },
    ]);
    expect((await staff.get(`/v1/tickets/${ticket}`)).body.status).toBe('open');
    const again = await staff.post(`/portal/v1/inbound-mails/${id}/accept`, { ticket_id: ticket });
    expect(again.status).toBe(409);
  });

  it('makes a message the ticket of a new person', async () => {
    const id = await held({ from: 'Carla New <carla@new.example>', subject: 'First contact' });
    const accepted = await staff.post(`/portal/v1/inbound-mails/${id}/accept`, {
      organization_id: String(people.organization),
    });
    expect(accepted).toMatchObject({ status: 200, body: { outcome: 'ticket' } });
    const ticket = (await staff.get(`/v1/tickets/${accepted.body.ticket_id}`)).body;
    const { body } = await staff.get('/v1/users?email=carla@new.example');
    expect(body.data).toMatchObject([
      { name: 'Carla New', role: 'client', organization_id: String(people.organization) },
    ]);
    expect(ticket).toMatchObject({
      subject: 'First contact',
      requester_id: body.data[0].id,
      source: 'email',
    });
  });

  it('makes a message the ticket of a person that they name', async () => {
    const organization_id = String(people.organization);
    const byId = await staff.post(`/portal/v1/inbound-mails/${await held()}/accept`, {
      organization_id,
      requester_id: String(people.client.id),
    });
    const byAddress = await staff.post(`/portal/v1/inbound-mails/${await held()}/accept`, {
      organization_id,
      requester_email: people.client.email,
    });
    for (const { body } of [byId, byAddress]) {
      const ticket = (await staff.get(`/v1/tickets/${body.ticket_id}`)).body;
      expect(ticket.requester_id).toBe(String(people.client.id));
    }
  });

  it('does not give the name of the sender to another new person', async () => {
    const id = await held({ from: 'Carla New <carla@third.example>' });
    const { status } = await staff.post(`/portal/v1/inbound-mails/${id}/accept`, {
      organization_id: String(people.organization),
      requester_email: 'dora@third.example',
    });
    expect(status).toBe(200);
    const { body } = await staff.get('/v1/users?email=dora@third.example');
    expect(body.data).toMatchObject([{ name: null, role: 'client' }]);
  });

  it('cannot make the portal itself a client', async () => {
    const id = await held();
    const { status, body } = await staff.post(`/portal/v1/inbound-mails/${id}/accept`, {
      organization_id: String(people.organization),
      requester_email: 'Support+1-abc@portal.test',
    });
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain('an address of the portal itself');
  });

  it('tries the mailbox, unless by a key that is bound to one organization', async () => {
    const { administrator, organization } = people;
    const bound = await keyClient(portal, administrator, { owner: administrator, organization });
    expect((await bound.post('/portal/v1/inbound/test', {})).status).toBe(403);
    expect((await staff.post('/portal/v1/inbound/test', {})).status).toBe(200);
  });

  it.each<[string, () => Record<string, unknown>, string]>([
    ['nothing', () => ({}), ''],
    ['both', () => ({ ticket_id: '1', organization_id: '1' }), ''],
    ['an unknown ticket', () => ({ ticket_id: '999999' }), 'ticket_id'],
    ['an impossible ticket', () => ({ ticket_id: 'x' }), 'ticket_id'],
    ['an unknown organization', () => ({ organization_id: '999999' }), 'organization_id'],
    [
      'a requester of another organization',
      () => ({ organization_id: String(people.otherOrganization), requester_id: String(people.client.id) }),
      'requester_id',
    ],
    [
      'staff as requester',
      () => ({ organization_id: String(people.organization), requester_email: people.editor.email }),
      'requester_email',
    ],
    ['a requester of a ticket', () => ({ ticket_id: '1', requester_id: '1' }), 'requester_id'],
  ])('is told what is wrong with %s, and the message still waits', async (_what, body, path) => {
    const id = await held();
    const { status, body: answer } = await staff.post(`/portal/v1/inbound-mails/${id}/accept`, body());
    expect(status).toBe(422);
    expect(answer.details[0].path).toBe(path);
    expect((await mailOf(id)).outcome).toBe('held');
  });

  it('discards a message, and nothing of it is left but its row', async () => {
    const id = await held({ text: 'a secret text' });
    expect((await staff.post(`/portal/v1/inbound-mails/${id}/discard`)).body).toMatchObject({
      outcome: 'discarded',
      reason: null,
    });
    const [row] = await query<Record<string, unknown>>(
      portal.databaseUrl,
      'select filename, text from inbound_mails where id = $1',
      [id],
    );
    expect(row).toEqual({ filename: null, text: null });
    expect((await staff.post(`/portal/v1/inbound-mails/${id}/discard`)).status).toBe(409);
  });

  it('accepts one message once, though two do so at the same moment', async () => {
    const ticket = (await client.post('/v1/tickets', { subject: 'VPN' })).body.id;
    const id = await held();
    const answers = await Promise.all(
      [1, 2, 3].map(() => staff.post(`/portal/v1/inbound-mails/${id}/accept`, { ticket_id: ticket })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await staff.get(`/v1/tickets/${ticket}/replies`)).body.meta.total).toBe(1);
  });
});

describe('everyone else', () => {
  it('sees no message', async () => {
    const id = await held();
    const { administrator, representative, organization } = people;
    const others = [
      client,
      await keyClient(portal, administrator, { owner: representative, organization }),
      // A key that is bound to one organization sees no mail of others.
      await keyClient(portal, administrator, { owner: administrator, organization }),
      await keyClient(portal, administrator, { owner: administrator, scopes: ['tickets:read'] }),
      sessionOf(portal, people.client),
      sessionOf(portal, representative),
    ];
    for (const other of others) {
      expect((await other.get('/portal/v1/inbound-mails')).status).toBe(403);
      expect((await other.get(`/portal/v1/inbound-mails/${id}`)).status).toBe(403);
      expect((await other.post(`/portal/v1/inbound-mails/${id}/discard`)).status).toBe(403);
    }
    expect((await clientOf(portal, null).get('/portal/v1/inbound-mails')).status).toBe(401);
    for (const person of [people.client, representative]) {
      const { body } = await sessionOf(portal, person).get('/inbound-mails');
      expect(body.docs ?? []).toEqual([]);
    }
  });
});
