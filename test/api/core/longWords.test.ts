import { randomUUID } from 'node:crypto';
import { postgresAdapter } from '@payloadcms/db-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, keyClient, sessionOf } from '../../support/api/api.ts';
import { createDatabase, query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

/** Ends a search that compares all of its words at every place of the texts, and none that reads them once. In milliseconds. */
const longest = 5_000;

let portal: TestPortal;
let key: Client;
let session: Client;

beforeAll(async () => {
  const databaseUrl = await createDatabase();
  const pool = { connectionString: databaseUrl, application_name: randomUUID(), statement_timeout: longest };
  portal = await startPortal({
    databaseUrl,
    app: { db: postgresAdapter({ pool, push: false }) },
    portal: { workers: 'external', rateLimit: { perMinute: 0 } },
  });
  const people = await createPeople(portal);
  session = sessionOf(portal, people.client);
  key = await keyClient(portal, people.administrator, {
    owner: people.client,
    organization: people.organization,
  });
  const ticket = (await key.post('/v1/tickets', { subject: 'Long words' })).body.id;
  await key.post(`/v1/tickets/${ticket}/replies`, { body: 'Only 5 of a_b, 100 % of ÄRGER.' });
  await query(
    databaseUrl,
    `insert into ticket_replies (ticket_id, organization_id, text)
     select ${ticket}, ${people.organization}, repeat('a', 50000) from generate_series(1, 1000)`,
  );
});

afterAll(() => portal.stop());

const nearly = (length: number): string => `${'a'.repeat(length - 1)}b`;
const found = async (where: string) => {
  const { status, body } = await session.get(`/ticket-replies?limit=1&depth=0&${where}`);
  return [status, body.totalDocs];
};

it('a long text that nearly every reply holds is looked for in the time of a short one', async () => {
  const { status, body } = await key.get(`/v1/tickets?search=${nearly(200)}`);
  expect([status, body.data]).toEqual([200, []]);
  expect(await found(`where[text][contains]=${nearly(500)}`)).toEqual([200, 0]);
  expect(await found(`where[text][like]=${nearly(500)}`)).toEqual([200, 0]);
});

it.each(['ONLY 5 OF', 'of a_b, 100 %', '%', '.'])('finds %j', async (word) => {
  const asked = encodeURIComponent(word);
  expect((await key.get(`/v1/tickets?search=${asked}`)).body.data).toHaveLength(1);
  expect((await found(`where[text][like]=${asked}`))[0]).toBe(200);
});

it.each([
  ['contains', 'ONLY 5 of', 1],
  ['contains', 'o.ly', 0],
  ['contains', 'A_B', 1],
  ['like', 'Only a_b', 1],
  ['like', '100 (only', 0],
])('the CMS finds by %s %j: %i', async (operator, word, count) => {
  expect(await found(`where[text][${operator}]=${encodeURIComponent(word)}`)).toEqual([200, count]);
});

it('a word with a wildcard counts more, and none is looked for within rich text', async () => {
  const characters = /at most 500 characters together/;
  for (const where of [`[text][contains]=${nearly(62)}%25`, `[text][like]=x ${nearly(62)}_`]) {
    const { status, body } = await session.get(`/ticket-replies?where${where}`);
    expect([status, body.errors[0].message]).toEqual([400, expect.stringMatching(characters)]);
  }
  for (const operator of ['like', 'not_like'])
    expect((await found(`where[body.root.children.children.text][${operator}]=a....b`))[0]).toBe(400);
});
