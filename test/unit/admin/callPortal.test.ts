import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  callPortal,
  doneIn,
  type PortalRequest,
  sentenceOf,
} from '../../../src/core/ui/requests/portalApi.ts';
import { json, startHttpServer, type TestHttpServer } from '../../support/servers/httpServer.ts';

type Answer = (response: ServerResponse) => void;

let server: TestHttpServer;
let answers: Answer[] = [];
beforeAll(async () => {
  server = await startHttpServer((response) => (answers.shift() ?? made)(response));
});
afterAll(() => server.close());

const made: Answer = (response) => json(response, 201, { id: '1' });
const lost: Answer = (response) => response.destroy();
const fromProxy: Answer = (response) => response.writeHead(504).end('Gateway Timeout');
const runs: Answer = (response) => json(response, 409, { error: 'idempotency_in_flight', message: 'wait' });
const refused: Answer = (response) =>
  json(response, 409, { error: 'conflict', message: 'The folder is gone.' });

const portalRoute = () => ({ route: new URL(server.url).origin, person: undefined });
const create: PortalRequest = { method: 'POST', path: '/upload-requests', body: { title: 'Plans' } };

/** The `Idempotency-Key`s of a request that is sent as often as there are answers. */
const keysOf = async (given: readonly Answer[], request = create): Promise<unknown[]> => {
  answers = [...given];
  const before = server.requests.length;
  for (const _ of given) await callPortal(portalRoute(), request);
  return server.requests.slice(before).map(({ headers }) => headers['idempotency-key']);
};

it('a request without a response has the same key again, until there is one', async () => {
  const [first, ...others] = await keysOf([lost, fromProxy, runs, made, made]);
  expect(first).toMatch(/^[\da-f]{32}$/);
  expect(others.slice(0, 3)).toEqual([first, first, first]);
  expect(others[3]).not.toBe(first);
});

it('a refusal is a response', async () => {
  const [first, second] = await keysOf([refused, made]);
  expect(second).not.toBe(first);
});

it('a form that must not be sent twice has the same key until there is a response, also with other words', async () => {
  answers = [lost, fromProxy, made, made];
  const before = server.requests.length;
  for (const title of ['Plans', 'The plans', 'All plans', 'Others'])
    await callPortal(portalRoute(), { ...create, body: { title }, form: 'the form' });
  const [first, second, third, last] = server.requests
    .slice(before)
    .map(({ headers }) => headers['idempotency-key']);
  expect([second, third]).toEqual([first, first]);
  expect(last).not.toBe(first);
});

it('a form whose first version was sent is told so, and is another one from then on', async () => {
  const mismatch: Answer = (response) =>
    json(response, 422, { error: 'idempotency_mismatch', message: 'new' });
  answers = [lost, mismatch];
  const request = { ...create, form: 'the form' };
  await callPortal(portalRoute(), request);
  const result = await callPortal(portalRoute(), { ...request, body: { title: 'Others' } });
  expect(!result.ok && sentenceOf(result, (key) => key)).toBe('shared:server:sentBefore');
  const [next] = await keysOf([made], request);
  expect(next).not.toBe(server.requests.at(-2)?.headers['idempotency-key']);
});

it('what may be carried out twice, or is no POST, has no key', async () => {
  expect(await keysOf([lost, made], { ...create, isRepeatable: true })).toEqual([undefined, undefined]);
  expect(await keysOf([made], { method: 'GET', path: '/upload-requests' })).toEqual([undefined]);
});

it('what an earlier try has done is not said to be done once more', async () => {
  const replayed: Answer = (response) => {
    response.setHeader('Idempotent-Replayed', 'true');
    made(response);
  };
  answers = [made, replayed];
  const words = [];
  for (const _ of [1, 2]) {
    const result = await callPortal(portalRoute(), create);
    words.push(result.ok && doneIn(result, 'Sent again.', (key) => key));
  }
  expect(words).toEqual(['Sent again.', 'shared:server:doneBefore']);
});

it('a first try that still runs is said in words for people', async () => {
  answers = [runs];
  const result = await callPortal(portalRoute(), create);
  expect(!result.ok && sentenceOf(result, (key) => key)).toBe('shared:server:underWay');
});

it('each request names the person of its page, also one that only reads', async () => {
  const route = { ...portalRoute(), person: 'Zoë' };
  answers = [];
  const before = server.requests.length;
  for (const method of ['GET', 'POST', 'DELETE'] as const) await callPortal(route, { method, path: '/tags' });
  const named = server.requests.slice(before).map(({ headers }) => headers['x-portal-person']);
  expect(named).toEqual(['Zo%C3%AB', 'Zo%C3%AB', 'Zo%C3%AB']);
});
