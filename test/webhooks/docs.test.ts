import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { portalOf } from 'payload-support-portal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, keyClient } from '../support/api/api.ts';
import { startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople, type People } from '../support/portal/people.ts';
import { freePort } from '../support/servers/freePort.ts';

let portal: TestPortal;
let people: People;
let client: Client;
let receiver: ChildProcess | undefined;
const folder = mkdtempSync(join(tmpdir(), 'webhook-docs-'));

beforeAll(async () => {
  portal = await startPortal({ portal: { webhooks: { allowedNetworks: ['127.0.0.0/8'] } } });
  portalOf(portal.payload)?.work();
  people = await createPeople(portal);
  const { administrator, organization } = people;
  client = await keyClient(portal, administrator, { owner: people.client, organization });
});

afterAll(async () => {
  receiver?.kill();
  await portal.stop();
  rmSync(folder, { recursive: true });
});

/** Runs the receiver of docs/webhooks.md as it stands there. */
const startReceiver = (port: number, secret: string) => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? [];
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'receiver.mjs'), code);
  const { PATH = '' } = process.env;
  const env = { PATH, PORT: String(port), WEBHOOK_SECRET: secret } as unknown as NodeJS.ProcessEnv;
  receiver = spawn(process.execPath, ['receiver.mjs'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  receiver.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return { output: () => output };
};

it('the receiver of docs/webhooks.md takes what the portal sends, and refuses everything else', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { body: webhook } = await client.post('/v1/webhooks', { url, events: ['*'] });
  const { output } = startReceiver(port, webhook.secret);
  await expect
    .poll(() =>
      fetch(url).then(
        ({ status }) => status,
        () => null,
      ),
    )
    .toBe(400);
  await client.post(`/v1/webhooks/${webhook.id}/test`);
  await expect.poll(output).toMatch(/^webhook\.test msg_\w+ \{ webhook_id: '\d+' \}/);
  const forged = await fetch(url, {
    method: 'POST',
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
    body: '{}',
  });
  expect(forged.status).toBe(400);
});
