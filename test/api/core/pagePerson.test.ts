import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf, keyClient, sessionOf } from '../../support/api/api.ts';
import { tusClient } from '../../support/api/uploads.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

/** A page of the admin UI says who has opened it. Another person may have logged in since in the same browser. */

let portal: TestPortal;
let people: People;
let own: Record<string, string>;
let others: Record<string, string>;

beforeAll(async () => {
  portal = await startPortal();
  people = await createPeople(portal);
  own = { 'X-Portal-Person': String(people.editor.id) };
  others = { 'X-Portal-Person': String(people.technician.id) };
});

afterAll(() => portal.stop());

const editor = () => sessionOf(portal, people.editor);

const refused = {
  status: 409,
  body: {
    error: 'conflict',
    message: 'This browser is now logged in with another account. Log in with your own, then try again.',
  },
};

const count = async (table: string): Promise<number> =>
  (await query(portal.databaseUrl, `select 1 from ${table}`)).length;

describe('the page of another person', () => {
  it('creates nothing by the portal’s API, and its own person does', async () => {
    const send = (headers: Record<string, string>) =>
      editor().post('/portal/v1/transfers', { title: 'Plans' }, headers);
    expect(await send(others)).toMatchObject(refused);
    expect(await count('transfers')).toBe(0);
    expect((await send(own)).status).toBe(201);
    expect((await send({})).status).toBe(201);
  });

  it('is refused before its body and its record are looked at, and after its role', async () => {
    const { representative } = people;
    expect(await editor().patch('/portal/v1/transfers/999', '{', others)).toMatchObject(refused);
    expect(await editor().delete('/portal/v1/webhooks/999', others)).toMatchObject(refused);
    const byRepresentative = await sessionOf(portal, representative).post('/portal/v1/api-keys', {}, others);
    expect(byRepresentative.status).toBe(403);
  });

  it('reads nothing, so that it takes no reply of its person for one that was not sent', async () => {
    const path = '/portal/v1/tickets/1/answers/the-key-of-a-draft';
    expect(await editor().get(path, others)).toMatchObject(refused);
    expect(await editor().get('/portal/v1/tags', others)).toMatchObject(refused);
    expect((await editor().get('/portal/v1/tags', own)).status).toBe(200);
    // Links and downloads name no one.
    expect((await editor().get('/portal/v1/tags')).status).toBe(200);
  });

  it('begins no large upload', async () => {
    const { id } = (await editor().post('/portal/v1/transfers', { title: 'Films' })).body;
    const begin = (headers: Record<string, string>) =>
      tusClient(portal, { Authorization: editor().authorization ?? '', ...headers }).begin({
        size: 10,
        metadata: { filename: 'film.mp4', target: `transfer:${id}` },
      });
    expect((await begin(others)).status).toBe(409);
    expect((await begin(own)).status).toBe(201);
  });

  it('changes nothing by the CMS’s own REST, preferences and files included', async () => {
    const { organization } = people;
    const { body } = await editor().post('/folders', { name: 'Plans', organization }, own);
    expect(body.doc).toMatchObject({ name: 'Plans' });
    const { id } = body.doc;
    expect(await editor().post('/folders', { name: 'Others', organization }, others)).toMatchObject(refused);
    expect(await editor().patch(`/folders/${id}`, { name: 'Others' }, others)).toMatchObject(refused);
    expect(await editor().delete(`/folders/${id}`, others)).toMatchObject(refused);
    expect(await editor().get('/payload-preferences/seen', others)).toMatchObject(refused);
    const form = new FormData();
    form.set('_payload', JSON.stringify({ folder: id }));
    form.set('file', new File(['a plan'], 'plan.txt', { type: 'text/plain' }));
    const headers = { Authorization: editor().authorization ?? '', ...others };
    const { status } = await portal.fetch('/api/files', { method: 'POST', headers, body: form });
    expect([status, await count('files')]).toEqual([409, 0]);
  });

  it('is no matter to an API key, and a stranger is a stranger', async () => {
    const key = await keyClient(portal, people.administrator, { owner: people.editor });
    expect((await key.post('/v1/transfers', { title: 'By key' }, others)).status).toBe(201);
    expect((await clientOf(portal, null).post('/portal/v1/transfers', {}, others)).status).toBe(401);
  });

  it('opens no ticket by the CMS’s form, which names its person in a field', async () => {
    const { organization, technician } = people;
    const send = (person: unknown) =>
      editor().post('/tickets', { subject: 'VPN', organization, _openedWith: { person } });
    expect(await send(technician.id)).toMatchObject({
      status: 409,
      body: { errors: [{ message: refused.body.message }] },
    });
    expect(await count('tickets')).toBe(0);
    const { status, body } = await send(people.editor.id);
    expect([status, body.doc.createdBy.id ?? body.doc.createdBy]).toEqual([201, people.editor.id]);
  });
});
