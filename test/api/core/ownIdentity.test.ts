import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, sessionOf } from '../../support/api/api.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

let portal: TestPortal;
let people: People;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
});

afterAll(() => portal.stop());

const send = (method: string, path: string, token: string, body: object) =>
  portal.fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', Authorization: `JWT ${token}` },
    body: JSON.stringify(body),
  });

it('a change by a client records nothing of tags, which they do not see', async () => {
  const { id } = await portal.payload.create({
    collection: 'tickets',
    data: {
      subject: 'Tagged',
      organization: people.organization,
      requester: people.client.id,
      tags: ['vip'],
    },
    user: { ...people.administrator, collection: 'users', role: 'administrator' } as never,
  });
  const response = await send('PATCH', `/api/tickets/${id}`, people.client.token, { subject: 'Renamed' });
  expect(response.status).toBe(200);
  const rows = await query(portal.databaseUrl, 'select changes from ticket_changes where ticket_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ changes: { subject: { from: 'Tagged', to: 'Renamed' } } }]);
});

it('no one sets the moment at which a record was created', async () => {
  const createdAt = '2000-01-01T00:00:00.000Z';
  for (const { id, token } of [people.client, people.administrator]) {
    const response = await send('PATCH', `/api/users/${id}`, token, { name: 'Old', createdAt });
    const { doc } = await response.json();
    expect([doc.name, doc.createdAt > '2020']).toEqual(['Old', true]);
  }
  const made = await send('POST', '/api/organizations', people.administrator.token, {
    name: 'Old',
    createdAt,
  });
  expect((await made.json()).doc.createdAt > '2020').toBe(true);
});

it('an editor makes no key for an administrator', async () => {
  const input = { name: 'k', owner_id: String(people.administrator.id) };
  expect((await sessionOf(portal, people.editor).post('/portal/v1/api-keys', input)).status).toBe(422);
});

it('a key for other staff ends for good with its maker’s role', async () => {
  const input = { name: 'k', owner_id: String(people.editor.id) };
  const { body } = await sessionOf(portal, people.administrator).post('/portal/v1/api-keys', input);
  const status = async () => (await clientOf(portal, `Bearer ${body.key}`).get('/v1/tickets')).status;
  const roleOf = (role: string) =>
    query(portal.databaseUrl, 'update users set role = $1::enum_users_role where id = $2', [
      role,
      people.administrator.id,
    ]);
  expect(await status()).toBe(200);
  await roleOf('editor');
  expect(await status()).toBe(401);
  await roleOf('administrator');
  expect(await status()).toBe(401);
});

it('a stored secret does not follow a changed host', async () => {
  const save = (smtp: object) =>
    send('POST', '/api/globals/portal-settings', people.technician.token, { notifications: { smtp } });
  expect((await save({ host: 'a.example.com', user: 'u', password: 'p' })).status).toBe(200);
  expect((await save({ host: 'b.example.com' })).status).toBe(422);
  expect((await save({ host: 'b.example.com', password: 'q' })).status).toBe(200);
});
