import { once } from 'node:events';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { GRAPHQL_POST } from '@payloadcms/next/routes';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { settingsSlug } from '../../../src/core/shared/portal/settingsSlug.ts';
import { sessionOf } from '../../support/api/api.ts';
import { encodeMetadata } from '../../support/api/uploads.ts';
import { signedIn } from '../../support/pages/clientSession.ts';
import { beDefaultInstance } from '../../support/portal/defaultInstance.ts';
import { fillTurns } from '../../support/portal/fillTurns.ts';
import { query, serverUrl } from '../../support/portal/payload.ts';
import type { Person } from '../../support/portal/people.ts';
import { type Served, serve } from '../../support/portal/serve.ts';
import {
  askFor,
  mailedSecret,
  type RequestsWorld,
  startRequests,
} from '../../upload-requests/requestsWorld.ts';

/** Senders who lose their rights while the body of their request comes, or while it waits: it is refused as if it came now. */

let world: RequestsWorld;
let served: Served;

beforeAll(async () => {
  world = await startRequests();
  const answerGraphql = GRAPHQL_POST(world.config);
  served = await serve(world, {
    next: async (request, response) => {
      const given = createRequest(request, response, { host: 'portal.test', protocol: 'http:' });
      await sendResponse(response, await answerGraphql(given));
    },
  });
});

afterAll(async () => {
  await served.close();
  await world.stop();
});

interface Slow {
  readonly method?: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Buffer;
  /** Runs once half of the body is there. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** Sends a request whose body takes more than a second. */
const sendSlowly = async ({ method = 'POST', path, headers, body, meanwhile = async () => {} }: Slow) => {
  const bytes = Buffer.from(body);
  const half = Math.floor(bytes.length / 2);
  const request = openRequest(`${served.url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers },
  });
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  request.write(bytes.subarray(0, half));
  await sleep(400);
  await meanwhile();
  await sleep(1_100);
  request.end(bytes.subarray(half));
  const [response] = await answered;
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, text };
};

/** The same, as the route of an app gets it. */
const slowRequest = (headers: Record<string, string>, body: string, meanwhile: () => Promise<unknown>) =>
  new Request(`${serverUrl}/api/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: new ReadableStream({
      async start(controller) {
        await sleep(400);
        await meanwhile();
        await sleep(1_100);
        controller.enqueue(Buffer.from(body));
        controller.close();
      },
    }),
    duplex: 'half',
  } as RequestInit);

const count = async (table: string): Promise<number> =>
  (await query(world.databaseUrl, `select 1 from ${table}`)).length;

let people = 0;

/** A person of their own for each test. */
const makePerson = async (role: string, fields: object = {}): Promise<Person> => {
  people += 1;
  const email = `person-${people}@staff.example`;
  const password = `password of ${email}`;
  const data = { email, password, role, ...fields } as never;
  const { id } = await world.payload.create({ collection: 'users', data, overrideAccess: true });
  const { token } = await world.payload.login({ collection: 'users', data: { email, password } });
  return { id: Number(id), email, password, token: token ?? '' };
};

const session = ({ token }: Person) => ({ Authorization: `JWT ${token}` });

/** A new key of the client, and its revocation. */
const makeRevocable = async (scopes?: readonly string[]) => {
  const administrator = sessionOf(world, world.people.administrator);
  const { body } = await administrator.post('/portal/v1/api-keys', {
    name: 'a key',
    owner_id: String(world.people.client.id),
    organization_id: String(world.people.organization),
    ...(scopes && { scopes }),
  });
  return {
    headers: { Authorization: `Bearer ${body.key}` },
    revoke: () => administrator.delete(`/portal/v1/api-keys/${body.id}`),
  };
};

const demote = ({ id }: Person) =>
  world.payload.update({
    collection: 'users',
    id,
    data: { role: 'client', organization: world.people.organization },
    overrideAccess: true,
  });

const formOf = async (fields: Record<string, string>, file = 'x'.repeat(200_000)) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new File([file], 'plan.txt', { type: 'text/plain' }));
  const response = new Response(form);
  return {
    headers: { 'Content-Type': response.headers.get('Content-Type') ?? '' },
    body: Buffer.from(await response.arrayBuffer()),
  };
};

const folderOf = async () =>
  String((await query<{ id: number }>(world.databaseUrl, 'select id from folders limit 1'))[0]?.id);

describe('a body that comes slowly', () => {
  it('is carried out for a sender who keeps their rights', async () => {
    const { headers } = await makeRevocable();
    const body = JSON.stringify({ subject: 'VPN is slow' });
    expect((await sendSlowly({ path: '/api/v1/tickets', headers, body })).status).toBe(201);
    const { editor } = world.people;
    const ofSession = { Cookie: `payload-token=${editor.token}`, Origin: serverUrl };
    expect(
      (
        await sendSlowly({
          path: '/api/tickets',
          headers: ofSession,
          body: JSON.stringify({ subject: 'VPN', organization: world.people.organization }),
        })
      ).status,
    ).toBe(201);
    const form = await formOf({ _payload: JSON.stringify({ folder: Number(await folderOf()) }) });
    const stored = await sendSlowly({
      path: '/api/files',
      headers: { ...ofSession, ...form.headers },
      body: form.body,
    });
    expect([stored.status, stored.text]).toEqual([201, expect.stringContaining('plan.txt')]);
  });

  it('is refused once its key was revoked', async () => {
    const { headers, revoke } = await makeRevocable();
    const tickets = await count('tickets');
    const body = JSON.stringify({ subject: 'VPN is slow' });
    const refused = await sendSlowly({ path: '/api/v1/tickets', headers, body, meanwhile: revoke });
    expect([refused.status, await count('tickets')]).toEqual([401, tickets]);
  });

  it('is refused once its sender lost the role that the operation takes', async () => {
    const person = await makePerson('administrator');
    const keys = await count('api_keys');
    const refused = await sendSlowly({
      path: '/api/portal/v1/api-keys',
      headers: session(person),
      body: JSON.stringify({
        name: 'back door',
        owner_id: String(world.people.client.id),
        organization_id: String(world.people.organization),
      }),
      meanwhile: () => demote(person),
    });
    expect([refused.status, await count('api_keys')]).toEqual([403, keys]);
  });

  it('is no file once its key was revoked', async () => {
    const { headers, revoke } = await makeRevocable();
    const files = await count('files');
    const form = await formOf({ folder_id: await folderOf() });
    const refused = await sendSlowly({
      path: '/api/v1/files',
      headers: { ...headers, ...form.headers },
      body: form.body,
      meanwhile: revoke,
    });
    expect([refused.status, await count('files')]).toEqual([401, files]);
  });

  it.each(['demoted', 'deleted'])(
    'makes no user at a route of the CMS once its administrator was %s',
    async (fate) => {
      const person = await makePerson('administrator');
      const remove = () => world.payload.delete({ collection: 'users', id: person.id, overrideAccess: true });
      const email = `backdoor-${fate}@example.com`;
      const refused = await sendSlowly({
        path: '/api/users',
        headers: session(person),
        body: JSON.stringify({ email, password: 'a long password', role: 'administrator' }),
        meanwhile: () => (fate === 'demoted' ? demote(person) : remove()),
      });
      expect(refused.status).toBe(403);
      expect(await query(world.databaseUrl, 'select 1 from users where email = $1', [email])).toEqual([]);
    },
  );

  it('is no file at a route of the CMS once its sender had logged out', async () => {
    const person = await makePerson('editor');
    const files = await count('files');
    const form = await formOf({ _payload: JSON.stringify({ folder: Number(await folderOf()) }) });
    const refused = await sendSlowly({
      path: '/api/files',
      headers: { ...session(person), ...form.headers },
      body: form.body,
      meanwhile: () => sessionOf(world, person).post('/users/logout'),
    });
    expect([refused.status, await count('files')]).toEqual([403, files]);
  });

  it.each(['the portal', 'an app of one’s own'])(
    'makes no user over GraphQL of %s once its administrator was demoted',
    async (server) => {
      onTestFinished(beDefaultInstance(world));
      const person = await makePerson('administrator');
      const fields = 'email: "graphql@example.com", password: "a long password", role: administrator';
      const body = JSON.stringify({ query: `mutation { createUser(data: { ${fields} }) { id } }` });
      const meanwhile = () => demote(person);
      const text =
        server === 'the portal'
          ? (await sendSlowly({ path: '/api/graphql', headers: session(person), body, meanwhile })).text
          : await (await GRAPHQL_POST(world.config)(slowRequest(session(person), body, meanwhile))).text();
      expect(text).toContain('not allowed');
      const made = "select 1 from users where email = 'graphql@example.com'";
      expect(await query(world.databaseUrl, made)).toEqual([]);
    },
  );

  it('calls no tool of the MCP bridge once its key was revoked', async () => {
    const { headers, revoke } = await makeRevocable(['tools']);
    const refused = await sendSlowly({
      path: '/api/portal/v1/mcp',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      meanwhile: revoke,
    });
    expect(refused.status).toBe(401);
  });

  it.each([
    [
      'mail in',
      (secret: string) => ({ inbound: { secret } }),
      '/inbound',
      'message/rfc822',
      'Subject: VPN\r\n\r\nSlow.',
    ],
    [
      'Postmark',
      (postmark: string) => ({ notifications: { events: { postmark } } }),
      '/mail-events/postmark',
      'application/json',
      '{}',
    ],
  ])('is not taken once the secret of %s was replaced', async (_, settings, path, type, body) => {
    const use = (secret: string) =>
      world.payload.updateGlobal({
        slug: settingsSlug as never,
        data: settings(secret) as never,
      });
    await use('the-former-secret');
    const headers = {
      Authorization: `Basic ${Buffer.from('portal:the-former-secret').toString('base64')}`,
      'Content-Type': type,
    };
    const send = (meanwhile: () => Promise<unknown>) =>
      sendSlowly({ path: `/api/portal/v1${path}`, headers, body, meanwhile });
    const kept = await send(async () => {});
    expect([401, 404]).not.toContain(kept.status);
    const refused = await send(() => use('the-next-secret'));
    expect(refused.status).toBe(401);
  });

  it('shows no ticket at the client pages once the session of its sender ended', async () => {
    const browser = await signedIn(world, world.people.client);
    const subject = 'Only for those who are signed in';
    const { id } = await world.payload.create({
      collection: 'tickets',
      data: { subject, organization: world.people.organization, requester: world.people.client.id } as never,
      overrideAccess: true,
    });
    const send = (meanwhile?: () => Promise<unknown>) =>
      sendSlowly({
        path: `/support/tickets/${id}/followers`,
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Origin: serverUrl,
          Cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
        },
        body: 'follower=nobody@example.com',
        ...(meanwhile && { meanwhile }),
      });
    expect(await send()).toMatchObject({ status: 422, text: expect.stringContaining(subject) });
    const refused = await send(() => browser.send('DELETE', '/session'));
    expect(refused.text).not.toContain(subject);
  });

  it('is no ticket at the client pages once the session of its sender ended', async () => {
    const browser = await signedIn(world, world.people.client);
    const send = (meanwhile?: () => Promise<unknown>) =>
      sendSlowly({
        path: '/support/tickets',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Origin: serverUrl,
          Cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
        },
        body: new URLSearchParams({ subject: 'VPN is slow', description: 'Since today.' }).toString(),
        ...(meanwhile && { meanwhile }),
      });
    const tickets = await count('tickets');
    expect([(await send()).status, await count('tickets')]).toEqual([303, tickets + 1]);
    await send(() => browser.send('DELETE', '/session'));
    expect(await count('tickets')).toBe(tickets + 1);
  });

  it('is no file at a link that was revoked', async () => {
    const { id, link } = await askForLink();
    const files = await count('files');
    const form = await formOf({});
    const refused = await sendSlowly({
      path: `/api/portal/v1/links/${link}/files`,
      headers: form.headers,
      body: form.body,
      meanwhile: () => revokeLinks(id),
    });
    expect([refused.status, await count('files')]).toEqual([410, files]);
  });

  it.each(['key', 'link'])('is no large file once its %s was revoked', async (kind) => {
    const { headers, target, revoke } = kind === 'key' ? await uploadByKey() : await uploadByLink();
    const bytes = Buffer.alloc(100_000);
    const files = await count('files');
    const tus = { ...headers, 'Tus-Resumable': '1.0.0' };
    const begun = await world.fetch('/api/portal/v1/uploads', {
      method: 'POST',
      headers: {
        ...tus,
        'Upload-Length': String(bytes.length),
        'Upload-Metadata': encodeMetadata({ filename: 'plan.bin', target }),
      },
    });
    const refused = await sendSlowly({
      method: 'PATCH',
      path: begun.headers.get('Location') ?? '',
      headers: { ...tus, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' },
      body: bytes,
      meanwhile: revoke,
    });
    expect([refused.status, await count('files')]).toEqual([kind === 'key' ? 401 : 410, files]);
  });
});

interface WaitingRequest {
  /** The subject of its turns. */
  readonly subject: string;
  readonly send: () => Promise<{ readonly status: number; readonly text: string }>;
  readonly loseRights: () => Promise<unknown>;
  /** The rows that such a request creates, or changes. */
  readonly table: string;
}

const answerOf = async (answered: Promise<Response>) => {
  const response = await answered;
  return { status: response.status, text: await response.text() };
};

const send = (method: string, path: string, headers: Record<string, string>, body: object) =>
  answerOf(
    world.fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
  );

/** A client with two tickets, and a function that moves them to another organization, which their tickets do not follow. */
const makeMovable = async () => {
  const { organization, otherOrganization } = world.people;
  const person = await makePerson('client', { organization });
  const create = async () => {
    const data = { subject: 'VPN', organization, requester: person.id } as never;
    return (await world.payload.create({ collection: 'tickets', data, overrideAccess: true })).id;
  };
  const tickets = [await create(), await create()];
  const move = () =>
    world.payload.update({
      collection: 'users',
      id: person.id,
      data: { organization: otherOrganization } as never,
      overrideAccess: true,
    });
  return { person, move, next: () => tickets.pop(), table: "tickets where priority = 'urgent'" };
};

const waitingRequests: Record<string, () => Promise<WaitingRequest>> = {
  async 'the API'() {
    const { headers, revoke } = await makeRevocable();
    return {
      subject: `requests ${world.people.client.id}`,
      send: () => send('POST', '/api/v1/tickets', headers, { subject: 'VPN is slow' }),
      loseRights: revoke,
      table: 'tickets',
    };
  },
  async 'the CMS’s REST'() {
    const { person, move, next, table } = await makeMovable();
    return {
      subject: `requests ${person.id}`,
      send: () => send('PATCH', `/api/tickets/${next()}`, session(person), { priority: 'urgent' }),
      loseRights: move,
      table,
    };
  },
  async GraphQL() {
    onTestFinished(beDefaultInstance(world));
    const { person, move, next, table } = await makeMovable();
    const headers = { 'Content-Type': 'application/json', ...session(person) };
    const bodyOf = () =>
      JSON.stringify({
        query: `mutation { updateTicket(id: ${next()}, data: { priority: urgent }) { id } }`,
      });
    const request = () =>
      new Request(`${serverUrl}/api/graphql`, { method: 'POST', headers, body: bodyOf() });
    return {
      subject: `requests ${person.id}`,
      send: () => answerOf(GRAPHQL_POST(world.config)(request())),
      loseRights: move,
      table,
    };
  },
  async 'a link'() {
    const { id, link } = await askForLink();
    const [row] = await query<{ id: string }>(
      world.databaseUrl,
      `select id from support_portal.links where record_id = $1`,
      [id],
    );
    const form = await formOf({}, 'short');
    return {
      subject: `link ${row?.id}`,
      send: () => answerOf(world.fetch(`/api/portal/v1/links/${link}/files`, { method: 'POST', ...form })),
      loseRights: () => revokeLinks(id),
      table: 'files',
    };
  },
};

describe.each(Object.entries(waitingRequests))('a request that waits for its turn over %s', (_, make) => {
  it('is carried out for a sender who keeps their rights, and for no other', async () => {
    const { subject, send, loseRights, table } = await make();
    const before = await count(table);
    const sendWaiting = async (meanwhile: () => Promise<unknown>) => {
      const endWork = fillTurns(world.payload, subject);
      const answered = send();
      await sleep(300);
      await meanwhile();
      await sleep(1_100);
      await endWork();
      return answered;
    };
    const kept = await sendWaiting(async () => {});
    expect([kept.text, await count(table)]).toEqual([kept.text, before + 1]);
    const refused = await sendWaiting(loseRights);
    expect([refused.text, await count(table)]).toEqual([refused.text, before + 1]);
  });
});

const askForLink = async (): Promise<{ id: string; link: string }> => {
  const { id } = await askFor(world);
  return { id, link: await mailedSecret(world, 'ann@example.com') };
};

const revokeLinks = async (id: string): Promise<void> => {
  const { body } = await world.staff.get(`/v1/upload-requests/${id}/links`);
  for (const link of body.data) await world.staff.delete(`/v1/upload-requests/${id}/links/${link.id}`);
};

const uploadByKey = async () => {
  const key = await makeRevocable();
  return { ...key, target: `file:${await folderOf()}` };
};

const uploadByLink = async () => {
  const { id, link } = await askForLink();
  return { headers: { Authorization: `Bearer ${link}` }, target: 'link', revoke: () => revokeLinks(id) };
};
