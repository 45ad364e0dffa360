import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Client, keyClient } from '../support/api/api.ts';
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
      files: {
        scan: ({ filename }) => {
          if (filename.includes('virus')) throw new Error('This file holds a virus.');
        },
      },
    },
  });
  people = await createPeople(portal);
  const { administrator, organization } = people;
  staff = await keyClient(portal, administrator, { owner: administrator });
  client = await keyClient(portal, administrator, { owner: people.client, organization });
});

afterAll(() => portal.stop());

interface Mail {
  id: string;
  outcome: string | null;
  reason: string | null;
  ticket_id: string | null;
  reply_id: string | null;
  text: string | null;
  [field: string]: unknown;
}

const processed = async (id: string): Promise<Mail> => {
  let mail: Mail | undefined;
  await eventually(async () => {
    mail = (await staff.get(`/portal/v1/inbound-mails/${id}`)).body;
    return mail?.outcome !== null;
  }, 25);
  return mail as Mail;
};

const receive = async (message: Written): Promise<Mail> => {
  const { status, body } = await deliver(portal, written(message));
  expect(status).toBe(202);
  return processed(body.id);
};

const newTicket = async (by: Client = client): Promise<string> =>
  (await by.post('/v1/tickets', { subject: 'VPN is slow' })).body.id;

const repliesOf = async (ticket: string) =>
  (await staff.get(`/v1/tickets/${ticket}/replies`)).body.data as Record<string, unknown>[];

describe('a message that cannot be read', () => {
  const boundaries = Array.from({ length: 140 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}`);

  it.each([
    ['too deep', [], boundaries.map((next, at) => `--b${at - 1}\r\n${next}\r\n`).join('\r\n')],
    ['too many headers', Array.from({ length: 40_000 }, (_, at) => `X-Header-${at}: a value`), 'Hello'],
  ])('says why, and has a sender and a subject: %s', async (_name, headers, text) => {
    const raw = written({ from: 'Who <who@example.net>', subject: 'Broken', headers, text });
    const { body } = await deliver(
      portal,
      raw.replace('Content-Type: text/plain; charset=utf-8', `${boundaries[0]}`),
    );
    const mail = await processed(body.id);
    expect(mail).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/nesting depth|header/i),
      from: 'who@example.net',
      to: 'support@portal.test',
      subject: 'Broken',
      message_id: expect.stringMatching(/@client\.example$/),
    });
  });
});

describe('a message without a sender', () => {
  it.each(['', 'From:'])('has failed, and may be put on a ticket by staff: %s', async (field) => {
    const raw = written({ from: 'client@example.com', subject: 'From no one' });
    const { body } = await deliver(portal, raw.replace(/^From: .*$/m, field || 'X-Nothing: here'));
    const mail = await processed(body.id);
    expect(mail).toMatchObject({
      outcome: 'failed',
      reason: 'The message has no sender: its From is missing or empty.',
      from: null,
      subject: 'From no one',
    });
    const ticket = await newTicket();
    const accepted = await staff.post(`/portal/v1/inbound-mails/${mail.id}/accept`, { ticket_id: ticket });
    expect(accepted.body).toMatchObject({ outcome: 'reply', ticket_id: ticket });
  });
});

describe('a client who writes', () => {
  it('gets a ticket of their organization', async () => {
    const mail = await receive({ from: 'Ann <client@example.com>', subject: 'Printer', text: 'It burns.' });
    expect(mail).toMatchObject({ outcome: 'ticket', reason: null, authentication: 'pass', via: 'http' });
    const { body } = await staff.get(`/v1/tickets/${mail.ticket_id}`);
    expect(body).toMatchObject({
      subject: 'Printer',
      description: 'It burns.',
      source: 'email',
      organization_id: String(people.organization),
      requester_id: String(people.client.id),
      created_by: String(people.client.id),
    });
    expect(mail.text).toBe('It burns.');
  });

  it('adds a reply to the ticket that the subject names, and reopens it', async () => {
    const ticket = await newTicket();
    await staff.patch(`/v1/tickets/${ticket}`, { status: 'resolved' });
    const mail = await receive({
      from: 'CLIENT@example.com',
      subject: `Re: [#${ticket}] VPN is slow`,
      text: 'Still slow.\n\nOn Monday, Support wrote:\n> Is it better now?\n',
    });
    expect(mail).toMatchObject({ outcome: 'reply', ticket_id: ticket });
    const [reply] = await repliesOf(ticket);
    expect(reply).toMatchObject({
      id: mail.reply_id,
      body: 'Still slow.',
      source: 'email',
      created_by: String(people.client.id),
    });
    expect(mail.text).toContain('> Is it better now?');
    expect((await staff.get(`/v1/tickets/${ticket}`)).body.status).toBe('open');
  });

  it('may say all in the subject of a reply', async () => {
    const ticket = await newTicket();
    for (const subject of [`Please close [#${ticket}]`, `Re: [#${ticket}] VPN is slow`])
      await receive({ from: 'client@example.com', subject, text: '' });
    const bodies = (await repliesOf(ticket)).map(({ body }) => body);
    expect(bodies).toEqual([`Please close [#${ticket}]`, '(No text)']);
  });

  it('brings files, which belong to the ticket', async () => {
    const mail = await receive({
      from: 'client@example.com',
      attachments: { 'plan.txt': 'the plan', '../../x': 'a path' },
    });
    const { body } = await staff.get('/v1/files');
    const files = body.data.filter((file: { ticket_id?: string }) => file);
    expect(files.map(({ filename }: { filename: string }) => filename)).toEqual(
      expect.arrayContaining(['plan.txt', 'x']),
    );
    expect(
      await query(
        portal.databaseUrl,
        'select name, uploaded_by_id from files where ticket_id = $1 order by id',
        [mail.ticket_id],
      ),
    ).toEqual([
      { name: 'plan.txt', uploaded_by_id: people.client.id },
      { name: 'x', uploaded_by_id: people.client.id },
    ]);
  });

  it('that answers a ticket has its files at its reply, also if staff put it there', async () => {
    const ticket = (await client.post('/v1/tickets', { subject: 'VPN is slow' })).body.id;
    const subject = `Re: [#${ticket}] VPN is slow`;
    const attachments = { 'trace.log': 'a trace' };
    const mail = await receive({ from: 'client@example.com', subject, attachments });
    expect(mail.outcome).toBe('reply');
    const held = await receive({ from: 'stranger@elsewhere.example', subject, attachments });
    expect(held.outcome).toBe('held');
    await staff.post(`/portal/v1/inbound-mails/${held.id}/accept`, { ticket_id: ticket });
    const { body } = await client.get(`/v1/tickets/${ticket}/replies`);
    expect(
      body.data.map(({ files }: { files: { filename: string }[] }) => files.map((file) => file.filename)),
    ).toEqual([['trace.log'], ['trace.log']]);
  });

  it('is told of to staff if a file is refused, and everything else is there once', async () => {
    const mail = await receive({
      from: 'client@example.com',
      text: 'Two files.',
      attachments: { 'virus.exe': 'bad', 'good.txt': 'good' },
    });
    expect(mail.outcome).toBe('ticket');
    const [note, ...others] = await repliesOf(String(mail.ticket_id));
    expect(note).toMatchObject({ internal: true, created_by: null });
    expect(note?.body).toContain('virus.exe: This file holds a virus.');
    expect(others).toEqual([]);
    expect(
      await query(portal.databaseUrl, 'select name from files where ticket_id = $1', [mail.ticket_id]),
    ).toEqual([{ name: 'good.txt' }]);
  });

  it('gets a description of 50,000 characters at most, and the rest as a file', async () => {
    const mail = await receive({ from: 'client@example.com', text: 'word '.repeat(12_000) });
    const { body } = await staff.get(`/v1/tickets/${mail.ticket_id}`);
    expect(body.description).toHaveLength(50_000);
    expect(
      await query(portal.databaseUrl, 'select name from files where ticket_id = $1', [mail.ticket_id]),
    ).toEqual([{ name: 'message.txt' }]);
  });
});

describe('a message with bytes that could not be decoded', () => {
  const filesOf = (ticket: string | null) =>
    query(portal.databaseUrl, 'select name from files where ticket_id = $1', [ticket]);

  it('has them as U+FFFD, and is attached as it came', async () => {
    const bytes = Buffer.from(written({ from: 'client@example.com', text: 'Gr#\u00dfe' }));
    bytes[bytes.lastIndexOf('#')] = 0xf6;
    const mail = await processed((await deliver(portal, bytes)).body.id);
    expect((await staff.get(`/v1/tickets/${mail.ticket_id}`)).body.description).toBe('Gr\ufffd\u00dfe');
    expect(await filesOf(mail.ticket_id)).toEqual([{ name: 'message.eml' }]);
  });

  it('of staff, or a long history that staff quote, is not attached: clients see no quotes of theirs', async () => {
    const ticket = await newTicket();
    const subject = `[#${ticket}] x`;
    const history = `On Mon, 11 Mar 2024 at 10:00 Tom <tom@example.com> wrote:\n> ${'secret '.repeat(8_000)}`;
    const mail = await receive({ from: 'editor@example.com', subject, text: `Done.\n\n${history}` });
    expect(mail.outcome).toBe('reply');
    const bytes = Buffer.from(written({ from: 'editor@example.com', subject, text: 'Gr#\u00dfe' }));
    bytes[bytes.lastIndexOf('#')] = 0xf6;
    expect((await processed((await deliver(portal, bytes)).body.id)).outcome).toBe('reply');
    expect(await repliesOf(ticket)).toMatchObject([{ body: 'Done.' }, { body: 'Gr\ufffd\u00dfe' }]);
    expect(await filesOf(ticket)).toEqual([]);
  });
});

describe('a message that waits', () => {
  it.each<[string, Written, string]>([
    ['a stranger', { from: 'stranger@elsewhere.example' }, 'unknown_sender'],
    ['two senders', { from: 'client@example.com, stranger@elsewhere.example' }, 'ambiguous'],
    ['a forged client', { from: 'client@example.com', dmarc: 'fail' }, 'authentication_failed'],
    ['staff without a ticket', { from: 'editor@example.com' }, 'ambiguous'],
  ])('is that of %s', async (_who, message, reason) => {
    const mail = await receive(message);
    expect(mail).toMatchObject({ outcome: 'held', reason, ticket_id: null });
    expect(mail.text).toBe('Does it work?');
  });

  it('is that of a person who may not write to the ticket', async () => {
    const ticket = (
      await staff.post('/v1/tickets', {
        subject: 'Of others',
        organization_id: String(people.otherOrganization),
      })
    ).body.id;
    const mail = await receive({ from: 'client@example.com', subject: `[#${ticket}] mine?` });
    expect(mail).toMatchObject({ outcome: 'held', reason: 'not_a_participant', ticket_id: null });
    expect(await repliesOf(ticket)).toEqual([]);
  });

  it('is that of staff whose mail is not proven', async () => {
    const ticket = await newTicket();
    const subject = `[#${ticket}] hello`;
    const forged = await receive({ from: 'editor@example.com', subject, dmarc: 'none' });
    expect(forged).toMatchObject({ outcome: 'held', reason: 'authentication_failed' });
    const proven = await receive({ from: 'editor@example.com', subject });
    expect(proven).toMatchObject({ outcome: 'reply', ticket_id: ticket });
    // Staff who put it on the ticket do not prove who wrote it.
    await staff.post(`/portal/v1/inbound-mails/${forged.id}/accept`, { ticket_id: ticket });
    expect(await repliesOf(ticket)).toMatchObject([
      { created_by: String(people.editor.id) },
      { created_by: null },
    ]);
  });
});

describe('a machine', () => {
  it.each([
    'Auto-Submitted: auto-replied',
    'X-Autoreply: yes',
    'X-Autorespond: 1',
    'X-Auto-Response: no, yes',
    'Auto-Submitted: no, auto-replied',
    'Precedence: bulk',
    'Precedence: auto_reply',
    'List-Id: <news.example.com>',
    'Return-Path: <>',
    'Return-Path: (nobody) <>',
    'Return-Path: <MAILER-DAEMON>',
    'Precedence: bulk (news)',
    'Precedence: list;',
    'Precedence: bulk, junk',
    'Precedence: "bulk"',
    'Precedence: bulk (a (b (c (d (e (f)))))) x',
    'Return-Path: <<>>',
    'Return-Path: <MAILER-DAEMON@mx.example>',
    'Precedence: first-class\nPrecedence: bulk',
    'Auto-Submitted: no\nAuto-Submitted: auto-generated',
  ])('is ignored by its header %s', async (header) => {
    expect(await receive({ from: 'client@example.com', headers: [header] })).toMatchObject({
      outcome: 'ignored',
      ticket_id: null,
    });
  });

  it('is ignored if it writes from our own address', async () => {
    expect(await receive({ from: 'support+abc@portal.test' })).toMatchObject({
      outcome: 'ignored',
      reason: 'own address',
    });
  });

  it.each([
    'Auto-Submitted: no',
    'Auto-Submitted: no (by hand)',
    'Auto-Submitted: No; x=y',
    'X-Autoreply: no',
  ])('is heard if it says that it is none: %s', async (header) => {
    const mail = await receive({ from: 'client@example.com', headers: [header] });
    expect(mail.outcome).toBe('ticket');
  });
});

describe('a postmaster', () => {
  it('is a person, unless they write as a machine', async () => {
    const subject = 'Our mails could not be delivered';
    const mail = await receive({ from: 'postmaster@example.net', subject });
    expect(mail).toMatchObject({ outcome: 'held', reason: 'unknown_sender' });
    const headers = ['Auto-Submitted: auto-replied'];
    const bounce = await receive({ from: 'postmaster@example.net', subject, headers });
    expect(bounce.outcome).toBe('bounce');
  });
});

describe('an address that can be no account', () => {
  it.each(['m\u00fcller', 'ni\u212ai', 'a..b'])('waits for staff: %s', async (local) => {
    await portal.payload.create({
      collection: 'organizations',
      data: { name: local, domains: [`${Buffer.from(local).toString('hex')}.example`] } as never,
      overrideAccess: true,
    });
    const from = `${local}@${Buffer.from(local).toString('hex')}.example`;
    expect(await receive({ from })).toMatchObject({ outcome: 'held', reason: 'unknown_sender' });
  });
});

describe('an organization with domains', () => {
  it('gets one client of several first messages at once, without an error', async () => {
    await portal.payload.create({
      collection: 'organizations',
      data: { name: 'Hooli', domains: ['hooli.example'] } as never,
      overrideAccess: true,
    });
    const errors = vi.spyOn(portal.payload.logger, 'error');
    const mails = await Promise.all(
      ['one', 'two', 'three'].map((subject) => receive({ from: 'New <new@hooli.example>', subject })),
    );
    expect(mails.map(({ outcome }) => outcome)).toEqual(['ticket', 'ticket', 'ticket']);
    expect((await staff.get('/v1/users?email=new@hooli.example')).body.data).toHaveLength(1);
    expect(errors.mock.calls).toEqual([]);
    errors.mockRestore();
  });

  it('gets people who write from them as clients', async () => {
    const { id } = await portal.payload.create({
      collection: 'organizations',
      data: { name: 'Initech', domains: ['Initech.example'] } as never,
      overrideAccess: true,
    });
    const mail = await receive({ from: '"Bob Smith" <bob@initech.EXAMPLE>', subject: 'Hello' });
    expect(mail.outcome).toBe('ticket');
    const { body } = await staff.get(`/v1/tickets/${mail.ticket_id}`);
    expect(body.organization_id).toBe(String(id));
    const people = await staff.get('/v1/users?email=bob@initech.example');
    expect(people.body.data).toMatchObject([
      { name: 'Bob Smith', role: 'client', organization_id: String(id) },
    ]);
    expect(body.requester_id).toBe(people.body.data[0].id);
  });
});
