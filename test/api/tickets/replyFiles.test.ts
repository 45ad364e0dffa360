import { randomUUID } from 'node:crypto';
import { configToSchema } from '@payloadcms/graphql';
import { createLocalReq, type TypedUser } from 'payload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf, sessionOf } from '../../support/api/api.ts';
import {
  call,
  type FileBody,
  type FilesPortal,
  makeFolder,
  pathOf,
  startFilesPortal,
} from '../../support/api/files.ts';
import { graphql } from '../../support/api/graphql.ts';
import { query } from '../../support/portal/payload.ts';

let portal: FilesPortal;
let folder: string;
let staff: Client;
let client: Client;
let stranger: Client;
let editor: Client;

beforeAll(async () => {
  portal = await startFilesPortal();
  const { keys, people } = portal;
  folder = await makeFolder(portal, keys.client);
  staff = clientOf(portal, `Bearer ${keys.staff}`);
  client = clientOf(portal, `Bearer ${keys.client}`);
  stranger = clientOf(portal, `Bearer ${keys.stranger}`);
  editor = sessionOf(portal, people.editor);
});
afterAll(() => portal.stop());

const newTicket = async (): Promise<string> =>
  (await client.post('/v1/tickets', { subject: 'VPN is slow' })).body.id;

interface Upload {
  readonly key?: string;
  readonly name?: string;
  readonly into?: string;
  readonly ticket?: string;
  readonly internal?: string;
}

const send = ({ key = portal.keys.staff, name = 'log.txt', into = folder, ticket, internal }: Upload) => {
  const form = new FormData();
  form.set('file', new File([`bytes of ${name}`], name, { type: 'text/plain' }));
  form.set('folder_id', into);
  if (ticket !== undefined) form.set('ticket_id', ticket);
  if (internal !== undefined) form.set('internal', internal);
  return call<FileBody & { internal: boolean; reply_id: string | null }>(portal, '/files', {
    key,
    method: 'POST',
    form,
  });
};

const upload = async (options: Upload) => {
  const { status, body } = await send(options);
  expect([status, body]).toEqual([201, expect.any(Object)]);
  return body;
};

const reply = (who: Client, ticket: string, fields: object, headers = {}) =>
  who.post(`/v1/tickets/${ticket}/replies`, { body: 'See the file.', ...fields }, headers);

const idsIn = async (who: Client, path: string): Promise<string[]> =>
  (await who.get(path)).body.data.map(({ id }: { id: string }) => id);

describe('a reply with files', () => {
  it('shows them to everyone who sees the reply, and they are files of its ticket', async () => {
    const ticket = await newTicket();
    const [one, two] = [await upload({ ticket, name: 'a.txt' }), await upload({ name: 'b.txt' })];
    const { status, body } = await reply(staff, ticket, { file_ids: [two.id, one.id, two.id] });
    expect(status).toBe(201);
    expect(body.files).toEqual(
      [one, two].map(({ id, filename }) => ({
        id,
        filename,
        size_bytes: 14,
        mime_type: 'text/plain',
        uploaded_at: expect.any(String),
        uploaded_by: String(portal.people.editor.id),
        download_url: expect.any(String),
      })),
    );
    const [shown] = (await client.get(`/v1/tickets/${ticket}/replies`)).body.data;
    expect(shown.files.map(({ id }: FileBody) => id)).toEqual([one.id, two.id]);
    expect(await (await portal.fetch(pathOf(shown.files[0].download_url))).text()).toBe('bytes of a.txt');
    expect((await client.get(`/v1/files/${two.id}`)).body).toMatchObject({
      ticket_id: ticket,
      reply_id: body.id,
      internal: false,
    });
  });

  it('gives no link to a key that may not read files', async () => {
    const ticket = await newTicket();
    const { id } = await upload({ ticket });
    await reply(staff, ticket, { file_ids: [id] });
    const { administrator, client: owner, organization } = portal.people;
    const { body } = await sessionOf(portal, administrator).post('/portal/v1/api-keys', {
      name: 'tickets',
      owner_id: String(owner.id),
      organization_id: String(organization),
      scopes: ['tickets:read'],
    });
    const { body: page } = await clientOf(portal, `Bearer ${body.key}`).get(`/v1/tickets/${ticket}/replies`);
    expect(page.data[0].files).toEqual([expect.objectContaining({ id, download_url: null })]);
  });

  it('is made once with one Idempotency-Key', async () => {
    const ticket = await newTicket();
    const { id } = await upload({ ticket });
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await reply(client, ticket, { file_ids: [id] }, headers);
    const again = await reply(client, ticket, { file_ids: [id] }, headers);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect(await idsIn(staff, `/v1/tickets/${ticket}/replies`)).toHaveLength(1);
    expect((await reply(client, ticket, { file_ids: [] }, headers)).status).toBe(422);
  });

  it('names each file that it cannot have, and is not made', async () => {
    const [ticket, other] = [await newTicket(), await newTicket()];
    const foreign = await upload({
      key: portal.keys.stranger,
      into: await makeFolder(portal, portal.keys.stranger),
    });
    const ofOther = await upload({ ticket: other, name: 'other.txt' });
    const taken = await upload({ ticket, name: 'taken.txt' });
    await reply(staff, ticket, { file_ids: [taken.id] });
    const hidden = await upload({ ticket, internal: 'true' });
    const refused = async (who: Client, id: unknown) => {
      const { status, body } = await reply(who, ticket, { file_ids: [id] });
      expect([status, body.error]).toEqual([422, 'validation_failed']);
      expect(body.details[0].path).toBe('file_ids.0');
      return body.details[0].message;
    };
    expect(await refused(staff, 'x')).toBe('There is no file x.');
    expect(await refused(staff, '999999')).toBe('There is no file 999999.');
    expect(await refused(staff, foreign.id)).toBe(`There is no file ${foreign.id}.`);
    expect(await refused(client, hidden.id)).toBe(`There is no file ${hidden.id}.`);
    expect(await refused(staff, ofOther.id)).toContain('(other.txt) belongs to another ticket');
    expect(await refused(staff, taken.id)).toContain('(taken.txt) already belongs to another reply');
    await refused(staff, 7);
    const many = Array.from({ length: 51 }, (_, index) => String(index));
    expect((await reply(staff, ticket, { file_ids: many })).status).toBe(422);
    expect((await reply(staff, ticket, { file_ids: 'x' })).status).toBe(422);
    expect(await idsIn(staff, `/v1/tickets/${ticket}/replies`)).toHaveLength(1);
    const key = randomUUID();
    const page = await editor.post(`/portal/v1/tickets/${ticket}/answers`, {
      body: {
        root: {
          type: 'root',
          version: 1,
          direction: null,
          format: '',
          indent: 0,
          children: [
            { type: 'paragraph', version: 1, children: [{ type: 'text', version: 1, text: 'See' }] },
          ],
        },
      },
      key,
      seen_reply_id: null,
      file_ids: [taken.id],
    });
    expect([page.status, page.body.details?.[0].path]).toEqual([422, 'file_ids.0']);
  });

  it('takes a file alone, though two are sent at once', async () => {
    const ticket = await newTicket();
    const { id } = await upload({ ticket });
    const answers = await Promise.all([1, 2, 3].map(() => reply(staff, ticket, { file_ids: [id] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
  });

  it('goes with its ticket into another', async () => {
    const [source, target] = [await newTicket(), await newTicket()];
    const { id } = await upload({ ticket: source });
    const { body: made } = await reply(staff, source, { file_ids: [id] });
    const late = await upload({ ticket: source, name: 'late.txt' });
    expect((await staff.post(`/v1/tickets/${source}/merge`, { into: target })).status).toBe(200);
    const { body } = await client.get(`/v1/tickets/${target}/replies`);
    const moved = body.data.find((one: { id: string }) => one.id === made.id);
    expect(moved.files).toEqual([expect.objectContaining({ id })]);
    const after = await reply(staff, source, { file_ids: [late.id] });
    expect([after.status, after.body.ticket_id]).toEqual([201, target]);
  });
});

const askGraphQl = async (source: string) => {
  const { client, organization } = portal.people;
  const user = { ...client, collection: 'users', role: 'client', organization } as unknown as TypedUser;
  const req = await createLocalReq({ user }, portal.payload);
  req.payloadAPI = 'GraphQL';
  const { schema } = configToSchema(portal.config);
  return graphql({ schema, source, contextValue: { req, headers: {} } });
};

/** Every way by which a client could learn of a file of their organization, each as the ids or names found. */
const readInterfaces = async (ticket: string, file: { readonly id: string; readonly filename: string }) => {
  const { people } = portal;
  const session = sessionOf(portal, people.client);
  const [stored] = await query<{ filename: string }>(
    portal.databaseUrl,
    'select filename from files where id = $1',
    [file.id],
  );
  const asked = async (path: string) => (await session.get(path)).body;
  const graphQl = async (text: string) => JSON.stringify((await askGraphQl(text)).data);
  const replies = (await client.get(`/v1/tickets/${ticket}/replies`)).body.data;
  return {
    list: (await idsIn(client, `/v1/files?ticket_id=${ticket}`)).includes(file.id),
    one: (await client.get(`/v1/files/${file.id}`)).status === 200,
    replies: JSON.stringify(replies).includes(file.filename),
    cmsList: (await asked(`/files?limit=100&depth=0`)).docs.some(
      ({ id }: { id: number }) => String(id) === file.id,
    ),
    cmsCount: (await asked(`/files/count?where[id][equals]=${file.id}`)).totalDocs > 0,
    cmsOne: (await session.get(`/files/${file.id}`)).status === 200,
    cmsBytes:
      (await session.get(`/files/file/${stored?.filename}`).catch(() => ({ status: 200 }))).status === 200,
    graphQlOne: (await graphQl(`{ PortalFile(id: ${file.id}) { name } }`))?.includes(file.filename),
    graphQlList: (await graphQl('{ PortalFiles(limit: 100) { docs { name } } }')).includes(file.filename),
    localApi:
      (
        await portal.payload.find({
          collection: 'files',
          where: { id: { equals: file.id } },
          overrideAccess: false,
          user: {
            ...people.client,
            collection: 'users',
            role: 'client',
            organization: people.organization,
          } as never,
        })
      ).totalDocs > 0,
    deletion: (await client.delete(`/v1/files/${file.id}`)).status === 204,
  };
};

const everyInterface = (isOpen: boolean) =>
  Object.fromEntries(
    'list one replies cmsList cmsCount cmsOne cmsBytes graphQlOne graphQlList localApi deletion'
      .split(' ')
      .map((name) => [name, isOpen]),
  );

describe('a file of an internal note', () => {
  it('is closed to clients in every interface that is open for one of a reply', async () => {
    const ticket = await newTicket();
    const noted = await upload({ ticket, name: `note-${randomUUID()}.txt`, internal: 'true' });
    const sent = await upload({ ticket, name: `sent-${randomUUID()}.txt` });
    // Before the note is there, too.
    expect(await readInterfaces(ticket, noted)).toEqual(everyInterface(false));
    const note = await reply(staff, ticket, { internal: true, file_ids: [noted.id] });
    expect(note.body.files).toEqual([expect.objectContaining({ id: noted.id })]);
    await reply(staff, ticket, { file_ids: [sent.id] });
    expect(await readInterfaces(ticket, noted)).toEqual(everyInterface(false));
    expect(await readInterfaces(ticket, sent)).toEqual(everyInterface(true));
    expect((await staff.get(`/v1/files/${noted.id}`)).body).toMatchObject({
      internal: true,
      reply_id: note.body.id,
    });
  });

  it('is closed to the clients of an organization that see their own tickets alone', async () => {
    const ticket = await newTicket();
    const noted = await upload({ ticket, name: `note-${randomUUID()}.txt`, internal: 'true' });
    const set = (clientsSee: string) =>
      portal.payload.update({
        collection: 'organizations',
        id: portal.people.organization,
        data: { clientsSee } as never,
        overrideAccess: true,
      });
    await set('own');
    try {
      expect(await readInterfaces(ticket, noted)).toEqual(everyInterface(false));
    } finally {
      await set('organization');
    }
  });

  it('is one that the writer uploaded, or one that clients did not see: a note hides no file of theirs', async () => {
    const ticket = await newTicket();
    const theirs = await upload({ key: portal.keys.client, ticket });
    const own = await upload({ ticket });
    const refused = await reply(staff, ticket, { internal: true, file_ids: [theirs.id] });
    expect([refused.status, refused.body.details[0].message]).toEqual([
      422,
      expect.stringContaining('would hide it'),
    ]);
    expect((await reply(staff, ticket, { internal: true, file_ids: [own.id] })).status).toBe(201);
    expect((await client.get(`/v1/files/${own.id}`)).status).toBe(404);
    expect((await client.get(`/v1/files/${theirs.id}`)).status).toBe(200);
  });

  it('follows the note, if the app’s own code makes it a reply or the reverse, and stays hidden without it', async () => {
    const ticket = await newTicket();
    const { id } = await upload({ ticket });
    const { body: note } = await reply(staff, ticket, { internal: true, file_ids: [id] });
    const status = async () => (await client.get(`/v1/files/${id}`)).status;
    const make = (internal: boolean) =>
      portal.payload.update({
        collection: 'ticket-replies',
        id: note.id,
        data: { internal },
        overrideAccess: true,
      });
    expect(await status()).toBe(404);
    await make(false);
    expect(await status()).toBe(200);
    await make(true);
    expect(await status()).toBe(404);
    await portal.payload.delete({ collection: 'ticket-replies', id: note.id, overrideAccess: true });
    expect([await status(), (await staff.get(`/v1/files/${id}`)).body.reply_id]).toEqual([404, null]);
  });

  it('is hidden, if the app’s own code puts it there', async () => {
    const ticket = await newTicket();
    const { body: note } = await reply(staff, ticket, { internal: true });
    const { id } = await portal.payload.create({
      collection: 'files',
      data: { ticket: Number(ticket), reply: Number(note.id) } as never,
      file: { name: 'a.txt', mimetype: 'text/plain', size: 1, data: Buffer.from('a') },
      overrideAccess: true,
    });
    expect((await client.get(`/v1/files/${id}`)).status).toBe(404);
  });

  it('is published when it is sent to the client, not before', async () => {
    const { body: webhook } = await client.post('/v1/webhooks', {
      url: 'https://example.com/hook',
      events: ['file.uploaded'],
    });
    const published = () => idsIn(client, `/v1/webhooks/${webhook.id}/deliveries`);
    const ticket = await newTicket();
    const { id } = await upload({ ticket, internal: 'true' });
    const other = await upload({ ticket, internal: 'true' });
    await reply(staff, ticket, { internal: true, file_ids: [other.id] });
    expect(await published()).toEqual([]);
    await reply(staff, ticket, { file_ids: [id] });
    const [delivery] = await published();
    const { body } = await client.get(`/v1/webhooks/${webhook.id}/deliveries/${delivery}`);
    expect(await published()).toHaveLength(1);
    expect(body.event).toBe('file.uploaded');
  });

  it('cannot be made by a client, in any interface', async () => {
    const ticket = await newTicket();
    for (const internal of ['true', 'false'])
      expect((await send({ key: portal.keys.client, ticket, internal })).status).toBe(403);
    expect((await send({ ticket, internal: 'yes' })).status).toBe(422);
    const form = new FormData();
    form.set('file', new File(['a'], 'a.txt', { type: 'text/plain' }));
    form.set('_payload', JSON.stringify({ ticket: Number(ticket), internal: true }));
    const headers = { Authorization: `JWT ${portal.people.client.token}` };
    expect((await portal.fetch('/api/files', { method: 'POST', headers, body: form })).status).toBe(403);
    expect((await stranger.get(`/v1/files?ticket_id=${ticket}`)).body.data).toEqual([]);
  });
});
