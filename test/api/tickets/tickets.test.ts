import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let staff: Client;
let bound: Client;
let client: Client;
let representative: Client;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  const { administrator, organization, otherOrganization } = people;
  staff = await keyClient(portal, administrator, { owner: people.editor });
  bound = await keyClient(portal, administrator, {
    owner: people.developer,
    organization: otherOrganization,
  });
  client = await keyClient(portal, administrator, { owner: people.client, organization });
  representative = await keyClient(portal, administrator, { owner: people.representative, organization });
});

afterAll(() => portal.stop());

const newTicket = async (fields: object = {}) => {
  const { status, body } = await client.post('/v1/tickets', { subject: 'VPN is slow', ...fields });
  expect(status).toBe(201);
  return body;
};

describe('POST /v1/tickets', () => {
  it('returns the full ticket and its location', async () => {
    const { status, body, headers } = await client.post('/v1/tickets', {
      subject: ' Café\t“quoted” 🎉 ',
      description: 'one\r\n two  \n',
      priority: 'high',
    });
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      id: expect.stringMatching(/^\d+$/),
      subject: ' Café\t“quoted” 🎉 ',
      description: 'one\r\n two  \n',
      status: 'open',
      priority: 'high',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: expect.stringMatching(/Z$/),
      created_by: String(people.client.id),
      requester_id: String(people.client.id),
      assignee_id: null,
      organization_id: String(people.organization),
      source: 'api',
      waiting_for: 'staff',
      merged_into: null,
      followers: [],
    });
    expect(headers.get('Location')).toBe(`/api/v1/tickets/${body.id}`);
    const read = await client.get(`/v1/tickets/${body.id}`);
    expect(read.body).toStrictEqual(body);
    expect(read.headers.get('ETag')).toBe(headers.get('ETag'));
  });

  it.each([
    [{}, 'subject'],
    [{ subject: '' }, 'subject'],
    [{ subject: ' \t' }, 'subject'],
    [{ subject: 'a\nb' }, 'subject'],
    [{ subject: 'a\0b' }, 'subject'],
    [{ subject: 'a\ud800b' }, 'subject'],
    [{ subject: 'é'.repeat(256) }, 'subject'],
    [{ subject: 7 }, 'subject'],
    [{ subject: 'a', description: 'x'.repeat(50_001) }, 'description'],
    [{ subject: 'a', priority: 'huge' }, 'priority'],
    [{ subject: 'a', priority: ['low'] }, 'priority'],
    [{ subject: 'a', status: 'closed' }, 'status'],
    [{ subject: 'a', id: '7' }, 'id'],
    [{ subject: 'a', organization_id: '1' }, 'organization_id'],
    [{ subject: 'a', __proto__: null, constructor: 1 }, 'constructor'],
  ])('refuses %j by naming %s', async (input, path) => {
    const { status, body } = await client.post('/v1/tickets', input);
    expect([status, body.error]).toEqual([422, 'validation_failed']);
    expect(body.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  it('accepts 255 code points, regardless of their bytes', async () => {
    const subject = '🎉'.repeat(255);
    expect((await newTicket({ subject })).subject).toBe(subject);
  });

  it('requires an organization from a spanning key', async () => {
    expect((await staff.post('/v1/tickets', { subject: 'a' })).body.details[0].path).toBe('organization_id');
    const { organization, client: requester } = people;
    const made = await staff.post('/v1/tickets', {
      subject: 'a',
      organization_id: String(organization),
      requester_id: String(requester.id),
      assignee_id: String(people.representative.id),
    });
    expect(made.body).toMatchObject({
      organization_id: String(organization),
      created_by: String(people.editor.id),
      requester_id: String(requester.id),
      assignee_id: String(people.representative.id),
    });
  });

  it('accepts only people who belong to the ticket', async () => {
    const { otherOrganization } = people;
    const naming = (field: string, id: number | string) =>
      staff.post('/v1/tickets', {
        subject: 'a',
        organization_id: String(otherOrganization),
        [field]: String(id),
      });
    for (const [field, id] of [
      ['requester_id', people.client.id],
      ['requester_id', people.editor.id],
      ['requester_id', 999_999],
      ['requester_id', 'x'],
      ['assignee_id', people.client.id],
      ['assignee_id', people.representative.id],
    ] as const) {
      const { status, body } = await naming(field, id);
      expect([status, body.details?.[0].path, id]).toEqual([422, field, id]);
    }
    expect((await naming('assignee_id', people.technician.id)).status).toBe(201);
  });

  it('does not let a client name a requester or an assignee', async () => {
    for (const field of ['requester_id', 'assignee_id']) {
      const { status, body } = await client.post('/v1/tickets', {
        subject: 'a',
        [field]: String(people.client.id),
      });
      expect([status, body.error]).toEqual([403, 'forbidden']);
    }
  });
});

describe('PATCH /v1/tickets/{id}', () => {
  const states = ['open', 'in_progress', 'resolved', 'closed'] as const;
  const allowed: Record<string, string[]> = {
    open: ['in_progress', 'resolved', 'closed'],
    in_progress: ['open', 'resolved', 'closed'],
    resolved: ['open', 'in_progress', 'closed'],
    closed: ['open'],
  };
  const allowedToClients: Record<string, string[]> = {
    open: ['closed'],
    in_progress: ['closed'],
    resolved: ['open', 'closed'],
    closed: ['open'],
  };

  const ticketIn = async (state: string) => {
    const { id } = await newTicket();
    if (state !== 'open')
      expect((await representative.patch(`/v1/tickets/${id}`, { status: state })).status).toBe(200);
    return id;
  };

  it.each(states)('changes from %s only to the statuses that may follow', async (from) => {
    for (const to of states) {
      for (const [who, table] of [
        [representative, allowed],
        [client, allowedToClients],
      ] as const) {
        const id = await ticketIn(from);
        const { status, body } = await who.patch(`/v1/tickets/${id}`, { status: to });
        const may = to === from || table[from]?.includes(to);
        expect([from, to, status]).toEqual([from, to, may ? 200 : 409]);
        if (!may) {
          expect(body.error).toBe('invalid_transition');
          for (const state of table[from] ?? []) expect(body.message).toContain(state);
        }
      }
    }
  });

  it('changes only the fields sent, and updated_at only with them', async () => {
    const made = await newTicket({ description: 'text' });
    const path = `/v1/tickets/${made.id}`;
    const same = await client.patch(path, { subject: made.subject, status: 'open' });
    expect(same.body).toStrictEqual(made);
    const changed = await client.patch(path, { description: null, priority: 'urgent' });
    expect(changed.body).toMatchObject({ subject: made.subject, description: null, priority: 'urgent' });
    expect(changed.body.updated_at > made.updated_at).toBe(true);
  });

  it('honors If-Match', async () => {
    const made = await newTicket();
    const path = `/v1/tickets/${made.id}`;
    const tag = (await client.get(path)).headers.get('ETag') ?? '';
    const refused = await client.patch(path, { subject: 'b' }, { 'If-Match': '"other"' });
    expect([refused.status, refused.body.error]).toEqual([412, 'precondition_failed']);
    expect((await client.patch(path, { subject: 'b' }, { 'If-Match': `W/${tag}` })).status).toBe(412);
    expect((await client.patch(path, { subject: 'b' }, { 'If-Match': `"x", ${tag}` })).status).toBe(200);
    expect((await client.patch(path, { subject: 'c' }, { 'If-Match': tag })).status).toBe(412);
    expect((await client.patch(path, { subject: 'c' }, { 'If-Match': '*' })).status).toBe(200);
  });

  it('lets only one of many callers with the same tag win', async () => {
    const { id } = await newTicket();
    const path = `/v1/tickets/${id}`;
    const tag = (await client.get(path)).headers.get('ETag') ?? '';
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        client.patch(path, { subject: `by ${index}` }, { 'If-Match': tag }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(11);
  });

  it('loses no concurrent change of another field', async () => {
    const { id } = await newTicket();
    const path = `/v1/tickets/${id}`;
    await Promise.all([
      representative.patch(path, { status: 'closed' }),
      client.patch(path, { priority: 'low' }),
      client.patch(path, { subject: 'new' }),
      representative.patch(path, { assignee_id: String(people.editor.id) }),
    ]);
    expect((await client.get(path)).body).toMatchObject({
      status: 'closed',
      priority: 'low',
      subject: 'new',
      assignee_id: String(people.editor.id),
    });
  });

  it.each([
    [{}, ''],
    [{ requester_id: null }, 'requester_id'],
    [{ subject: null }, 'subject'],
    [[], ''],
  ])('refuses %j', async (input, path) => {
    const { id } = await newTicket();
    const { status, body } = await representative.patch(`/v1/tickets/${id}`, input);
    expect([status, body.details[0].path]).toEqual([422, path]);
  });
});

describe('replies', () => {
  it.each(['x', 'é', '🎉'])('accept 50 000 code points of %s', async (character) => {
    const { id } = await newTicket();
    const body = character.repeat(50_000);
    const made = await client.post(`/v1/tickets/${id}/replies`, { body });
    expect([made.status, made.body.body === body]).toEqual([201, true]);
  });

  it('are listed oldest first, to clients without the internal ones', async () => {
    const { id } = await newTicket();
    const path = `/v1/tickets/${id}/replies`;
    const first = await client.post(path, { body: ' one\n  two ' });
    expect(first.status).toBe(201);
    expect(first.body).toStrictEqual({
      id: expect.any(String),
      ticket_id: id,
      body: ' one\n  two ',
      internal: false,
      created_at: expect.any(String),
      created_by: String(people.client.id),
      source: 'api',
      author: { name: null, side: 'client' },
      files: [],
    });
    await representative.post(path, { body: 'between us', internal: true });
    await staff.post(path, { body: 'done' });
    const bodiesFor = async (who: Client) =>
      (await who.get(path)).body.data.map(({ body }: { body: string }) => body);
    expect(await bodiesFor(client)).toEqual([' one\n  two ', 'done']);
    expect(await bodiesFor(representative)).toEqual([' one\n  two ', 'between us', 'done']);
    expect((await client.get(path)).body.meta.total).toBe(2);
  });

  it('update updated_at unless they are internal', async () => {
    const made = await newTicket();
    const path = `/v1/tickets/${made.id}`;
    await representative.post(`${path}/replies`, { body: 'between us', internal: true });
    expect((await client.get(path)).body).toStrictEqual(made);
    await representative.post(`${path}/replies`, { body: 'hello' });
    expect((await client.get(path)).body.updated_at > made.updated_at).toBe(true);
  });

  it.each(['resolved', 'closed'])('of a client reopen a ticket that is %s', async (state) => {
    const { id } = await newTicket();
    await representative.patch(`/v1/tickets/${id}`, { status: state });
    await representative.post(`/v1/tickets/${id}/replies`, { body: 'more' });
    expect((await client.get(`/v1/tickets/${id}`)).body.status).toBe(state);
    await client.post(`/v1/tickets/${id}/replies`, { body: 'not yet' });
    expect((await client.get(`/v1/tickets/${id}`)).body.status).toBe('open');
  });

  it('of a client are never internal', async () => {
    const { id } = await newTicket();
    const { status } = await client.post(`/v1/tickets/${id}/replies`, { body: 'a', internal: false });
    expect(status).toBe(403);
  });

  it.each([
    {},
    { body: '' },
    { body: ' \n' },
    { body: 'a\0' },
    { body: 'x'.repeat(50_001) },
    { body: 'a', more: 1 },
  ])('refuse %j', async (input) => {
    const { id } = await newTicket();
    expect((await client.post(`/v1/tickets/${id}/replies`, input)).status).toBe(422);
  });
});

describe('another organization', () => {
  it('gets 404, the same as for an unknown ticket', async () => {
    const { id } = await newTicket();
    const calls = (ticket: string) => [
      bound.get(`/v1/tickets/${ticket}`),
      bound.patch(`/v1/tickets/${ticket}`, { subject: 'mine' }),
      bound.get(`/v1/tickets/${ticket}/replies`),
      bound.post(`/v1/tickets/${ticket}/replies`, { body: 'mine' }),
    ];
    const theirs = await Promise.all(calls(id));
    const nobodys = await Promise.all(calls('99999999'));
    for (const [index, { status, body }] of theirs.entries()) {
      expect(status).toBe(404);
      expect({ ...body, request_id: '' }).toEqual({ ...nobodys[index]?.body, request_id: '' });
    }
    expect(
      (await bound.get('/v1/tickets')).body.data.map((ticket: { id: string }) => ticket.id),
    ).not.toContain(id);
  });
});

describe('tags', () => {
  const tagged = async (tags: readonly unknown[]) => {
    const { id } = await newTicket();
    const answer = await representative.patch(`/v1/tickets/${id}`, { tags });
    return { id, path: `/v1/tickets/${id}`, ...answer };
  };

  it('are set by staff and representatives, and kept as they were written first', async () => {
    const organization_id = String(people.organization);
    const made = await staff.post('/v1/tickets', {
      subject: 'x',
      organization_id,
      tags: ['VIP', 'vip', ' a b '],
    });
    expect([made.status, made.body.tags]).toEqual([201, ['VIP', 'a b']]);
    const path = `/v1/tickets/${made.body.id}`;
    const changed = await representative.patch(path, { tags: ['A B', 'Vip', 'new'] });
    expect(changed.body.tags).toEqual(['a b', 'VIP', 'new']);
    const same = await representative.patch(path, { tags: ['new', 'vip', 'a b'] });
    expect(same.body).toEqual(changed.body);
    expect((await representative.patch(path, { tags: [] })).body.tags).toEqual([]);
  });

  it('do not exist for clients', async () => {
    const { id, path } = await tagged(['secret']);
    expect((await client.get(path)).body).not.toHaveProperty('tags');
    const { body } = await client.get('/v1/tickets?view=full');
    expect(body.data.length).toBeGreaterThan(0);
    expect(body.data.every((ticket: object) => !('tags' in ticket))).toBe(true);
    for (const { status, body: problem } of [
      await client.patch(path, { tags: ['x'] }),
      await client.post('/v1/tickets', { subject: 'x', tags: ['x'] }),
      await client.get('/v1/tickets?tag=secret'),
    ])
      expect([status, problem.details[0].message]).toEqual([422, 'There is no such field.']);
    const session = sessionOf(portal, people.client);
    expect((await session.get(`/tickets/${id}`)).body).not.toHaveProperty('tags');
    await session.patch(`/tickets/${id}`, { tags: ['mine'] });
    expect((await representative.get(path)).body.tags).toEqual(['secret']);
  });

  it('stay in the history as they are when a client, who sees none, changes the ticket', async () => {
    const { id } = await newTicket();
    await representative.patch(`/v1/tickets/${id}`, { tags: ['secret'] });
    const session = await sessionOf(portal, people.client);
    await session.patch(`/tickets/${id}`, { priority: 'high' });
    await client.patch(`/v1/tickets/${id}`, { subject: 'VPN is down' });
    const rows = await query<{ changes: object }>(
      portal.databaseUrl,
      'select changes from ticket_changes where ticket_id = $1 order by id',
      [id],
    );
    expect(rows.map(({ changes }) => Object.keys(changes))).toEqual([['tags'], ['priority'], ['subject']]);
  });

  it.each([
    [Array.from({ length: 21 }, (_, index) => `tag ${index}`), '20 tags'],
    [['x'.repeat(51)], '50 characters'],
    [['a,b'], 'comma'],
    [['a\nb'], 'line break'],
    [[' '], 'empty'],
    [['\u0000'], 'is not allowed'],
    [[1], 'text'],
  ])('reject %j', async (tags, said) => {
    const { status, body } = await tagged(tags);
    expect(status).toBe(422);
    expect(body.details[0].path.startsWith('tags')).toBe(true);
    expect(body.details[0].message).toContain(said);
  });

  it.each([
    ['no list', 'x'],
    ['an object', { a: 1 }],
    ['a number', [1]],
    ['an object in the list', [{ a: 1 }]],
    ['21 tags', Array.from({ length: 21 }, (_, index) => `tag ${index}`)],
  ])('are rejected by the CMS at their field: %s', async (_name, tags) => {
    const session = sessionOf(portal, people.editor);
    const { id } = await newTicket();
    const { organization } = people;
    for (const { status, body } of [
      await session.patch(`/tickets/${id}`, { tags }),
      await session.post('/tickets', { subject: 'VPN is slow', organization, tags }),
    ])
      expect([status, body.errors[0].data?.errors[0].path]).toEqual([400, 'tags']);
    expect((await representative.get(`/v1/tickets/${id}`)).body.tags).toEqual([]);
  });

  it('may be 20 of 50 characters', async () => {
    const tags = Array.from(
      { length: 20 },
      (_, index) => `${index % 10}${index < 10 ? 'a' : 'b'}${'🎉'.repeat(48)}`,
    );
    expect((await tagged(tags)).body.tags).toEqual(tags);
  });

  it('are in the changes of an update, and move updated_at', async () => {
    const { id, body } = await tagged(['one']);
    const [change] = await query<{ changes: object }>(
      portal.databaseUrl,
      'select changes from ticket_changes where ticket_id = $1 order by sequence desc limit 1',
      [id],
    );
    expect(change?.changes).toEqual({ tags: { from: [], to: ['one'] } });
    expect(body.updated_at > body.created_at).toBe(true);
  });
});

describe('a change of tags', () => {
  it('is told to webhooks that span organizations, and to no client', async () => {
    const hook = { url: 'https://192.0.32.8/hooks', events: ['ticket.updated'] };
    const spanning = await staff.post('/v1/webhooks', hook);
    const ofClient = await client.post('/v1/webhooks', hook);
    const { id } = await newTicket();
    await representative.patch(`/v1/tickets/${id}`, { tags: ['one'] });
    await representative.patch(`/v1/tickets/${id}`, { tags: ['two'], priority: 'low' });
    const told = async (webhook: string) => {
      const rows = await query<{ body: string }>(
        portal.databaseUrl,
        `select e.body from webhook_deliveries d join support_portal.webhook_events e on e.id = d.event_id
         where webhook_id = $1 order by d.id`,
        [webhook],
      );
      return rows.map(({ body }) => Object.keys(JSON.parse(body).data.changes));
    };
    expect(await told(spanning.body.id)).toEqual([['tags'], ['priority', 'tags']]);
    expect(await told(ofClient.body.id)).toEqual([['priority']]);
  });
});

describe('waiting_for', () => {
  const of = async (id: string, who = client) => (await who.get(`/v1/tickets/${id}`)).body.waiting_for;

  it('is whoever did not write the last reply that is not internal', async () => {
    const { id, waiting_for } = await newTicket();
    expect(waiting_for).toBe('staff');
    const replies = `/v1/tickets/${id}/replies`;
    await representative.post(replies, { body: 'note', internal: true });
    expect(await of(id)).toBe('staff');
    await representative.post(replies, { body: 'x' });
    expect(await of(id)).toBe('client');
    await representative.post(replies, { body: 'note', internal: true });
    expect(await of(id)).toBe('client');
    await client.post(replies, { body: 'x' });
    expect(await of(id)).toBe('staff');
  });

  it('is null once the ticket is closed, and as before when it opens again', async () => {
    const { id } = await newTicket();
    const path = `/v1/tickets/${id}`;
    await representative.post(`${path}/replies`, { body: 'x' });
    expect((await representative.patch(path, { status: 'closed' })).body.waiting_for).toBeNull();
    expect((await representative.patch(path, { status: 'open' })).body.waiting_for).toBe('client');
    await representative.patch(path, { status: 'closed' });
    await client.post(`${path}/replies`, { body: 'x' });
    expect((await client.get(path)).body).toMatchObject({ status: 'open', waiting_for: 'staff' });
  });

  it('is written by no one', async () => {
    const { id } = await newTicket();
    expect((await staff.patch(`/v1/tickets/${id}`, { waiting_for: 'client' })).status).toBe(422);
    await sessionOf(portal, people.administrator).patch(`/tickets/${id}`, { waitingFor: 'client' });
    expect(await of(id)).toBe('staff');
  });
});

describe('the filters of the list', () => {
  const ids = async (search: string, who = staff): Promise<string[]> => {
    const { status, body } = await who.get(`/v1/tickets?per_page=100${search}`);
    expect(status).toBe(200);
    return body.data.map(({ id }: { id: string }) => id);
  };

  it('find tickets by a tag in any case', async () => {
    const { id } = await newTicket();
    await representative.patch(`/v1/tickets/${id}`, { tags: ['Ünique 100%'] });
    expect(await ids('&tag=%C3%BCNIQUE%20100%25')).toEqual([id]);
    expect(await ids('&tag=%C3%BCNIQUE')).toEqual([]);
  });

  it('find tickets by who is waited for', async () => {
    const { id } = await newTicket();
    await representative.post(`/v1/tickets/${id}/replies`, { body: 'x' });
    expect(await ids('&waiting_for=client')).toContain(id);
    expect(await ids('&waiting_for=staff')).not.toContain(id);
    await representative.patch(`/v1/tickets/${id}`, { status: 'closed' });
    expect(await ids('&waiting_for=client')).not.toContain(id);
  });

  it('find tickets by assignee and requester', async () => {
    const { id } = await newTicket();
    const editor = String(people.editor.id);
    expect(await ids('&assignee_id=none')).toContain(id);
    await representative.patch(`/v1/tickets/${id}`, { assignee_id: editor });
    expect(await ids('&assignee_id=none')).not.toContain(id);
    expect(await ids('&assignee_id=me')).toContain(id);
    expect(await ids(`&assignee_id=${editor}`)).toContain(id);
    expect(await ids('&assignee_id=me', representative)).not.toContain(id);
    expect(await ids(`&requester_id=${people.client.id}`)).toContain(id);
    expect(await ids('&requester_id=999999')).toEqual([]);
    expect(await ids('&requester_id=nobody')).toEqual([]);
  });
});
