import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, type FilesPortal, makeFolder, startFilesPortal } from '../../support/api/files.ts';

let portal: FilesPortal;
let folder: number;
let strangersFolder: number;
let ticket: number;

beforeAll(async () => {
  portal = await startFilesPortal();
  folder = Number(await makeFolder(portal, portal.keys.client));
  strangersFolder = Number(await makeFolder(portal, portal.keys.stranger));
  ticket = await newTicket();
});
afterAll(() => portal.stop());

const newTicket = async (): Promise<number> => {
  const data = { subject: 'A question', organization: portal.people.organization };
  return Number((await portal.payload.create({ collection: 'tickets', data, overrideAccess: true })).id);
};

const local = (data: object) =>
  portal.payload.create({
    collection: 'files',
    data,
    file: { name: 'a.txt', mimetype: 'text/plain', size: 1, data: Buffer.from('a') },
    depth: 0,
    overrideAccess: true,
  });

const overRest = async (data: object) => {
  const form = new FormData();
  form.set('file', new File(['a'], 'a.txt', { type: 'text/plain' }));
  form.set('_payload', JSON.stringify(data));
  const headers = { Authorization: `JWT ${portal.people.editor.token}` };
  const response = await portal.fetch('/api/files?depth=0', { method: 'POST', headers, body: form });
  return { status: response.status, body: await response.json() };
};

/** Attaches a file as the ticket's page does. */
const attach = async (
  token: string,
  at: number | string,
  fields: Record<string, string> = {},
  key = randomUUID(),
) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new File(['a'], 'a.txt', { type: 'text/plain' }));
  const headers = { Authorization: `JWT ${token}`, 'Idempotency-Key': key };
  const path = `/api/portal/v1/tickets/${at}/files`;
  const response = await portal.fetch(path, { method: 'POST', headers, body: form });
  return { status: response.status, body: await response.json() };
};

describe('a file that staff attach on the page of a ticket', () => {
  it('lies in the folder for tickets, or in another one of the organization, and clients see it if they may', async () => {
    const { token } = portal.people.editor;
    const at = await newTicket();
    const [open, internal, elsewhere] = [
      await attach(token, at),
      await attach(token, at, { internal: 'true' }),
      await attach(token, at, { folder_id: String(folder) }),
    ];
    expect([open, internal, elsewhere].map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(open.body).toMatchObject({ filename: 'a.txt', ticket_id: String(at) });
    expect(internal.body.folder_id).toBe(open.body.folder_id);
    expect(elsewhere.body.folder_id).toBe(String(folder));
    const { body } = await call<{ data: { id: string }[] }>(portal, `/files?ticket_id=${at}`, {
      key: portal.keys.client,
    });
    expect(body.data.map(({ id }) => id)).toEqual([elsewhere.body.id, open.body.id]);
  });

  it('is stored once if it is sent again under its key', async () => {
    const at = await newTicket();
    const key = randomUUID();
    const [first, second] = [
      await attach(portal.people.editor.token, at, {}, key),
      await attach(portal.people.editor.token, at, {}, key),
    ];
    expect([first.status, second.body.id]).toEqual([201, first.body.id]);
    const where = { ticket: { equals: at } };
    expect((await portal.payload.count({ collection: 'files', where, overrideAccess: true })).totalDocs).toBe(
      1,
    );
  });

  it('is for those who see to the ticket, and for folders of its organization', async () => {
    const { client, editor, representative } = portal.people;
    const data = { subject: 'Theirs', organization: portal.people.otherOrganization };
    const { id } = await portal.payload.create({ collection: 'tickets', data, overrideAccess: true });
    const answers = [
      await attach(representative.token, ticket),
      await attach(representative.token, String(id)),
      await attach(representative.token, '999999'),
      await attach(client.token, ticket),
      await attach(editor.token, ticket, { folder_id: String(strangersFolder) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 404, 404, 403, 422]);
  });
});

describe('a file of a ticket', () => {
  it('needs no folder: it lies in the one of its organization for tickets', async () => {
    const [first, second] = await Promise.all([overRest({ ticket }), overRest({ ticket })]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(first.body.doc).toMatchObject({ ticket, organization: portal.people.organization });
    expect(second.body.doc.folder).toBe(first.body.doc.folder);
    const made = await portal.payload.findByID({
      collection: 'folders',
      id: first.body.doc.folder,
      depth: 0,
      overrideAccess: true,
    });
    expect(made).toMatchObject({ name: 'Ticket files', organization: portal.people.organization });
  });

  it('without a folder and a ticket is refused', async () => {
    expect((await overRest({})).status).toBe(422);
  });

  it('in a folder of another organization is refused over REST and the Local API, and when it is moved', async () => {
    expect((await overRest({ ticket, folder: strangersFolder })).status).toBe(422);
    await expect(local({ ticket, folder: strangersFolder })).rejects.toMatchObject({ status: 422 });
    const { id } = await local({ ticket, folder });
    const move = (data: object) =>
      portal.payload.update({ collection: 'files', id, data, depth: 0, overrideAccess: true });
    await expect(move({ folder: strangersFolder })).rejects.toMatchObject({ status: 422 });
    const moved = await move({ ticket: null, folder: strangersFolder });
    expect(moved.organization).toBe(portal.people.otherOrganization);
    await expect(move({ ticket })).rejects.toMatchObject({ status: 422 });
  });

  it('keeps its ticket and its folder with their organization', async () => {
    const own = await newTicket();
    await local({ ticket: own, folder });
    const data = { organization: portal.people.otherOrganization };
    const change = (collection: 'tickets' | 'folders', id: number) =>
      portal.payload.update({ collection, id, data, depth: 0, overrideAccess: true });
    await expect(change('tickets', own)).rejects.toMatchObject({ status: 409 });
    await expect(change('folders', folder)).rejects.toMatchObject({ status: 409 });
    const empty = Number(await makeFolder(portal, portal.keys.client));
    expect((await change('folders', empty)).organization).toBe(portal.people.otherOrganization);
  });
});

it('a reply with a picture inside of it is refused', async () => {
  const picture = { type: 'upload', version: 3, relationTo: 'files', value: 1, id: 'x', fields: {} };
  const root = { type: 'root', version: 1, direction: null, format: '', indent: 0, children: [picture] };
  const response = await portal.fetch('/api/ticket-replies', {
    method: 'POST',
    headers: {
      Authorization: `JWT ${portal.people.editor.token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ ticket, body: { root } }),
  });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('A reply cannot contain pictures');
});
