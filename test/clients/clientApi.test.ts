import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Description, readDescription } from '../support/api/described.ts';
import {
  type Collection,
  type IsolationWorld,
  marks,
  outOfReach,
  startIsolation,
} from '../support/api/isolation.ts';
import { encodeMetadata } from '../support/api/uploads.ts';
import { type Answer, type ClientBrowser, openBrowser } from '../support/pages/clientBrowser.ts';
import { signedIn } from '../support/pages/clientSession.ts';
import { operationsOf } from '../support/portal/context.ts';
import { query, serverUrl } from '../support/portal/payload.ts';

const prefix = '/portal/v1/client';

const operations = operationsOf().filter(({ path }) => path.startsWith(`${prefix}/`));

let world: IsolationWorld;
let client: ClientBrowser;
let description: Description;

/** Sends each request through the description, which fails for a response that it does not know. */
const fetchDescribed = (path: string, init: RequestInit = {}): Promise<Response> => {
  const [address = ''] = path.replace('/api', '').split('?');
  const found = operations.find(
    ({ method, path: pattern }) =>
      method === init.method && new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[\\w-]+')}$`).test(address),
  );
  return found ? description.fetch(found.name, path.replace('/api', ''), init) : world.fetch(path, init);
};

beforeAll(async () => {
  world = await startIsolation();
  description = await readDescription(world);
  client = openBrowser(
    { fetch: fetchDescribed },
    '192.0.2.1',
    (await signedIn(world, world.people.client)).cookies,
  );
});

afterAll(() => world.stop());

const id = (collection: Collection, kind: Parameters<IsolationWorld['idOf']>[1]) =>
  world.idOf(collection, kind);

const uploadOf = async (fields: object): Promise<Answer> => {
  const form = new FormData();
  form.set('file', new Blob(['new'], { type: 'text/plain' }), 'new.txt');
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const headers = { Origin: serverUrl, Cookie: `sp-client=${client.cookies.get('sp-client')}` };
  const response = await fetchDescribed(`/api${prefix}/files`, { method: 'POST', body: form, headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

describe('the client API', () => {
  it('answers each of its operations as the description says', async () => {
    const ticket = (await client.send('POST', '/tickets', { subject: 'VPN' })).body;
    const folder = (await client.send('POST', '/folders', { name: 'Logs' })).body;
    const file = (await uploadOf({ folder_id: folder.id, ticket_id: ticket.id })).body;
    const transfer = await id('transfers', 'own');
    await query(
      world.databaseUrl,
      `with sent as (update transfers set status = 'ready', expires_at = now() + interval '1 day' where id = $1 returning id)
       insert into support_portal.link_recipients (kind, record_id, email) select 'transfer', id::text, $2 from sent`,
      [transfer, world.people.client.email],
    );
    const request = await id('upload-requests', 'own');
    await query(
      world.databaseUrl,
      `insert into support_portal.link_recipients (kind, record_id, email) values ('upload_request', $1, $2)`,
      [request, world.people.client.email],
    );
    const requests: (readonly [method: string, path: string, status: number, body?: object])[] = [
      ['GET', '/session', 200],
      ['GET', '/sessions', 200],
      ['PATCH', '/account', 200, { name: 'Ann' }],
      ['GET', '/tickets', 200],
      ['GET', `/tickets/${ticket.id}`, 200],
      ['PATCH', `/tickets/${ticket.id}`, 200, { priority: 'high' }],
      ['PUT', `/tickets/${ticket.id}/followers/${ticket.requester_id}`, 200],
      ['GET', `/tickets/${ticket.id}/followers`, 200],
      ['DELETE', `/tickets/${ticket.id}/followers/${ticket.requester_id}`, 204],
      ['GET', `/tickets/${ticket.id}/replies`, 200],
      ['POST', `/tickets/${ticket.id}/replies`, 201, { body: 'Hello' }],
      ['GET', '/folders', 200],
      ['GET', `/folders/${folder.id}`, 200],
      ['PATCH', `/folders/${folder.id}`, 200, { name: 'Old logs' }],
      ['GET', '/files', 200],
      ['GET', `/files/${file.id}`, 200],
      ['DELETE', `/files/${file.id}`, 204],
      ['DELETE', `/folders/${folder.id}`, 204],
      ['GET', '/transfers', 200],
      ['GET', `/transfers/${transfer}`, 200],
      ['POST', `/transfers/${transfer}/link`, 201, {}],
      ['GET', '/upload-requests', 200],
      ['GET', `/upload-requests/${request}`, 200],
      ['POST', `/upload-requests/${request}/link`, 201, {}],
      ['POST', '/sign-in', 202, { email: 'ann@example.com' }],
      ['POST', '/sign-in/verify', 422, { code: '1' }],
      ['DELETE', '/sessions/none', 404],
    ];
    for (const [method, path, status, body] of requests)
      expect((await client.send(method, path, body)).status, `${method} ${path}`).toBe(status);
    const tus = { 'Tus-Resumable': '1.0.0' };
    const metadata = encodeMetadata({ filename: 'a.txt', target: `ticket:${ticket.id}` });
    const announced = { ...tus, 'Upload-Length': '5', 'Upload-Metadata': metadata };
    const begun = await client.send('POST', '/uploads', undefined, announced);
    expect(begun.status).toBe(201);
    const upload = `/uploads/${begun.body.id}`;
    const type = { ...tus, 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
    for (const [method, status, headers] of [
      ['GET', 200, {}],
      ['PATCH', 204, type],
      ['DELETE', 204, tus],
    ] as const)
      expect((await client.send(method, upload, undefined, headers)).status, `${method} ${upload}`).toBe(
        status,
      );
    for (const path of ['/session', '/sessions']) {
      const other = openBrowser(
        { fetch: fetchDescribed },
        '192.0.2.2',
        (await signedIn(world, world.people.client)).cookies,
      );
      expect((await other.send('DELETE', path)).status).toBe(204);
      client = openBrowser(
        { fetch: fetchDescribed },
        '192.0.2.1',
        (await signedIn(world, world.people.client)).cookies,
      );
    }
    const called = [...description.seen].map((one) => one.split(' ')[0]);
    expect([...new Set(called)].sort()).toEqual(operations.map(({ name }) => name).sort());
  });

  it.each<[Collection, string, string, object?]>([
    ['tickets', 'GET', '/tickets/{}'],
    ['tickets', 'PATCH', '/tickets/{}', { priority: 'high' }],
    ['tickets', 'GET', '/tickets/{}/replies'],
    ['tickets', 'POST', '/tickets/{}/replies', { body: 'Hello' }],
    ['folders', 'GET', '/folders/{}'],
    ['folders', 'PATCH', '/folders/{}', { name: 'Mine' }],
    ['folders', 'DELETE', '/folders/{}'],
    ['files', 'GET', '/files/{}'],
    ['files', 'DELETE', '/files/{}'],
  ])(
    'tells nothing of whether another’s record of %s is there: %s %s',
    async (collection, method, path, body) => {
      const answers: object[] = [];
      for (const kind of outOfReach) {
        const address = path.replace('{}', String(await id(collection, kind)));
        const answer = await client.send(method, address, body, { 'X-Request-Id': 'the-same' });
        answers.push({ status: answer.status, body: answer.body });
      }
      expect(answers[0]).toMatchObject({ status: 404 });
      expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    },
  );

  it('takes no folder and no ticket of another organization for a file', async () => {
    const folder_id = await id('folders', 'own');
    for (const kind of outOfReach) {
      expect((await uploadOf({ folder_id: await id('folders', kind) })).status).toBe(422);
      expect((await uploadOf({ folder_id, ticket_id: await id('tickets', kind) })).status).toBe(422);
    }
  });

  it('shows no internal note, no tag and no record of others, anywhere', async () => {
    const own = await id('tickets', 'own');
    const texts: string[] = [];
    for (const path of [
      '/tickets?per_page=100',
      '/tickets?per_page=100&view=full',
      `/tickets/${own}`,
      `/tickets/${own}/replies`,
      '/files?per_page=100',
      '/folders?per_page=100',
      '/session',
      '/sessions',
    ])
      texts.push(JSON.stringify((await client.send('GET', path)).body));
    const all = texts.join('\n');
    expect(all).toContain(marks.own);
    for (const mark of [marks.foreign, marks.internal, marks.tag, marks.logged, marks.settings])
      expect(all).not.toContain(mark);
    for (const query of ['tag=x', 'organization_id=1', `search=${marks.internal}`]) {
      const { status, body } = await client.send('GET', `/tickets?${query}`);
      expect(status === 422 || body.meta.total === 0, query).toBe(true);
    }
  });
});
