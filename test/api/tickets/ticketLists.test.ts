import { createLocalReq, type TypedUser } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Principal } from '../../../src/core/access/roles.ts';
import { contextOf, type PortalContext } from '../../../src/core/context.ts';
import { readTicketPage } from '../../../src/features/tickets/admin/list/readTicketPage.ts';
import { readListing } from '../../../src/features/tickets/admin/list/views/ticketViews.ts';
import { type Client, keyClient } from '../../support/api/api.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';
import { englishTexts } from '../../support/texts.ts';

let portal: TestPortal;
let people: People;
let client: Client;
let staff: Client;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  const { administrator, organization, otherOrganization } = people;
  client = await keyClient(portal, administrator, { owner: people.client, organization });
  staff = await keyClient(portal, administrator, { owner: people.editor });
  await query(
    portal.databaseUrl,
    `insert into tickets (subject, description, status, priority, organization_id, created_at, updated_at) values
       ('A', 'has 100% of it', 'open', 'low', $1, '2026-01-01', '2026-02-04'),
       ('B', 'under_score', 'closed', 'urgent', $1, '2026-01-02', '2026-02-03'),
       ('C', null, 'open', 'medium', $1, '2026-01-02', '2026-02-02'),
       ('D 100', 'back\\slash', 'resolved', 'high', $1, '2026-01-03', '2026-02-01T12:00:00Z'),
       ('E', 'has 100% of it', 'open', 'low', $2, '2026-01-04', '2026-02-05')`,
    [organization, otherOrganization],
  );
});

afterAll(() => portal.stop());

const subjects = async (search: string, who = client): Promise<string> => {
  const { status, body } = await who.get(`/v1/tickets${search}`);
  expect(status).toBe(200);
  return body.data.map(({ subject }: { subject: string }) => subject[0]).join('');
};

describe('GET /v1/tickets', () => {
  it('has rows of five fields', async () => {
    const { body } = await client.get('/v1/tickets');
    expect(Object.keys(body.data[0])).toEqual(['id', 'subject', 'status', 'priority', 'created_at']);
    expect(body.meta).toStrictEqual({ page: 1, per_page: 25, total: 4 });
    const full = await client.get('/v1/tickets?view=full');
    expect(full.body.data[0]).toStrictEqual((await client.get(`/v1/tickets/${full.body.data[0].id}`)).body);
  });

  it.each([
    ['', 'DCBA'],
    ['?sort=created_at', 'ACBD'],
    ['?sort=updated_at', 'DCBA'],
    ['?sort=-updated_at', 'ABCD'],
    ['?sort=priority', 'ACDB'],
    ['?sort=-priority', 'BDCA'],
    ['?status=open', 'CA'],
    ['?priority=urgent', 'B'],
    ['?search=100%25', 'A'],
    ['?search=R_S', 'B'],
    ['?search=%5C', 'D'],
    ['?search=d%20100', 'D'],
    ['?updated_since=2026-02-03T00:00:00Z', 'BA'],
    ['?updated_since=2026-02-01T14:00:00%2B02:00', 'DCBA'],
    ['?updated_since=2026-02-01T12:00:00.001Z', 'CBA'],
  ])('answers %s with %s', async (search, expected) => {
    expect(await subjects(search)).toBe(expected);
  });

  it.each(['', '?sort=created_at', '?sort=priority', '?sort=-priority', '?sort=-updated_at'])(
    'returns the same for %s by cursor as by page',
    async (search) => {
      const expected = await subjects(search);
      let walked = '';
      let cursor: string | null = '';
      while (cursor !== null) {
        const glue = search ? '&' : '?';
        const { body } = await client.get(`/v1/tickets${search}${glue}per_page=1&cursor=${cursor}`);
        walked += body.data.map(({ subject }: { subject: string }) => subject[0]).join('');
        expect(Object.keys(body.meta)).toEqual(['per_page', 'next_cursor']);
        cursor = body.meta.next_cursor;
      }
      expect(walked).toBe(expected);
    },
  );

  it.each([
    ['status=done', 'status'],
    ['sort=subject', 'sort'],
    ['view=some', 'view'],
    ['updated_since=2026-02-30T00:00:00Z', 'updated_since'],
    ['updated_since=yesterday', 'updated_since'],
    ['search=%00', 'search'],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['page=0', 'page'],
    ['per_page=101', 'per_page'],
    ['cursor=x', 'cursor'],
    ['cursor=&page=1', 'cursor'],
    ['organization_id=1', 'organization_id'],
    ['status=open&status=closed', 'status'],
    ['who=me', 'who'],
  ])('refuses %s by naming %s', async (search, path) => {
    const { status, body } = await client.get(`/v1/tickets?${search}`);
    expect([status, body.details[0].path]).toEqual([422, path]);
  });

  it('is searched in the admin UI for the first 200 characters', () => {
    const { search } = readListing({ search: `${'\u{1f600}'.repeat(250)}b` }, { filters: [], columns: [] });
    expect(search).toBe('\u{1f600}'.repeat(200));
  });

  it('refuses the cursor of another order', async () => {
    const { body } = await client.get('/v1/tickets?cursor=&per_page=1');
    const { status } = await client.get(`/v1/tickets?sort=priority&cursor=${body.meta.next_cursor}`);
    expect(status).toBe(422);
  });

  it('can be filtered by organization with a spanning key', async () => {
    expect(await subjects('', staff)).toBe('EDCBA');
    expect(await subjects(`?organization_id=${people.otherOrganization}`, staff)).toBe('E');
    expect(await subjects('?organization_id=999', staff)).toBe('');
  });

  it('searches replies, and for a client none that are internal', async () => {
    await query(
      portal.databaseUrl,
      `insert into ticket_replies (ticket_id, text, internal, created_at, updated_at)
       select id, 'Replace 5% of the Router', subject = 'B', now(), now() from tickets where subject in ('A', 'B', 'E')`,
    );
    expect(await subjects('?search=5%25%20of%20the%20ROUTER', staff)).toBe('EBA');
    expect(await subjects('?search=router')).toBe('A');
    const representative = await keyClient(portal, people.administrator, {
      owner: people.representative,
      organization: people.organization,
    });
    expect(await subjects('?search=router', representative)).toBe('BA');
    expect(await subjects('?search=router&status=closed', staff)).toBe('B');
  });

  it('links to the adjacent pages with the same filters', async () => {
    const { headers } = await client.get('/v1/tickets?status=open&per_page=1&page=1');
    expect(headers.get('Link')).toContain('status=open');
    expect(headers.get('Link')).toMatch(/page=2[^>]*>; rel="next"/);
  });
});

describe('GET /v1/users and /v1/organizations', () => {
  it('are for staff’s keys, and show what those may access', async () => {
    const { administrator, organization, otherOrganization } = people;
    const bound = await keyClient(portal, administrator, { owner: people.editor, organization });
    const representative = await keyClient(portal, administrator, {
      owner: people.representative,
      organization,
    });
    for (const path of ['/v1/users', '/v1/organizations']) {
      expect((await client.get(path)).status).toBe(403);
      expect((await representative.get(path)).status).toBe(403);
    }
    const names = async (who: Client) =>
      (await who.get('/v1/organizations')).body.data.map(({ name }: { name: string }) => name);
    expect(await names(staff)).toEqual(['Globex', 'Acme']);
    expect(await names(bound)).toEqual(['Acme']);
    const emails = async (who: Client, search = '') =>
      (await who.get(`/v1/users${search}`)).body.data.map(({ email }: { email: string }) => email);
    expect(await emails(staff)).toHaveLength(6);
    expect(await emails(bound)).toEqual(['client@example.com', 'representative@example.com']);
    expect(await emails(staff, '?role=client')).toEqual(['client@example.com']);
    expect(await emails(staff, '?email=EDITOR@example.com')).toEqual(['editor@example.com']);
    expect(await emails(staff, `?organization_id=${otherOrganization}`)).toEqual([]);
    const { body } = await staff.get('/v1/users?role=client');
    expect(body.data[0]).toStrictEqual({
      id: String(people.client.id),
      name: null,
      email: 'client@example.com',
      role: 'client',
      organization_id: String(organization),
    });
    expect((await staff.get('/v1/users?role=representative')).body.data[0].organization_id).toBeNull();
  });
});

describe('the list of the admin UI', () => {
  const listed = async (
    given: Record<string, string>,
    who: 'administrator' | 'representative' = 'administrator',
  ) => {
    const context = contextOf(portal.payload) as PortalContext;
    const { docs } = await portal.payload.find({
      collection: 'users',
      where: { id: { equals: people[who].id } },
      depth: 0,
      overrideAccess: true,
    });
    const user = { ...docs[0], collection: 'users' } as unknown as TypedUser;
    const caller = context.principalOf(user) as Principal;
    const { payload } = portal;
    const { i18n } = await createLocalReq({ user }, payload);
    const added = { columns: [], filters: [] };
    const reading = { payload, portal: context, user, caller, t: englishTexts, i18n, added };
    const { tickets } = await readTicketPage(reading, readListing({ view: 'all', ...given }, added), 25);
    return tickets.map(({ subject }) => subject[0]).join('');
  };

  beforeAll(async () => {
    const name = (id: number, text: string) =>
      query(portal.databaseUrl, 'update users set name = $1 where id = $2', [text, id]);
    await name(people.client.id, 'zoe');
    await name(people.editor.id, 'Ada');
    await query(portal.databaseUrl, `update tickets set requester_id = $1 where subject = 'A'`, [
      people.client.id,
    ]);
    await query(portal.databaseUrl, `update tickets set requester_id = $1 where subject = 'B'`, [
      people.developer.id,
    ]);
    await query(portal.databaseUrl, `update tickets set assignee_id = $1 where subject = 'C'`, [
      people.editor.id,
    ]);
    await query(portal.databaseUrl, `update tickets set assignee_id = $1 where subject = 'E'`, [
      people.technician.id,
    ]);
  });

  it.each([
    ['subject', 'ABCDE'],
    ['-subject', 'EDCBA'],
    // Open, resolved, closed; ties by the newest.
    ['status', 'ECADB'],
    ['-status', 'BDECA'],
    // developer@example.com, zoe; the others have none.
    ['requester', 'BAEDC'],
    ['-requester', 'EDCAB'],
    // Ada, technician@example.com
    ['assignee', 'CEDBA'],
  ])('is sorted by the heading %s: %s', async (order, expected) => {
    expect(await listed({ order })).toBe(expected);
  });

  it('does not show representatives the order of names that they do not read', async () => {
    expect(await listed({ order: 'assignee' }, 'representative')).toBe('CDBA');
  });

  it('finds the tickets of an organization and of a person by their names', async () => {
    expect(await listed({ search: 'globex' })).toBe('E');
    expect(await listed({ search: 'ZOE' })).toBe('A');
    expect(await listed({ search: 'globex' }, 'representative')).toBe('');
  });
});
