import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

let portal: TestPortal;
let people: People;
let client: Client;
let other: Client;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  const { administrator, organization } = people;
  client = await keyClient(portal, administrator, { owner: people.client, organization });
  other = await keyClient(portal, administrator, { owner: people.client, organization });
});

afterAll(() => portal.stop());

const ticketsCalled = async (subject: string): Promise<number> => {
  const rows = await query(portal.databaseUrl, 'select 1 from tickets where subject = $1', [subject]);
  return rows.length;
};

const create = (key: string, subject: string, who: Client = client, more: object = {}) =>
  who.post('/v1/tickets', { subject, ...more }, { 'Idempotency-Key': key });

describe('Idempotency-Key', () => {
  it('gives the same request the same response, marked as a replay', async () => {
    const key = randomUUID();
    const first = await create(key, 'once');
    const second = await create(key, 'once');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toStrictEqual(first.body);
    expect(second.headers.get('Location')).toBe(first.headers.get('Location'));
    expect(second.headers.get('ETag')).toBe(first.headers.get('ETag'));
    expect([first, second].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, 'true']);
    expect(await ticketsCalled('once')).toBe(1);
  });

  it('refuses another body', async () => {
    const key = randomUUID();
    await create(key, 'this');
    const { status, body } = await create(key, 'that');
    expect([status, body.error]).toEqual([422, 'idempotency_mismatch']);
    expect(await ticketsCalled('that')).toBe(0);
  });

  it('belongs to one API key and one path', async () => {
    const key = randomUUID();
    const { body } = await create(key, 'mine');
    expect((await create(key, 'mine', other)).body.id).not.toBe(body.id);
    const reply = await client.post(
      `/v1/tickets/${body.id}/replies`,
      { body: 'a' },
      { 'Idempotency-Key': key },
    );
    expect(reply.status).toBe(201);
  });

  it('lets one of many concurrent requests run', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 24 }, () => create(key, 'at once')));
    expect(await ticketsCalled('at once')).toBe(1);
    const ids = new Set(answers.filter(({ status }) => status === 201).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    for (const { status, body } of answers) {
      if (status !== 201) expect([status, body.error]).toEqual([409, 'idempotency_in_flight']);
    }
  });

  it('stores no validation error: the request may be corrected and sent again', async () => {
    const key = randomUUID();
    expect((await create(key, 'mended', client, { priority: 'huge' })).status).toBe(422);
    expect((await create(key, 'mended')).status).toBe(201);
  });

  it('stores a refusal after validation', async () => {
    const key = randomUUID();
    const { status, body } = await create(key, 'kept');
    expect(status).toBe(201);
    // A response that depends on the ticket's state.
    await client.patch(`/v1/tickets/${body.id}`, { subject: 'later' });
    expect((await create(key, 'kept')).body.subject).toBe('kept');
  });

  it.each(['', ' ', 'x'.repeat(256), 'a\tb', 'é'])('is refused if it is %j', async (key) => {
    const { status, body } = await create(key, 'never');
    expect([status, body.error]).toEqual([400, 'bad_request']);
    expect(await ticketsCalled('never')).toBe(0);
  });

  it('accepts 255 printable characters', async () => {
    expect((await create('~'.repeat(255), 'long')).status).toBe(201);
  });

  it('can be used again after a day', async () => {
    const key = randomUUID();
    const { body } = await create(key, 'daily');
    await query(
      portal.databaseUrl,
      `update support_portal.idempotency_keys set created_at = now() - interval '24 hours'`,
    );
    const again = await create(key, 'daily');
    expect(again.body.id).not.toBe(body.id);
    expect((await create(key, 'daily')).body.id).toBe(again.body.id);
  });

  it('stores responses encrypted', async () => {
    await create(randomUUID(), 'a secret subject');
    const rows = await query<{ answer: string }>(
      portal.databaseUrl,
      'select answer from support_portal.idempotency_keys',
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { answer } of rows) expect(answer).toMatch(/^v1\.[\w-]+$/);
  });

  it('leaves neither the change nor the answer if the commit fails', async () => {
    await query(
      portal.databaseUrl,
      `create function refuse() returns trigger language plpgsql as
         $$ begin raise exception 'no commit today'; end $$;
       create constraint trigger refuse after insert on tickets deferrable initially deferred
         for each row when (new.subject = 'uncommitted') execute function refuse()`,
    );
    const key = randomUUID();
    expect((await create(key, 'uncommitted')).status).toBe(500);
    expect(await ticketsCalled('uncommitted')).toBe(0);
    await query(portal.databaseUrl, 'drop trigger refuse on tickets');
    const { status, headers } = await create(key, 'uncommitted');
    expect([status, headers.get('Idempotent-Replayed')]).toEqual([201, null]);
  });

  it('of a session belongs to its person: what is sent again is made once', async () => {
    const { administrator, editor } = people;
    const body = { title: 'sent again' };
    const make = (person = administrator, key = 'lost') =>
      sessionOf(portal, person).post('/portal/v1/transfers', body, { 'Idempotency-Key': key });
    const first = await make();
    const second = await make();
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toStrictEqual(first.body);
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
    const named = async () =>
      (await query(portal.databaseUrl, 'select 1 from transfers where title = $1', [body.title])).length;
    expect(await named()).toBe(1);
    expect((await make(editor)).body.created_by).toBe(String(editor.id));
    await make(administrator, 'another form');
    expect(await named()).toBe(3);
  });

  it('keeps no API key, and makes no second one', async () => {
    const make = () =>
      sessionOf(portal, people.administrator).post(
        '/portal/v1/api-keys',
        { name: 'shown once' },
        { 'Idempotency-Key': 'a key' },
      );
    const [first, second] = [await make(), await make()];
    expect([first.status, second.status]).toEqual([201, 409]);
    expect(second.body).toMatchObject({
      error: 'conflict',
      message: expect.stringContaining('An earlier try has created it'),
    });
    expect(JSON.stringify(second.body)).not.toContain(first.body.key);
    expect(await query(portal.databaseUrl, "select 1 from api_keys where name = 'shown once'")).toHaveLength(
      1,
    );
  });

  it('makes many API keys at once: none waits for a second connection', async () => {
    const makers = [people.administrator, people.editor];
    const made = makers.flatMap((maker) =>
      Array.from({ length: 12 }, (_, index) =>
        sessionOf(portal, maker).post(
          '/portal/v1/api-keys',
          {
            name: 'at once',
            owner_id: String(people.client.id),
            organization_id: String(people.organization),
          },
          { 'Idempotency-Key': `many ${index}` },
        ),
      ),
    );
    expect((await Promise.all(made)).map(({ status }) => status)).toEqual(made.map(() => 201));
  });
});
