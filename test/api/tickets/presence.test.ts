import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { query, startPortal, stopAfterTest, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let editor: Client;
let technician: Client;
let representative: Client;
let ticket: string;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  editor = sessionOf(portal, people.editor);
  technician = sessionOf(portal, people.technician);
  representative = sessionOf(portal, people.representative);
  await query(portal.databaseUrl, `update users set name = 'Edna' where id = $1`, [people.editor.id]);
});

afterAll(() => portal.stop());

const newTicket = async (organization: number): Promise<string> => {
  const key = await keyClient(portal, people.administrator, { owner: people.editor });
  const { body } = await key.post('/v1/tickets', {
    subject: 'VPN is slow',
    organization_id: String(organization),
  });
  return body.id;
};

beforeEach(async () => {
  await query(portal.databaseUrl, 'delete from support_portal.presence');
  ticket = await newTicket(people.organization);
});

const share = (who: Client, state = 'open', { at = ticket, page = randomUUID() as string } = {}) =>
  who.post(`/portal/v1/tickets/${at}/presence`, { page, state });

const createClient = () =>
  portal.payload.create({
    collection: 'users',
    data: {
      email: 'follower@example.com',
      password: 'a password of theirs',
      role: 'client',
      organization: people.organization,
    },
    overrideAccess: true,
  });

const othersOf = async (who: Client, at = ticket) => (await share(who, 'open', { at })).body.others;

const rows = () => query(portal.databaseUrl, 'select 1 from support_portal.presence');

const later = (seconds: number) =>
  query(
    portal.databaseUrl,
    'update support_portal.presence set seen_at = seen_at - make_interval(secs => $1)',
    [seconds],
  );

describe('the presence of people on a ticket', () => {
  it('tells who else has it open and who is writing, and tells no one of themselves', async () => {
    const { status, body } = await share(editor);
    expect([status, body]).toEqual([
      200,
      {
        others: [],
        reply_count: 0,
        newest_reply_id: null,
        merged_into: null,
        ticket_status: 'open',
        recipients: [],
      },
    ]);
    const page = randomUUID();
    await share(editor, 'writing', { page });
    expect(await othersOf(technician)).toEqual([{ name: 'Edna', writing: true }]);
    await share(editor, 'open', { page });
    expect(await othersOf(technician)).toEqual([{ name: 'Edna', writing: false }]);
    expect(await othersOf(editor)).toEqual([{ name: 'technician@example.com', writing: false }]);
  });

  it('is of one ticket', async () => {
    await share(editor);
    expect(await othersOf(technician, await newTicket(people.organization))).toEqual([]);
  });

  it('ends with the last page of a person', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    await share(editor, 'writing', { page: one });
    await share(editor, 'open', { page: other });
    await share(editor, 'gone', { page: one });
    expect(await othersOf(technician)).toEqual([{ name: 'Edna', writing: false }]);
    await share(editor, 'gone', { page: other });
    expect(await othersOf(technician)).toEqual([]);
  });

  it('ends with a page that dies silently, and leaves nothing behind', async () => {
    await share(editor, 'writing');
    await later(19);
    expect(await othersOf(technician)).toHaveLength(1);
    await later(1);
    expect(await othersOf(technician)).toEqual([]);
    await later(20);
    await expect.poll(rows).toEqual([]);
  });

  it('outlives many pages that wake at once', async () => {
    const pages = Array.from({ length: 12 }, () => randomUUID());
    const wake = () => Promise.all(pages.map((page) => share(editor, 'open', { page })));
    await wake();
    await later(60);
    const statuses = (await wake()).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await rows()).toHaveLength(pages.length);
  });

  it('is written where a crash of the database empties it', async () => {
    const [table] = await query<{ relpersistence: string }>(
      portal.databaseUrl,
      `select relpersistence from pg_class where oid = 'support_portal.presence'::regclass`,
    );
    expect(table?.relpersistence).toBe('u');
  });

  it('comes with what tells a page of new replies', async () => {
    const key = await keyClient(portal, people.administrator, { owner: people.editor });
    await key.post(`/v1/tickets/${ticket}/replies`, { body: 'First' });
    const { body } = await key.post(`/v1/tickets/${ticket}/replies`, { body: 'A note', internal: true });
    expect((await share(technician)).body).toMatchObject({ reply_count: 2, newest_reply_id: body.id });
  });

  it('comes with those to whom a reply goes, as things are now', async () => {
    const requester = String(people.client.id);
    const { id: follower } = await createClient();
    const of = (mail: string, user_id = requester, is_requester = true) => ({ user_id, is_requester, mail });
    const recipientsNow = async (who = editor) => (await share(who)).body.recipients;
    const set = (table: string, id: unknown, values: string) =>
      query(portal.databaseUrl, `update ${table} set ${values} where id = $1`, [id]);
    await set('tickets', ticket, `requester_id = ${requester}`);
    expect(await recipientsNow()).toEqual([of('sent')]);
    await set('users', requester, `notices = 'none'`);
    expect(await recipientsNow()).toEqual([of('unwanted')]);
    await set('users', requester, `notices = 'replies'`);
    expect(await recipientsNow()).toEqual([of('sent')]);
    // Their employer is another one now.
    await set('users', requester, `organization_id = ${people.otherOrganization}`);
    expect(await recipientsNow()).toEqual([of('no_access')]);
    await sessionOf(portal, people.administrator).patch(`/tickets/${ticket}`, { followers: [follower] });
    expect(await recipientsNow()).toEqual([of('no_access'), of('sent', String(follower), false)]);
    await set('tickets', ticket, `requester_id = ${people.editor.id}`);
    expect(await recipientsNow(technician)).toContainEqual(of('sent', String(people.editor.id)));
    // No one gets a mail of their own reply.
    expect(await recipientsNow()).toEqual([of('sent', String(follower), false)]);
    await set('users', requester, `organization_id = ${people.organization}, notices = null`);
  });

  it('names staff to representatives as little as the rest of the API', async () => {
    await share(editor, 'writing');
    expect(await othersOf(representative)).toEqual([{ name: null, writing: true }]);
    expect(await othersOf(technician)).toContainEqual({
      name: 'representative@example.com',
      writing: false,
    });
  });

  it.each([
    [{ page: 'mine', state: 'open' }],
    [{ page: randomUUID(), state: 'asleep' }],
    [{ page: randomUUID() }],
    [{ page: randomUUID(), state: 'open', user_id: '1' }],
  ])('is refused with %j', async (body) => {
    expect((await editor.post(`/portal/v1/tickets/${ticket}/presence`, body)).status).toBe(422);
  });

  it('is not for those whom the app keeps from reading tickets', async () => {
    const access = { 'tickets:read': ({ role }: { role: string }) => role !== 'editor' };
    const other = stopAfterTest(await startPortal({ portal: { access } }));
    const { administrator, editor: withheld, technician: reader, organization } = await createPeople(other);
    const key = await keyClient(other, administrator, { owner: administrator });
    const organization_id = String(organization);
    const { body } = await key.post('/v1/tickets', { subject: 'VPN is slow', organization_id });
    expect((await share(sessionOf(other, withheld), 'open', { at: body.id })).status).toBe(403);
    expect((await share(sessionOf(other, reader), 'open', { at: body.id })).status).toBe(200);
  });

  it('is for those who see to the ticket', async () => {
    expect((await share(representative)).status).toBe(200);
    expect((await share(sessionOf(portal, people.client))).status).toBe(403);
    const key = await keyClient(portal, people.administrator, { owner: people.editor });
    expect((await share(key)).status).toBe(403);
    expect((await share(editor, 'open', { at: '999999' })).status).toBe(404);
    const foreign = await newTicket(people.otherOrganization);
    const answers = [foreign, '999999'].map((at) => share(representative, 'open', { at }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404]);
    expect(await rows()).toHaveLength(1);
  });
});
