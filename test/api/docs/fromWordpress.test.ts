import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { expect, it, onTestFinished } from 'vitest';
import { startPortal, stopAfterTest } from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

it('the example of docs/from-wordpress.md migrates a client', async () => {
  const portal = stopAfterTest(await startPortal());
  const { administrator, organization } = await createPeople(portal);
  const server = createServer(async (request, response) => {
    const url = { host: 'portal.test' };
    await sendResponse(response, await portal.handle(createRequest(request, response, url)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());

  const [, command = ''] = /```sh\n(.*?)```/s.exec(readFileSync('docs/from-wordpress.md', 'utf8')) ?? [];
  const { PATH = '' } = process.env;
  const PORTAL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { PATH, PORTAL, TOKEN: administrator.token } as unknown as NodeJS.ProcessEnv;
  const { stdout } = await promisify(execFile)('bash', ['-c', command], { env });
  expect(JSON.parse(stdout).doc).toMatchObject({
    email: 'ann@example.com',
    name: 'Ann',
    role: 'client',
    organization: { id: organization },
  });
});
