import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workOf } from '../../../src/core/jobs/work.ts';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import {
  isWaitingForLock,
  mailsSettled,
  query,
  startPortal,
  stopAfterTest,
  type TestPortal,
} from '../../support/portal/payload.ts';
import { createPeople, type People, type Person } from '../../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let client: Client;
let staff: Client;
let representative: Client;
let stranger: Client;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  const { administrator, organization, otherOrganization } = people;
  client = await keyClient(portal, administrator, { owner: people.client, organization });
  staff = await keyClient(portal, administrator, { owner: people.editor });
  representative = await keyClient(portal, administrator, { owner: people.representative, organization });
  const other = await portal.payload.create({
    collection: 'users',
    data: {
      email: 'gus@globex.example',
      password: 'correct horse battery',
      role: 'client',
      organization: otherOrganization,
    },
    overrideAccess: true,
  });
  const owner = { ...people.client, id: Number(other.id) };
  stranger = await keyClient(portal, administrator, { owner, organization: otherOrganization });
});

afterAll(() => portal.stop());

const open = async (who: Client, fields: object = {}): Promise<string> => {
  const { status, body } = await who.post('/v1/tickets', { subject: 'VPN is slow', ...fields });
  expect(status).toBe(201);
  return body.id;
};

const merge = (who: Client, source: string, into: unknown) =>
  who.post(`/v1/tickets/${source}/merge`, { into });
const reply = (who: Client, ticket: string, body: string, fields: object = {}) =>
  who.post(`/v1/tickets/${ticket}/replies`, { body, ...fields });
const bodiesOf = async (ticket: string): Promise<string[]> =>
  (await staff.get(`/v1/tickets/${ticket}/replies?per_page=100`)).body.data.map(
    ({ body }: { body: string }) => body,
  );

describe('a ticket that is merged into another', () => {
  it('takes its description, replies, notes and tags along, in order of time, and closes', async () => {
    const source = await open(client, { subject: 'Slow again', description: 'Since noon.' });
    const target = await open(client, { description: 'Since this morning.' });
    await reply(staff, source, 'Which one?');
    await reply(staff, target, 'We look at it.');
    await reply(staff, source, 'The same router.', { internal: true });
    await staff.patch(`/v1/tickets/${source}`, { tags: ['vpn', 'Router'] });
    await staff.patch(`/v1/tickets/${target}`, { tags: ['VPN'] });
    const { status, body } = await merge(staff, source, target);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ id: target, tags: ['VPN', 'Router'], merged_into: null, status: 'open' }),
    ]);
    expect(await bodiesOf(target)).toEqual([
      'Since noon.',
      'Which one?',
      'We look at it.',
      'The same router.',
    ]);
    expect(await bodiesOf(source)).toEqual([]);
    const { body: pointer } = await client.get(`/v1/tickets/${source}`);
    expect(pointer).toMatchObject({ status: 'closed', merged_into: target, waiting_for: null });
    const [first] = (await client.get(`/v1/tickets/${target}/replies`)).body.data;
    expect(first).toMatchObject({
      body: 'Since noon.',
      created_at: pointer.created_at,
      created_by: pointer.created_by,
    });
    expect((await client.get(`/v1/tickets/${target}/replies`)).body.data).toHaveLength(3);
  });

  it('waits for whom the later conversation waits', async () => {
    const [answered, asked] = [await open(client), await open(client)];
    await reply(staff, answered, 'Please restart it.');
    await reply(client, asked, 'Is anybody there?');
    // A note is no part of the conversation.
    await reply(staff, answered, 'They are away.', { internal: true });
    expect((await merge(staff, answered, asked)).body.waiting_for).toBe('staff');
    const [older, newer] = [await open(client), await open(client)];
    await reply(staff, newer, 'Please restart it.');
    expect((await merge(staff, newer, older)).body.waiting_for).toBe('client');
  });

  it('sends every later reply to where its merges end, which it may reopen', async () => {
    const [first, second, third] = [await open(client), await open(client), await open(client)];
    await merge(staff, first, second);
    await merge(staff, second, third);
    await staff.patch(`/v1/tickets/${third}`, { status: 'resolved' });
    const { status, body } = await reply(client, first, 'It is slow again.');
    expect([status, body.ticket_id]).toEqual([201, third]);
    expect((await client.get(`/v1/tickets/${third}`)).body.status).toBe('open');
    const answer = await sessionOf(portal, people.editor).post(`/portal/v1/tickets/${first}/answers`, {
      body: richText('We are on it.'),
      key: randomUUID(),
      seen_reply_id: body.id,
    });
    expect(answer.status).toBe(201);
    expect(await bodiesOf(third)).toEqual(['It is slow again.', 'We are on it.']);
  });

  it('keeps its status', async () => {
    const [source, target] = [await open(client), await open(client)];
    await merge(staff, source, target);
    for (const [who, wanted] of [
      [client, 'open'],
      [staff, 'open'],
      [staff, 'resolved'],
    ] as const) {
      const { status, body } = await who.patch(`/v1/tickets/${source}`, { status: wanted });
      expect([status, body.error]).toEqual([409, 'conflict']);
    }
    expect((await staff.patch(`/v1/tickets/${source}`, { status: 'closed' })).status).toBe(200);
  });

  it('is in the history of both', async () => {
    const [source, target] = [await open(client), await open(client)];
    await merge(staff, source, target);
    const changes = await query<{ ticket_id: number; changes: object }>(
      portal.databaseUrl,
      'select ticket_id, changes from ticket_changes where ticket_id = any($1) order by id',
      [[source, target]],
    );
    expect(changes.map(({ ticket_id, changes }) => [String(ticket_id), changes])).toEqual([
      [source, { status: { from: 'open', to: 'closed' }, merged_into: { from: null, to: target } }],
      [target, { merged_into: { from: source, to: target } }],
    ]);
  });

  it('sends no mail, and takes its mails along', async () => {
    const [source, target] = [await open(client), await open(client)];
    await reply(staff, source, 'Please restart it.');
    await mailsSettled(portal, 'ticket-notices');
    const mailsOf = async (id: string) =>
      (await staff.get(`/portal/v1/email-log?related_type=ticket&related_id=${id}`)).body.meta?.total;
    const before = await query(portal.databaseUrl, `select 1 from email_log`);
    const own = await query(
      portal.databaseUrl,
      `select 1 from email_log where related_type = 'ticket' and related_id = any($1)`,
      [[source, target]],
    );
    await merge(staff, source, target);
    await mailsSettled(portal, 'ticket-notices');
    expect(await query(portal.databaseUrl, `select 1 from email_log`)).toHaveLength(before.length);
    expect([await mailsOf(source), await mailsOf(target)]).toEqual([0, own.length]);
  });
});

describe('what was begun before a merge', () => {
  const upload = async (ticket_id: string): Promise<string> => {
    const folder = await client.post('/v1/folders', { name: 'Logs' });
    const form = new FormData();
    form.set('file', new Blob(['a line']), 'log.txt');
    form.set('folder_id', folder.body.id);
    form.set('ticket_id', ticket_id);
    const response = await portal.fetch('/api/v1/files', {
      method: 'POST',
      headers: { Authorization: String(client.authorization) },
      body: form,
    });
    return (await response.json()).ticket_id;
  };

  it('lands in the target if it is an upload', async () => {
    const [source, target] = [await open(client), await open(client)];
    const database = new pg.Client({ connectionString: portal.databaseUrl });
    await database.connect();
    await database.query('begin');
    await database.query('select 1 from tickets where id = $1 for update', [source]);
    await database.query('update tickets set merged_into_id = $2 where id = $1', [source, target]);
    const landed = upload(source);
    await expect.poll(() => isWaitingForLock(portal.databaseUrl)).toBe(true);
    await database.query('commit');
    await database.end();
    expect(await landed).toBe(target);
    expect(await upload(source)).toBe(target);
  });

  it('is logged on the target if it is a mail that waits', async () => {
    const idle = stopAfterTest(await startPortal({ portal: { workers: 'external' } }));
    const { administrator, client: owner, editor, organization } = await createPeople(idle);
    const asking = await keyClient(idle, administrator, { owner, organization });
    const answering = await keyClient(idle, administrator, { owner: editor });
    const [source, target] = [await open(asking), await open(asking)];
    await reply(answering, source, 'Please restart it.');
    await merge(answering, source, target);
    await workOf(idle.payload).round(10_000);
    await mailsSettled(idle, 'ticket-notices');
    const logged = await query(
      idle.databaseUrl,
      `select related_id from email_log where type = 'ticket_update'`,
    );
    expect(logged).toEqual([{ related_id: target }]);
  });
});

describe('a session of the admin UI', () => {
  const mergeBy = (person: Person, source: string, into: string) =>
    sessionOf(portal, person).post(`/portal/v1/tickets/${source}/merge`, { into });

  it.each(['editor', 'representative'] as const)('of a person with the role %s merges', async (role) => {
    const [source, target] = [await open(client), await open(client)];
    const { status, body } = await mergeBy(people[role], source, target);
    expect([status, body.id]).toEqual([200, target]);
    const page = { page: randomUUID(), state: 'open' };
    const presence = await sessionOf(portal, people.editor).post(
      `/portal/v1/tickets/${source}/presence`,
      page,
    );
    expect(presence.body.merged_into).toBe(target);
  });

  it('reaches the organizations of its person alone', async () => {
    const [own, foreign] = [await open(client), await open(stranger)];
    expect((await mergeBy(people.representative, foreign, own)).status).toBe(404);
    expect((await mergeBy(people.representative, own, foreign)).status).toBe(422);
    expect((await mergeBy(people.client, own, await open(client))).status).toBe(403);
  });
});

describe('a merge is refused', () => {
  it.each([
    ['itself', (source: string) => source],
    ['a ticket that is not there', () => '999999'],
    ['no id', () => 'x'],
  ])('into %s', async (_name, into) => {
    const source = await open(client);
    const { status, body } = await merge(staff, source, into(source));
    expect([status, body.details?.[0]?.path]).toEqual([422, 'into']);
    expect((await client.get(`/v1/tickets/${source}`)).body.merged_into).toBeNull();
  });

  it('into a ticket that is deleted meanwhile', async () => {
    const [source, target] = [await open(client), await open(client)];
    const database = new pg.Client({ connectionString: portal.databaseUrl });
    await database.connect();
    await database.query('begin');
    await database.query('delete from tickets where id = $1', [target]);
    const merging = merge(staff, source, target);
    await expect.poll(() => isWaitingForLock(portal.databaseUrl)).toBe(true);
    await database.query('commit');
    await database.end();
    const { status, body } = await merging;
    expect([status, body.details?.[0]?.path]).toEqual([422, 'into']);
  });

  it('between organizations', async () => {
    const [source, foreign] = [await open(client), await open(stranger)];
    expect((await merge(staff, source, foreign)).status).toBe(422);
    expect((await merge(representative, source, foreign)).status).toBe(422);
    expect((await merge(representative, foreign, source)).status).toBe(404);
  });

  it('if one of them was merged before', async () => {
    const [first, second, third] = [await open(client), await open(client), await open(client)];
    expect((await merge(representative, first, second)).status).toBe(200);
    expect((await merge(staff, first, third)).body.error).toBe('conflict');
    expect((await merge(staff, third, first)).body.error).toBe('conflict');
    expect((await merge(staff, second, first)).body.error).toBe('conflict');
  });

  it('to clients', async () => {
    const [source, target] = [await open(client), await open(client)];
    expect((await merge(client, source, target)).status).toBe(403);
    expect((await merge(stranger, source, target)).status).toBe(403);
  });
});

describe('merges at once with replies and with each other', () => {
  it('neither lose nor double a reply', async () => {
    for (let round = 0; round < 6; round += 1) {
      const tickets = await Promise.all(Array.from({ length: 4 }, () => open(client)));
      const [a = '', b = '', c = '', d = ''] = tickets;
      const texts = Array.from({ length: 12 }, (_, index) => `Reply ${round}.${index}`);
      const sent = await Promise.all([
        ...texts.map((text, index) => reply(index % 2 ? client : staff, tickets[index % 4] ?? a, text)),
        merge(staff, a, b),
        merge(staff, b, a),
        merge(staff, b, c),
        merge(representative, c, d),
        merge(staff, d, a),
      ]);
      expect(sent.slice(0, texts.length).map(({ status }) => status)).toEqual(texts.map(() => 201));
      expect(sent.slice(texts.length).filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      const stored = (await Promise.all(tickets.map(bodiesOf))).flat();
      expect(stored.toSorted()).toEqual(texts.toSorted());
      // Nothing lies on a pointer.
      for (const ticket of tickets)
        if ((await staff.get(`/v1/tickets/${ticket}`)).body.merged_into !== null)
          expect(await bodiesOf(ticket)).toEqual([]);
    }
  }, 120_000);
});

const richText = (text: string) => ({
  root: {
    type: 'root',
    version: 1,
    direction: null,
    format: '',
    indent: 0,
    children: [{ type: 'paragraph', version: 1, children: [{ type: 'text', version: 1, text }] }],
  },
});
