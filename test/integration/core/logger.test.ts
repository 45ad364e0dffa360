import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { structuredLogger } from 'payload-support-portal';
import { expect, it, onTestFinished } from 'vitest';
import { readEnvironment } from '../../../src/server/environment.ts';
import { buildGateway } from '../../../src/server/http/gateway.ts';
import { clientOf, keyClient, sessionOf } from '../../support/api/api.ts';
import {
  indexesMade,
  query,
  serverUrl,
  startPortal,
  stopAfterTest,
  type TestPortal,
} from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

interface Line {
  level: string;
  time: string;
  requestId?: string;
  msg?: string;
  err?: { type: string; message: string; stack: string; cause?: object };
}

/** Starts a portal behind the server's own gateway, over HTTP. */
const startLogged = async () => {
  const text: string[] = [];
  const logger = structuredLogger({ write: (line) => void text.push(line) });
  const portal = stopAfterTest(await startPortal({ portal: { workers: 'external' }, app: { logger } }));
  const gateway = buildGateway(readEnvironment({ SERVER_URL: serverUrl }));
  gateway.open({
    config: portal.config,
    handle: portal.handle,
    pages: portal.handle,
    pagesAway: portal.handle,
    next: () => Promise.reject(new Error('Next is not there.')),
    availability: {
      isAvailable: true,
      check: async () => true,
      verify: async () => true,
      wasDisturbedSince: () => false,
      onAway: () => () => {},
    },
    isSession: async () => false,
    inTurn: (_caller, work) => work().then(() => null),
  });
  const server = createServer(gateway.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const served: TestPortal = { ...portal, fetch: (path, init) => fetch(url + path, init) };
  return { portal: served, text, lines: () => text.map((line) => JSON.parse(line) as Line) };
};

const rename = ({ databaseUrl }: TestPortal, table: string) =>
  query(databaseUrl, `alter table ${table} rename to ${table}_away`);

it('a request that fails logs one line with its id and the error’s location', async () => {
  const { portal, lines } = await startLogged();
  const { administrator } = await createPeople(portal);
  const key = await keyClient(portal, administrator, { owner: administrator });
  await rename(portal, 'tickets');
  const { status, body } = await key.get('/v1/tickets', { 'X-Request-Id': 'trace-1' });
  expect([status, body.request_id]).toEqual([500, 'trace-1']);
  expect(lines().filter(({ level }) => level === 'error')).toMatchObject([
    {
      requestId: 'trace-1',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      err: { message: expect.stringContaining('tickets'), stack: expect.stringMatching(/^at /) },
    },
  ]);
});

it('a request to the CMS’s own API has an id, too', async () => {
  const { portal, lines } = await startLogged();
  const { administrator } = await createPeople(portal);
  await rename(portal, 'folders');
  const staff = sessionOf(portal, administrator);
  expect((await staff.get('/folders', { 'X-Request-Id': 'trace-2' })).status).toBe(500);
  const errors = lines().filter(({ level }) => level === 'error');
  expect(errors.map(({ requestId }) => requestId)).toEqual(['trace-2']);
});

it('no line contains request data: tokens, passwords, keys, texts of clients', async () => {
  const { portal, text } = await startLogged();
  const { administrator, organization } = await createPeople(portal);
  const key = await keyClient(portal, administrator, { owner: administrator });
  const token = 'deadbeef'.repeat(5);
  await indexesMade(portal);
  for (const table of ['tickets', 'users', 'email_log']) await rename(portal, table);
  const ticket = { subject: 'my salary', description: 'my illness', organization_id: String(organization) };
  await key.post('/v1/tickets', ticket);
  await clientOf(portal, null).post('/users/login', { email: 'ann@example.com', password: 'correct horse' });
  await clientOf(portal, null).post('/users/reset-password', { token, password: 'correct horse' });
  const reset = {
    to: 'ann@example.com',
    subject: `Reset https://portal.test/reset?token=${token}`,
    text: 'b',
  };
  await portal.payload.sendEmail(reset).catch(() => {});
  portal.payload.logger.warn(`A link with ${token} and ${key.authorization} was refused.`);
  const all = text.join('');
  expect(all).toContain('Failed query');
  const secrets = [token, 'correct horse', 'my salary', 'my illness', key.authorization?.slice(7) ?? ''];
  for (const secret of [...secrets, administrator.token]) expect(all).not.toContain(secret);
});

it('a line tells only the beginning of what a request sent', async () => {
  const { portal, text } = await startLogged();
  const { client } = await createPeople(portal);
  text.splice(0);
  const { status } = await portal.fetch('/api/tickets', {
    method: 'POST',
    headers: {
      Authorization: `JWT ${client.token}`,
      'Content-Type': 'application/x-www-form-urlencoded',
      'X-HTTP-Method-Override': 'GET',
    },
    body: `where[subject][${'x'.repeat(100_000)}]=1`,
  });
  expect(status).toBe(400);
  expect(text.map((line) => line.length < 20_000)).toEqual([true]);
  expect(text[0]).toContain('xxxx…');
});
