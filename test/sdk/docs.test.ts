import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSecret, signatureHeaders } from '../../src/features/webhooks/secrets/secrets.ts';
import { makeKey } from '../support/api/api.ts';
import { createPeople } from '../support/portal/people.ts';
import { type ServedPortal, startServedPortal } from '../support/portal/servedPortal.ts';
import { errorsIn } from '../support/typeErrors.ts';

let served: ServedPortal;
let folder: string;
let key: string;
let staffKey: string;

beforeAll(async () => {
  mkdirSync('test/package/.cache', { recursive: true });
  folder = resolve(mkdtempSync('test/package/.cache/sdk-'));
  served = await startServedPortal({ dataDir: join(folder, 'data') });
  const { administrator, client, organization } = await createPeople(served.portal);
  key = await makeKey(served.portal, administrator, { owner: client, organization });
  staffKey = await makeKey(served.portal, administrator, { owner: administrator });
});

afterAll(async () => {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});

const examplesOf = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);

const secret = makeSecret();

/** Has the receiver of the examples take an event that is signed with the secret it knows. */
const delivery = (): string => {
  const body = JSON.stringify({ event: 'ticket.created', timestamp: '', data: { subject: 'Printer' } });
  const timestamp = Math.floor(Date.now() / 1_000);
  const headers = signatureHeaders({ id: 'msg_1', timestamp, body }, [secret]);
  return `const sent = ${JSON.stringify({ method: 'POST', headers, body })};
    for (const body of [sent.body, '{}']) {
      console.log((await receive(new Request('http://localhost', { ...sent, body }))).status);
    }`;
};

it('the examples of sdk/README.md are typed, and work as they stand there', async () => {
  const examples = examplesOf('sdk/README.md');
  expect(examples.length).toBeGreaterThan(6);
  const file = join(folder, 'examples.ts');
  writeFileSync(file, [...examples, delivery()].join('\n'));
  writeFileSync(join(folder, 'note.txt'), 'It works on my machine.');
  expect(errorsIn(file)).toEqual([]);
  const { PATH = '' } = process.env;
  const env = {
    PATH,
    PORTAL: served.url,
    KEY: key,
    STAFF_KEY: staffKey,
    WEBHOOK_SECRET: secret,
    TSX_TSCONFIG_PATH: resolve('tsconfig.json'),
  } as unknown as NodeJS.ProcessEnv;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file], {
    cwd: folder,
    env,
  });
  expect(stdout).toMatch(/^\d+ The VPN is slow\n1 of 1\n422 validation_failed \[/);
  expect(stdout).toMatch(/true\n\d+ failed since \d{4}-[\d-]+T.*Z\nNew: Printer\n204\n400\n$/);
  expect(readFileSync(join(folder, 'note-copy.txt'), 'utf8')).toBe('It works on my machine.');
});

it('the example of the README is typed', () => {
  const [example = ''] = examplesOf('README.md').filter((code) => code.includes('-sdk'));
  expect(example).toContain('SupportPortalClient');
  const file = join(folder, 'readme.ts');
  writeFileSync(file, example);
  expect(errorsIn(file)).toEqual([]);
});
