import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, keyClient } from '../support/api.ts';
import { startPortal, type TestPortal } from '../support/payload.ts';
import { createPeople, type People } from '../support/people.ts';

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
