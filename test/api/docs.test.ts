import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toWebRequest } from '../../src/server/http/web-request.ts';
import { sendWebResponse } from '../../src/server/http/web-response.ts';
import { makeKey } from '../support/api.ts';
import { startPortal, type TestPortal } from '../support/payload.ts';
import { createPeople } from '../support/people.ts';

let server: Server;
let address: string;
let portal: TestPortal;
let key: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const url = `${address}${request.url}`;
    const headers = new Headers(request.headers as Record<string, string>);
    await sendWebResponse(
      await portal.handle(toWebRequest(request, response, { url, headers })),
      request,
      response,
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  portal = await startPortal({ app: { serverURL: address } });
  const { administrator, client, organization } = await createPeople(portal);
  key = await makeKey(portal, administrator, { owner: client, organization });
});

afterAll(async () => {
  await portal.stop();
  server.closeAllConnections();
  server.close();
});

it('the examples of docs/api.md work as they stand there', async () => {
  const blocks = [...readFileSync('docs/api.md', 'utf8').matchAll(/```sh\n(.*?)```/gs)].map(
    ([, code]) => code,
  );
  expect(blocks.length).toBeGreaterThan(8);
  const script = `set -euo pipefail\n${blocks.join('\n')}`;
  const { PATH = '' } = process.env;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    env: { PATH, PORTAL: address, KEY: key } as unknown as NodeJS.ProcessEnv,
  });
  expect(stdout).toContain('"error":"unauthorized"');
  expect(stdout).toContain('"body":"It is better now."');
  expect(stdout).toContain('"status":"closed"');
  expect(stdout).toContain('"priority":"low"');
  expect(stdout).toContain('It works on my machine.');
  const [first, second, details] = stdout.trim().split('\n').slice(-3);
  expect(first).toBe(second);
  expect(details).toBe('2');
});
