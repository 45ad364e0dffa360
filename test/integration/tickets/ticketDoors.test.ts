import type { CollectionSlug } from 'payload';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { eventually } from '../../support/mail/mail.ts';
import { isWaitingForLock, query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

/** The rules of tickets in the CMS's own APIs. */

let portal: TestPortal;
let people: People;
let api: Client;
let client: Client;
let staff: Client;
let representative: Client;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  api = await keyClient(portal, people.administrator, { owner: people.editor });
  client = sessionOf(portal, people.client);
  staff = sessionOf(portal, people.editor);
  representative = sessionOf(portal, people.representative);
});

afterAll(() => portal.stop());

const ticketOf = async (organization: number, fields: object = {}) => {
  const { body, status } = await staff.post('/tickets', { subject: 'VPN', organization, ...fields });
  expect(status).toBe(201);
  return body.doc;
};

const paragraph = (...children: object[]) => ({
  root: {
    type: 'root',
    version: 1,
    direction: null,
    format: '',
    indent: 0,
    children: [
      { type: 'paragraph', version: 1, direction: null, format: '', indent: 0, textFormat: 0, children },
    ],
  },
});

const text = (value: string) => ({
  type: 'text',
  version: 1,
  detail: 0,
  format: 1,
  mode: 'normal',
  style: '',
  text: value,
});

describe('the CMS’s own REST', () => {
  it('does not sort by a field of a related record, because the order would reveal its value', async () => {
    for (const sort of ['createdBy.hash', '-createdBy.email', 'subject,requester.salt'])
      for (const session of [client, staff])
        expect((await session.get(`/tickets?sort=${sort}`)).status, sort).toBe(400);
    expect((await staff.get('/ticket-changes?sort=ticket.createdBy.hash')).status).toBe(400);
    expect((await client.get('/tickets?sort=-subject,createdBy')).status).toBe(200);
  });

  it('lets no one say when a record was made', async () => {
    const forged = { createdAt: '2000-01-01T00:00:00.000Z', updatedAt: '2100-01-01T00:00:00.000Z' };
    const now = expect.stringMatching(new RegExp(`^${new Date().getUTCFullYear()}-`));
    const { doc: ticket } = (await client.post('/tickets', { subject: 'a', ...forged })).body;
    expect(ticket).toMatchObject({ createdAt: now, updatedAt: now });
    const changed = await client.patch(`/tickets/${ticket.id}`, { subject: 'b', ...forged });
    expect(changed.body.doc).toMatchObject({ subject: 'b', createdAt: ticket.createdAt, updatedAt: now });
    const reply = await client.post('/ticket-replies', { ticket: ticket.id, text: 'c', ...forged });
    expect(reply.body.doc).toMatchObject({ createdAt: now, updatedAt: now });
    const { doc: folder } = (await client.post('/folders', { name: 'd', ...forged })).body;
    expect(folder).toMatchObject({ createdAt: now, updatedAt: now });
    const renamed = await client.patch(`/folders/${folder.id}`, { name: 'e', ...forged });
    expect(renamed.body.doc).toMatchObject({ name: 'e', createdAt: folder.createdAt, updatedAt: now });
  });

  it('creates an open ticket of the caller, in the caller’s organization', async () => {
    const { body } = await client.post('/tickets', {
      subject: 'Mine',
      organization: people.otherOrganization,
      status: 'closed',
      createdBy: people.administrator.id,
      sequence: 7,
    });
    const { body: ticket } = await api.get(`/v1/tickets/${body.doc.id}`);
    expect(ticket).toMatchObject({
      organization_id: String(people.organization),
      status: 'open',
      created_by: String(people.client.id),
      requester_id: String(people.client.id),
      assignee_id: null,
    });
  });

  it.each(['assignee', 'requester'] as const)(
    'does not let a client set or clear the %s, only send it unchanged',
    async (field) => {
      const refused = { status: 403, body: { errors: [{ message: `Your role does not allow ${field}.` }] } };
      const mine = { assignee: people.editor.id, requester: people.client.id }[field];
      const another = people.technician.id;
      expect(await client.post('/tickets', { subject: 'a', [field]: another })).toMatchObject(refused);
      expect((await client.post('/tickets', { subject: 'a', [field]: null })).status).toBe(201);
      const { id } = await ticketOf(people.organization);
      expect((await staff.patch(`/tickets/${id}`, { [field]: mine })).status).toBe(200);
      const alongside = await client.patch(`/tickets/${id}`, { subject: 'b', [field]: String(mine) });
      expect(alongside.status).toBe(200);
      for (const wanted of [another, null, { a: 1 }, [mine]])
        expect(await client.patch(`/tickets/${id}`, { subject: 'c', [field]: wanted })).toMatchObject(
          refused,
        );
      const { body } = await staff.get(`/tickets/${id}?depth=0`);
      expect(body).toMatchObject({ subject: 'b', [field]: mine });
    },
  );

  it.each([
    { subject: ' ' },
    { subject: 'a\nb' },
    { subject: 'x'.repeat(256) },
    { subject: 'a', description: 'x'.repeat(50_001) },
  ])('refuses %j', async (fields) => {
    expect((await client.post('/tickets', fields)).status).toBe(400);
  });

  it('enforces the transitions, stricter ones for clients', async () => {
    const { id } = await ticketOf(people.organization);
    const refused = await client.patch(`/tickets/${id}`, { status: 'resolved' });
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      409,
      expect.stringContaining('closed'),
    ]);
    expect((await staff.patch(`/tickets/${id}`, { status: 'closed' })).status).toBe(200);
    expect((await staff.patch(`/tickets/${id}`, { status: 'resolved' })).status).toBe(409);
    expect((await client.patch(`/tickets/${id}`, { status: 'open' })).status).toBe(200);
    expect(
      (await staff.request('PATCH', `/tickets?where[id][equals]=${id}`, { status: 'in_progress' })).status,
    ).toBe(200);
  });

  it('keeps a ticket in its organization, with people of that organization', async () => {
    const { id } = await ticketOf(people.otherOrganization);
    await staff.patch(`/tickets/${id}`, { organization: people.organization });
    expect((await api.get(`/v1/tickets/${id}`)).body.organization_id).toBe(String(people.otherOrganization));
    expect((await staff.patch(`/tickets/${id}`, { assignee: people.representative.id })).status).toBe(422);
    expect((await staff.patch(`/tickets/${id}`, { requester: people.client.id })).status).toBe(422);
    expect((await staff.patch(`/tickets/${id}`, { assignee: people.technician.id })).status).toBe(200);
  });

  it.each([{ named: [1] }, { named: { id: [1] } }, { named: {} }, { named: true }])(
    'refuses $named as an id',
    async ({ named }) => {
      for (const [path, body] of [
        ['/ticket-replies', { ticket: named, text: 'a' }],
        ['/tickets', { subject: 'a', organization: people.organization, requester: named }],
        ['/tickets', { subject: 'a', organization: people.organization, assignee: named }],
        ['/tickets', { subject: 'a', organization: named }],
        ['/folders', { name: 'a', organization: named }],
      ] as const) {
        const { status } = await staff.post(path, body);
        expect([400, 404, 422], JSON.stringify([path, body])).toContain(status);
      }
    },
  );

  it('shows no one a ticket of another organization, nor lets them write to it', async () => {
    const { id } = await ticketOf(people.otherOrganization);
    for (const who of [client, representative]) {
      const answers = (ticket: number) =>
        Promise.all([who.get(`/tickets/${ticket}`), who.patch(`/tickets/${ticket}`, { subject: 'x' })]);
      const statuses = (await answers(id)).map(({ status, body }) => [status, body]);
      expect(statuses).toEqual((await answers(99_999_999)).map(({ status, body }) => [status, body]));
      expect(statuses.map(([status]) => status)).toEqual([404, 403]);
      expect((await who.post('/ticket-replies', { ticket: id, text: 'x' })).status).toBe(404);
      expect(
        (await who.get('/tickets?limit=100')).body.docs.map((ticket: { id: number }) => ticket.id),
      ).not.toContain(id);
    }
  });

  it('deletes tickets only for administrators, with their replies', async () => {
    const { id } = await ticketOf(people.organization);
    await staff.post('/ticket-replies', { ticket: id, text: 'a' });
    expect((await staff.delete(`/tickets/${id}`)).status).toBe(403);
    expect((await sessionOf(portal, people.administrator).delete(`/tickets/${id}`)).status).toBe(200);
    const left = await portal.payload.find({
      collection: 'ticket-replies',
      where: { ticket: { equals: id } },
      overrideAccess: true,
    });
    expect(left.docs).toEqual([]);
  });
});

describe('a reply', () => {
  it('written as rich text is returned by the API as text', async () => {
    const { id } = await ticketOf(people.organization);
    const { status } = await staff.post('/ticket-replies', {
      ticket: id,
      body: paragraph(text('bold'), text(' words')),
    });
    expect(status).toBe(201);
    expect((await api.get(`/v1/tickets/${id}/replies`)).body.data[0].body).toBe('bold words');
  });

  it('has no styles of its own, which would be those of a page of the admin UI', async () => {
    const { id } = await ticketOf(people.organization);
    const style = 'position:fixed;inset:0;background:url(https://evil.example/pixel)';
    const { root } = paragraph({ ...text('seen'), style });
    const [block] = root.children;
    const { status, body } = await client.post('/ticket-replies', {
      ticket: id,
      body: { root: { ...root, children: [{ ...block, textStyle: style }] } },
    });
    expect(status).toBe(201);
    const { body: stored } = await staff.get(`/ticket-replies/${body.doc.id}?depth=0`);
    expect(stored.body.root.children[0]).toMatchObject({
      ...block,
      textStyle: '',
      children: [{ ...text('seen'), style: '' }],
    });
    expect(JSON.stringify(stored)).not.toContain('evil.example');
  });

  it('names no record of the CMS, which would be read with it: not even itself, many times', async () => {
    const { id } = await ticketOf(people.organization);
    const naming = (reply: number) => {
      const node = {
        type: 'relationship',
        version: 2,
        format: '',
        relationTo: 'ticket-replies',
        value: reply,
      };
      const { root } = paragraph(text('seen'));
      return { root: { ...root, children: [...root.children, ...Array(30).fill(node)] } };
    };
    const refused = await client.post('/ticket-replies', { ticket: id, body: naming(1) });
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      422,
      'A reply cannot contain records or blocks of the CMS: it is read as text.',
    ]);
    const { body } = await client.post('/ticket-replies', { ticket: id, text: 'seen' });
    const reply = body.doc.id;
    // As one was stored before such nodes were refused.
    await query(portal.databaseUrl, 'update ticket_replies set body = $1 where id = $2', [
      naming(reply),
      reply,
    ]);
    const read = await client.get(`/ticket-replies/${reply}?depth=3`);
    expect(read.body.body.root.children[1].value).toBe(reply);
  });

  it('sent as text is stored as rich text', async () => {
    const { id } = await ticketOf(people.organization);
    await api.post(`/v1/tickets/${id}/replies`, { body: 'one\n\nthree' });
    const { docs } = await portal.payload.find({
      collection: 'ticket-replies' as CollectionSlug,
      where: { ticket: { equals: id } },
      overrideAccess: true,
    });
    const { root } = (
      docs[0] as unknown as { body: { root: { children: { children: { text: string }[] }[] } } }
    ).body;
    expect(root.children.map(({ children }) => children.map((node) => node.text).join(''))).toEqual([
      'one',
      '',
      'three',
    ]);
  });

  it.each([{}, { text: ' ' }, { body: paragraph() }, { body: paragraph(text('\n ')) }])(
    'is refused if it is %j',
    async (fields) => {
      const { id } = await ticketOf(people.organization);
      expect((await staff.post('/ticket-replies', { ticket: id, ...fields })).status).toBe(422);
    },
  );

  it('cannot be changed', async () => {
    const { id } = await ticketOf(people.organization);
    const { body } = await staff.post('/ticket-replies', { ticket: id, text: 'said' });
    expect((await staff.patch(`/ticket-replies/${body.doc.id}`, { internal: true })).status).toBe(403);
  });

  it('may be internal to the team: clients can neither read nor create such replies', async () => {
    const { id } = await ticketOf(people.organization);
    await representative.post('/ticket-replies', { ticket: id, text: 'between us', internal: true });
    const imitated = await client.post('/ticket-replies', { ticket: id, text: 'whisper', internal: true });
    expect(imitated).toMatchObject({
      status: 403,
      body: { errors: [{ message: 'Your role does not allow internal.' }] },
    });
    const { body } = await client.post('/ticket-replies', { ticket: id, text: 'hello', internal: false });
    const textsFor = async (who: Client) =>
      (await who.get(`/ticket-replies?where[ticket][equals]=${id}`)).body.docs.map(
        (reply: { text: string }) => reply.text,
      );
    expect(body.doc.internal).toBe(false);
    expect(await textsFor(client)).toEqual(['hello']);
    expect((await textsFor(staff)).sort()).toEqual(['between us', 'hello']);
  });
});

describe('the history of a ticket', () => {
  interface Entry {
    readonly userId: string | null;
    readonly sequence: number;
    readonly changes: object;
  }

  const historyOf = async (ticket: number | string, reader = staff): Promise<Entry[]> => {
    const { body } = await reader.get(
      `/ticket-changes?where[ticket][equals]=${ticket}&sort=sequence&depth=0`,
    );
    return body.docs.map(({ userId, sequence, changes }: Entry) => ({ userId, sequence, changes }));
  };

  it('names the user of each change, through every API', async () => {
    const { id } = await ticketOf(people.organization);
    expect(await historyOf(id)).toEqual([]);
    await client.patch(`/tickets/${id}`, { subject: 'The VPN' });
    await api.patch(`/v1/tickets/${id}`, { assignee_id: String(people.technician.id), priority: 'high' });
    await representative.request('PATCH', `/tickets?where[id][equals]=${id}`, { status: 'in_progress' });
    await portal.payload.update({
      collection: 'tickets' as CollectionSlug,
      id,
      data: { status: 'resolved' },
      overrideAccess: true,
    });
    await client.post('/ticket-replies', { ticket: id, text: 'Not at all.' });
    const by = ({ id: user }: { id: number }) => String(user);
    expect(await historyOf(id)).toEqual([
      {
        userId: by(people.client),
        sequence: 1,
        changes: { subject: { from: 'VPN', to: 'The VPN' } },
      },
      {
        userId: by(people.editor),
        sequence: 2,
        changes: {
          assignee_id: { from: null, to: by(people.technician) },
          priority: { from: 'medium', to: 'high' },
        },
      },
      {
        userId: by(people.representative),
        sequence: 3,
        changes: { status: { from: 'open', to: 'in_progress' } },
      },
      { userId: null, sequence: 4, changes: { status: { from: 'in_progress', to: 'resolved' } } },
      { userId: by(people.client), sequence: 5, changes: { status: { from: 'resolved', to: 'open' } } },
    ]);
  });

  it('omits changes without an effect, and replies', async () => {
    const { id } = await ticketOf(people.organization);
    await staff.patch(`/tickets/${id}`, { subject: 'VPN', status: 'open' });
    await staff.post('/ticket-replies', { ticket: id, text: 'Hello.' });
    expect(await historyOf(id)).toEqual([]);
  });

  it('keeps only the differing part of a long description', async () => {
    const description = 'x'.repeat(40_000);
    const { id } = await ticketOf(people.organization, { description });
    await staff.patch(`/tickets/${id}`, { description: `${description} More.` });
    const [entry] = await historyOf(id);
    expect(entry?.changes).toEqual({
      description: { from: `…${'x'.repeat(60)}`, to: `…${'x'.repeat(60)} More.` },
    });
  });

  it('omits changes that are not committed, through every API', async () => {
    await query(
      portal.databaseUrl,
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not today'; end $$;
       create constraint trigger refuse after update on tickets deferrable initially deferred
         for each row when (new.subject = 'Uncommitted') execute function refuse()`,
    );
    onTestFinished(async () => void (await query(portal.databaseUrl, 'drop trigger refuse on tickets')));
    const { id } = await ticketOf(people.organization);
    const answers = [
      await staff.patch(`/tickets/${id}`, { subject: 'Uncommitted' }),
      await api.patch(`/v1/tickets/${id}`, { subject: 'Uncommitted' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    expect(await historyOf(id)).toEqual([]);
  });

  it('is only for the team of its organization', async () => {
    const { id } = await ticketOf(people.organization);
    const { id: foreign } = await ticketOf(people.otherOrganization);
    for (const ticket of [id, foreign]) await staff.patch(`/tickets/${ticket}`, { priority: 'low' });
    expect(await historyOf(id, representative)).toHaveLength(1);
    expect(await historyOf(foreign, representative)).toEqual([]);
    expect((await client.get('/ticket-changes')).status).toBe(403);
  });

  it('is deleted with its ticket', async () => {
    const { id } = await ticketOf(people.organization);
    await staff.patch(`/tickets/${id}`, { priority: 'low' });
    const count = async () =>
      (await query(portal.databaseUrl, 'select 1 from ticket_changes where ticket_id = $1', [id])).length;
    expect(await count()).toBe(1);
    await sessionOf(portal, people.administrator).delete(`/tickets/${id}`);
    expect(await count()).toBe(0);
  });
});

it.each([
  { subject: { a: 1 } },
  { status: {} },
  { priority: ['low'] },
  { assignee: { a: 1 } },
  { requester: [1] },
])('the CMS’s REST refuses %j with a validation error', async (change) => {
  const { id } = await ticketOf(people.organization);
  expect((await staff.patch(`/tickets/${id}`, change)).status).toBe(422);
  expect(
    (await staff.post('/tickets', { subject: 'VPN', organization: people.organization, ...change })).status,
  ).toBeOneOf([400, 422]);
});

describe('a form that was open while another user saved', () => {
  const openedWith = (ticket: Record<string, unknown>) => ({
    subject: ticket.subject,
    status: ticket.status,
    priority: ticket.priority,
    assignee: null,
  });

  it('changes only its edited fields, and undoes nothing', async () => {
    const ticket = await ticketOf(people.organization);
    const _openedWith = openedWith(ticket);
    await representative.patch(`/tickets/${ticket.id}`, { status: 'closed', assignee: people.technician.id });
    const saved = await staff.patch(`/tickets/${ticket.id}`, {
      ..._openedWith,
      subject: 'The VPN',
      _openedWith,
    });
    expect(saved.status).toBe(200);
    expect((await api.get(`/v1/tickets/${ticket.id}`)).body).toMatchObject({
      subject: 'The VPN',
      status: 'closed',
      priority: 'medium',
      assignee_id: String(people.technician.id),
    });
  });

  it('is refused as a whole if both changed the same, with a sentence', async () => {
    const ticket = await ticketOf(people.organization);
    const _openedWith = openedWith(ticket);
    await representative.patch(`/tickets/${ticket.id}`, { status: 'closed', priority: 'low' });
    const { status, body } = await staff.patch(`/tickets/${ticket.id}`, {
      ..._openedWith,
      subject: 'The VPN',
      status: 'resolved',
      priority: 'high',
      _openedWith,
    });
    expect([status, body.errors[0].message]).toEqual([
      409,
      expect.stringContaining(
        'Someone else has changed the status and the priority of this ticket in the meantime.',
      ),
    ]);
    expect((await api.get(`/v1/tickets/${ticket.id}`)).body).toMatchObject({
      subject: 'VPN',
      status: 'closed',
      priority: 'low',
    });
  });

  it('is refused if another person has logged in since in the same browser', async () => {
    const ticket = await ticketOf(people.organization);
    const opened = openedWith(ticket);
    const change = { ...opened, priority: 'high' };
    const send = (person: unknown) =>
      staff.patch(`/tickets/${ticket.id}`, { ...change, _openedWith: { ...opened, person } });
    expect(await send(people.technician.id)).toMatchObject({
      status: 409,
      body: { errors: [{ message: expect.stringContaining('now logged in with another account') }] },
    });
    expect((await api.get(`/v1/tickets/${ticket.id}`)).body).toMatchObject({ priority: 'medium' });
    expect(await send(String(people.editor.id))).toMatchObject({ status: 200 });
    expect((await api.get(`/v1/tickets/${ticket.id}`)).body).toMatchObject({ priority: 'high' });
  });

  it.each([{ subject: { a: 1 } }, { assignee: [{ id: { a: null } }] }, [], 'subject', { __proto__: null }])(
    'ignores invalid values: %j',
    async (_openedWith) => {
      const { id } = await ticketOf(people.organization);
      const { status } = await staff.patch(`/tickets/${id}`, { priority: 'low', _openedWith });
      expect([200, 409]).toContain(status);
    },
  );

  it('reveals nothing of a ticket to callers who may not read it', async () => {
    const { id } = await ticketOf(people.otherOrganization);
    const change = { subject: 'a', _openedWith: { subject: 'b' } };
    expect(await client.patch(`/tickets/${id}`, change)).toMatchObject({ status: 403 });
    expect(await client.patch('/tickets/99999999', change)).toMatchObject({ status: 403 });
  });

  it('opens one ticket, however often the form is sent, and none for a form that was refused', async () => {
    const send = (subject: string) =>
      staff.post('/tickets', {
        subject,
        organization: people.organization,
        _openedWith: { person: people.editor.id, form: 'a-form-of-the-editor' },
      });
    expect((await send('')).status).toBe(400);
    const answers = await Promise.all(['Once', 'Once', 'Once'].map(send));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const { status, body } = await send('Once');
    expect([status, body.errors[0].message]).toEqual([
      409,
      'This form has already created its ticket. You find it in the list of tickets.',
    ]);
    expect(await query(portal.databaseUrl, "select 1 from tickets where subject = 'Once'")).toHaveLength(1);
  });

  it('lets a caller overwrite if they do not send the values it was opened with', async () => {
    const ticket = await ticketOf(people.organization);
    await representative.patch(`/tickets/${ticket.id}`, { priority: 'low' });
    await staff.patch(`/tickets/${ticket.id}`, { ...openedWith(ticket), priority: 'medium' });
    expect((await api.get(`/v1/tickets/${ticket.id}`)).body.priority).toBe('medium');
  });
});

it('the Local API enforces the rules for the user it acts for', async () => {
  const { payload } = portal;
  const user = {
    ...(await payload.findByID({ collection: 'users', id: people.client.id, overrideAccess: true })),
    collection: 'users' as const,
  };
  const { id } = await ticketOf(people.organization);
  const change = (data: object) =>
    payload.update({ collection: 'tickets' as CollectionSlug, id, data, user, overrideAccess: false });
  await expect(change({ status: 'in_progress' })).rejects.toThrow(/can change to closed/);
  await expect(change({ status: 'closed' })).resolves.toMatchObject({ status: 'closed' });
});

it('a ticket is deleted together with a reply that is being added to it', async () => {
  const { id } = await ticketOf(people.organization);
  const reply = new pg.Client({ connectionString: portal.databaseUrl });
  await reply.connect();
  onTestFinished(() => reply.end());
  await reply.query('begin');
  await reply.query('select 1 from tickets where id = $1 for update', [id]);
  await reply.query(`insert into ticket_replies (ticket_id, text) values ($1, 'late')`, [id]);
  const deletion = sessionOf(portal, people.administrator).delete(`/tickets/${id}`);
  await eventually(() => isWaitingForLock(portal.databaseUrl));
  await reply.query('commit');
  expect((await deletion).status).toBe(200);
  expect(await query(portal.databaseUrl, `select 1 from ticket_replies where text = 'late'`)).toEqual([]);
});

it('many concurrent changes of tickets all succeed', async () => {
  const tickets = await Promise.all(Array.from({ length: 24 }, () => ticketOf(people.organization)));
  const answers = await Promise.all([
    ...tickets.map(({ id }) => staff.patch(`/tickets/${id}`, { priority: 'high' })),
    ...tickets.map(({ id }) => api.post(`/v1/tickets/${id}/replies`, { body: 'a' })),
    ...tickets.map(({ id }) => client.post('/ticket-replies', { ticket: id, text: 'b' })),
  ]);
  expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
});
