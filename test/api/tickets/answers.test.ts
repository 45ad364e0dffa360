import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { mailsSettled, query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: TestPortal;
let people: People;
let client: Client;
let editor: Client;

beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await startPortal();
  await portal.payload.updateGlobal({
    slug: 'portal-settings',
    data: { notifications: { from: 'portal@example.com', smtp: { host: '127.0.0.1', port: smtp.port } } },
    overrideAccess: true,
  });
  people = await createPeople(portal);
  const { administrator, organization } = people;
  client = await keyClient(portal, administrator, { owner: people.client, organization });
  editor = sessionOf(portal, people.editor);
});

afterAll(async () => {
  await portal.stop();
  await smtp.close();
});

/** A paragraph for each line, with all that the editor writes. */
const richText = (...lines: string[]) => ({
  root: {
    type: 'root',
    version: 1,
    direction: null,
    format: '',
    indent: 0,
    children: lines.map((text) => ({
      type: 'paragraph',
      version: 1,
      direction: null,
      format: '',
      indent: 0,
      textFormat: 0,
      textStyle: '',
      children: [{ type: 'text', version: 1, detail: 0, format: 0, mode: 'normal', style: '', text }],
    })),
  },
});

const newTicket = async (): Promise<string> => {
  const { body } = await client.post('/v1/tickets', { subject: 'VPN is slow' });
  await mailsSettled(portal, 'ticket-notices');
  smtp.mails.length = 0;
  return body.id;
};

const answer = (who: Client, ticket: string, fields: object = {}) =>
  who.post(`/portal/v1/tickets/${ticket}/answers`, {
    body: richText('Please restart it.'),
    key: randomUUID(),
    seen_reply_id: null,
    ...fields,
  });

const repliesOf = (ticket: string) =>
  query<{ text: string; internal: boolean; source: string }>(
    portal.databaseUrl,
    'select text, internal, source from ticket_replies where ticket_id = $1 order by id',
    [ticket],
  );

describe('an answer from the page of a ticket', () => {
  it('says that its ticket was merged if that brought the replies that it has not seen; a note reaches them', async () => {
    const [source, target] = [await newTicket(), await newTicket()];
    const early = { key: randomUUID() };
    const sent = await answer(editor, source, early);
    await client.post(`/v1/tickets/${target}/replies`, { body: 'It is the router.' });
    expect((await editor.post(`/portal/v1/tickets/${source}/merge`, { into: target })).status).toBe(200);
    // What came in time is the same submission.
    expect(await answer(editor, source, early)).toMatchObject({ status: 201, body: { id: sent.body.id } });
    const { status, body } = await answer(editor, source, { body: richText('For this ticket.') });
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect(body.message).toContain(`#${source} was merged into #${target} meanwhile.`);
    expect((await answer(editor, source, { body: richText('For us.'), internal: true })).status).toBe(201);
    const texts = (await repliesOf(target)).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['Please restart it.', 'It is the router.', 'For us.']));
    expect(texts).not.toContain('For this ticket.');
  });

  it('is one act with its status, and one mail', async () => {
    const ticket = await newTicket();
    const { status, body } = await answer(editor, ticket, { status: 'resolved' });
    expect([status, body]).toEqual([201, { id: expect.any(String) }]);
    expect((await client.get(`/v1/tickets/${ticket}`)).body).toMatchObject({
      status: 'resolved',
      waiting_for: 'client',
    });
    await mailsSettled(portal, 'ticket-notices');
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.content).toContain('Please restart it.');
    expect(smtp.mails[0]?.content).toContain('The ticket is now resolved.');
    expect(await repliesOf(ticket)).toEqual([
      { text: 'Please restart it.', internal: false, source: 'admin' },
    ]);
  });

  it('goes to those of whom the page told, or is refused', async () => {
    const ticket = await newTicket();
    const seen = [String(people.client.id)];
    const recipients = async () =>
      (await editor.post(`/portal/v1/tickets/${ticket}/presence`, { page: randomUUID(), state: 'open' })).body
        .recipients;
    expect(await recipients()).toEqual([{ user_id: seen[0], is_requester: true, mail: 'sent' }]);
    // A colleague hands it over while the reply is written.
    const technician = sessionOf(portal, people.technician);
    const { id: handedTo } = await portal.payload.create({
      collection: 'users',
      data: {
        email: 'colleague@example.com',
        password: 'a password of theirs',
        role: 'client',
        organization: people.organization,
      },
      overrideAccess: true,
    });
    expect((await technician.patch(`/tickets/${ticket}`, { requester: handedTo })).status).toBe(200);
    const key = randomUUID();
    const refused = await answer(editor, ticket, { key, seen_recipient_ids: seen });
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    expect((await answer(editor, ticket, { key, seen_recipient_ids: [] })).status).toBe(409);
    // A note is mailed to no client.
    const note = await answer(editor, ticket, { internal: true, seen_recipient_ids: seen });
    expect(note.status).toBe(201);
    await mailsSettled(portal, 'ticket-notices');
    expect(smtp.mails).toEqual([]);
    const [now] = await recipients();
    const seen_recipient_ids = [now.user_id];
    const { status, body } = await answer(editor, ticket, { key, seen_recipient_ids });
    expect([now.user_id, status]).toEqual([String(handedTo), 201]);
    await mailsSettled(portal, 'ticket-notices');
    expect(smtp.mails.map(({ recipients: to }) => to)).toEqual([['colleague@example.com']]);
    // The same once more is what was sent, whoever the requester is by then.
    await technician.patch(`/tickets/${ticket}`, { requester: people.client.id });
    expect((await answer(editor, ticket, { key, seen_recipient_ids })).body).toEqual(body);
    expect(await repliesOf(ticket)).toHaveLength(2);
  });

  it('may be a log of a thousand lines, as the editor writes it', async () => {
    const ticket = await newTicket();
    const lines = Array.from({ length: 1_000 }, (_, number) => `line ${number} of the log`);
    const { status, body } = await answer(editor, ticket, { body: richText(...lines) });
    expect([status, body]).toEqual([201, { id: expect.any(String) }]);
    expect((await repliesOf(ticket))[0]?.text).toBe(lines.join('\n'));
  });

  it('as an internal note tells the client of the status alone', async () => {
    const ticket = await newTicket();
    await answer(editor, ticket, { internal: true, status: 'in_progress' });
    await mailsSettled(portal, 'ticket-notices');
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.content).not.toContain('restart');
  });

  it('is stored once, though it is sent ten times at once', async () => {
    const ticket = await newTicket();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(editor, ticket, { key })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(await repliesOf(ticket)).toHaveLength(1);
    expect((await answer(editor, ticket, { key })).body.id).toBe(answers[0]?.body.id);
  });

  it('sent again with another status changes the status alone', async () => {
    const ticket = await newTicket();
    const key = randomUUID();
    const { id } = (await answer(editor, ticket, { key })).body;
    const again = await answer(editor, ticket, { key, status: 'closed' });
    expect([again.status, again.body]).toEqual([201, { id }]);
    expect(await repliesOf(ticket)).toHaveLength(1);
    expect((await client.get(`/v1/tickets/${ticket}`)).body.status).toBe('closed');
    // The client has replied since, and opened it again.
    await client.post(`/v1/tickets/${ticket}/replies`, { body: 'Not yet.' });
    expect((await answer(editor, ticket, { key, status: 'closed' })).body).toEqual({ id });
    expect((await client.get(`/v1/tickets/${ticket}`)).body.status).toBe('open');
  });

  it('that was stored stays so, if its status cannot follow what a colleague has set since', async () => {
    const ticket = await newTicket();
    const key = randomUUID();
    const { id } = (await answer(editor, ticket, { key, status: 'resolved' })).body;
    await sessionOf(portal, people.technician).patch(`/tickets/${ticket}`, { status: 'closed' });
    const again = await answer(editor, ticket, { key, status: 'resolved' });
    expect([again.status, again.body]).toEqual([201, { id }]);
    expect((await client.get(`/v1/tickets/${ticket}`)).body.status).toBe('closed');
  });

  it('with the key of another text, or of another person, is refused', async () => {
    const ticket = await newTicket();
    const key = randomUUID();
    await answer(editor, ticket, { key });
    const others = [
      await answer(editor, ticket, { key, body: richText('Please wait.') }),
      await answer(sessionOf(portal, people.technician), ticket, { key }),
    ];
    expect(others.map(({ status, body }) => [status, body.error])).toEqual([
      [409, 'conflict'],
      [409, 'conflict'],
    ]);
    expect(await repliesOf(ticket)).toHaveLength(1);
  });

  it('is found by its key, by its author alone', async () => {
    const ticket = await newTicket();
    const key = randomUUID();
    const path = `/portal/v1/tickets/${ticket}/answers/${key}`;
    expect((await editor.get(path)).body).toEqual({ id: null });
    const { id } = (await answer(editor, ticket, { key })).body;
    expect((await editor.get(path)).body).toEqual({ id });
    expect((await sessionOf(portal, people.technician).get(path)).body).toEqual({ id: null });
    expect((await sessionOf(portal, people.client).get(path)).status).toBe(403);
  });

  it('is not sent in the name of another person who has logged in on the same page', async () => {
    const ticket = await newTicket();
    const ofAnother = await answer(editor, ticket, { author_id: String(people.technician.id) });
    expect([ofAnother.status, ofAnother.body.message]).toEqual([
      409,
      'This browser is now logged in with another account. Log in with your own, then try again.',
    ]);
    expect(await repliesOf(ticket)).toEqual([]);
    const own = await answer(editor, ticket, { author_id: String(people.editor.id) });
    expect([own.status, (await repliesOf(ticket)).length]).toEqual([201, 1]);
  });

  it('has a key and an origin that no other API can set', async () => {
    const ticket = await newTicket();
    const taken = randomUUID();
    const forged = {
      ticket: Number(ticket),
      text: 'Mine',
      answerKey: taken,
      source: 'email',
      mailFrom: 'boss@example.com',
      context: { 'payload-support-portal.origin': { source: 'email', answerKey: taken } },
    };
    expect((await editor.post('/ticket-replies', forged)).status).toBe(201);
    expect((await client.post(`/v1/tickets/${ticket}/replies`, { ...forged, body: 'Mine' })).status).toBe(
      422,
    );
    const { ticket: id, text, answerKey } = forged;
    await portal.payload.create({
      collection: 'ticket-replies',
      data: { ticket: id, text, answerKey },
      overrideAccess: true,
    });
    const stored = await query(
      portal.databaseUrl,
      'select source, mail_from, answer_key from ticket_replies where ticket_id = $1 order by id',
      [ticket],
    );
    expect(stored).toEqual([
      { source: 'admin', mail_from: null, answer_key: null },
      { source: 'api', mail_from: null, answer_key: null },
    ]);
    const { status } = await answer(editor, ticket, { key: taken, internal: true });
    expect([status, (await repliesOf(ticket)).length]).toEqual([201, 3]);
  });

  it('waits if another person has replied meanwhile, and nothing of it is stored', async () => {
    const ticket = await newTicket();
    const { body: theirs } = await client.post(`/v1/tickets/${ticket}/replies`, { body: 'News?' });
    const early = await answer(editor, ticket, { status: 'resolved' });
    expect([early.status, early.body.error]).toEqual([409, 'conflict']);
    expect(await repliesOf(ticket)).toHaveLength(1);
    expect((await answer(editor, ticket, { seen_reply_id: theirs.id })).status).toBe(201);
    expect((await answer(editor, ticket, { seen_reply_id: theirs.id })).status).toBe(201);
  });

  it('is stored not at all if its status is impossible', async () => {
    const ticket = await newTicket();
    await client.patch(`/v1/tickets/${ticket}`, { status: 'closed' });
    const { status, body } = await answer(editor, ticket, { status: 'resolved' });
    expect([status, body.error]).toEqual([409, 'invalid_transition']);
    expect(await repliesOf(ticket)).toEqual([]);
  });

  it.each([
    [{ body: {} }],
    [{ body: richText(' ') }],
    [{ body: 'text' }],
    [{ key: 'mine' }],
    [{ status: 'done' }],
    [{ internal: 'yes' }],
  ])('is refused with %j', async (fields) => {
    expect((await answer(editor, await newTicket(), fields)).status).toBe(422);
  });

  it('is for those who see to the ticket', async () => {
    const ticket = await newTicket();
    expect((await answer(sessionOf(portal, people.representative), ticket)).status).toBe(201);
    expect((await answer(sessionOf(portal, people.client), ticket)).status).toBe(403);
    const key = await keyClient(portal, people.administrator, { owner: people.editor });
    expect((await answer(key, ticket)).status).toBe(403);
    expect((await answer(editor, '999999')).status).toBe(404);
    const { body } = await (await keyClient(portal, people.administrator, { owner: people.editor })).post(
      '/v1/tickets',
      { subject: 'x', organization_id: String(people.otherOrganization) },
    );
    expect((await answer(sessionOf(portal, people.representative), body.id)).status).toBe(404);
  });
});

describe('a link in a reply', () => {
  const linkTo = (url: string | undefined, words = 'our page') => {
    const body = richText('See ');
    const link = {
      ...{ type: 'link', version: 3, id: '6745c1a2b3d4e5f601234567', direction: null, format: '', indent: 0 },
      fields: { linkType: 'custom', newTab: false, ...(url !== undefined && { url }) },
      children: [{ type: 'text', version: 1, detail: 0, format: 0, mode: 'normal', style: '', text: words }],
    };
    const [paragraph] = body.root.children;
    paragraph?.children.push(link as never);
    return body;
  };

  const doors: [string, (ticket: string, body: object) => Promise<{ status: number; body: unknown }>][] = [
    ['the composer', (ticket, body) => answer(editor, ticket, { body })],
    ['the CMS’s REST', (ticket, body) => editor.post('/ticket-replies', { ticket: Number(ticket), body })],
    [
      'the Local API',
      (ticket, body) =>
        portal.payload
          .create({
            collection: 'ticket-replies',
            data: { ticket: Number(ticket), body: body as never },
            overrideAccess: true,
          })
          .then(
            (reply) => ({ status: 201, body: reply }),
            (error) => ({ status: 400, body: error.data }),
          ),
    ],
  ];

  it.each(doors)('has a whole address, and is mailed with it, by %s', async (_door, send) => {
    for (const [typed, whole] of [
      ['example.com/page', 'https://example.com/page'],
      ['support@example.com', 'mailto:support@example.com'],
      ['http://intranet/x y', 'http://intranet/x%20y'],
    ] as const) {
      const ticket = await newTicket();
      expect(await send(ticket, linkTo(typed))).toMatchObject({ status: 201 });
      const [stored] = await query<{ body: ReturnType<typeof richText> }>(
        portal.databaseUrl,
        'select body from ticket_replies where ticket_id = $1',
        [ticket],
      );
      expect(stored?.body.root.children[0]?.children[1]).toMatchObject({ fields: { url: whole } });
      await mailsSettled(portal, 'ticket-notices');
      expect(smtp.mails[0]?.content.replace(/=\r?\n/g, '')).toContain(`our page <${whole}>`);
    }
  });

  it.each(doors)('that leads to no address is refused by its name, by %s', async (_door, send) => {
    const ticket = await newTicket();
    for (const [target, named] of [
      ['/rel/path', '“our page (/rel/path)”'],
      ['javascript:alert(1)', '“our page (javascript:alert(1))”'],
      ['', '“our page” leads nowhere'],
      [undefined, '“our page” leads nowhere'],
    ] as const) {
      const { status, body } = await send(ticket, linkTo(target));
      expect(status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(body)).toContain(named);
    }
    expect(await repliesOf(ticket)).toEqual([]);
  });
});
