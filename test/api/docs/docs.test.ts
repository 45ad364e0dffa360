import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeKey } from '../../support/api/api.ts';
import { builtInTools } from '../../support/portal/context.ts';
import { createPeople } from '../../support/portal/people.ts';
import { type ServedPortal, startServedPortal } from '../../support/portal/servedPortal.ts';

let served: ServedPortal;
let key: string;
let staffKey: string;

beforeAll(async () => {
  served = await startServedPortal();
  const { administrator, client, organization } = await createPeople(served.portal);
  key = await makeKey(served.portal, administrator, { owner: client, organization });
  staffKey = await makeKey(served.portal, administrator, { owner: administrator });
});

afterAll(() => served.stop());

/** The code blocks of a page in one language. */
const blocksOf = (page: string, language: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, code = '']) => code,
  );

const run = async (blocks: readonly string[], by: string): Promise<string> => {
  const { PATH = '' } = process.env;
  const { stdout } = await promisify(execFile)('bash', ['-c', `set -euo pipefail\n${blocks.join('\n')}`], {
    env: { PATH, PORTAL: served.url, KEY: by } as unknown as NodeJS.ProcessEnv,
  });
  return stdout;
};

it('the examples of docs/api.md work as written', async () => {
  const blocks = blocksOf('docs/api.md', 'sh');
  expect(blocks.length).toBeGreaterThan(8);
  const stdout = await run(blocks, key);
  expect(stdout).toContain('"error":"unauthorized"');
  expect(stdout).toContain('"body":"It is better now."');
  expect(stdout).toContain('"status":"closed"');
  expect(stdout).toContain('"priority":"low"');
  expect(stdout).toContain('It works on my machine.');
  const [first, second, details] = stdout.trim().split('\n').slice(-3);
  expect(first).toBe(second);
  expect(details).toBe('2');
});

it('the examples of docs/transfers.md work as written', async () => {
  const [setUp = ''] = blocksOf('docs/api.md', 'sh');
  const stdout = await run([setUp, ...blocksOf('docs/transfers.md', 'sh')], staffKey);
  expect(stdout.trim().split('\n')).toEqual(['contract.txt', 'ready']);
});

it('the examples of docs/upload-requests.md work as written', async () => {
  const [setUp = ''] = blocksOf('docs/api.md', 'sh');
  const stdout = await run([setUp, ...blocksOf('docs/upload-requests.md', 'sh')], staffKey);
  expect(stdout.trim()).toBe('closed');
});

it('the examples of docs/ai.md work as written', async () => {
  const blocks = blocksOf('docs/ai.md', 'sh').filter((code) => code.startsWith('curl'));
  const separated = blocks.join('\n').replaceAll(/^curl/gm, 'echo; curl');
  const [listed, catalog, answer] = (await run([separated], staffKey)).trim().split('\n').filter(Boolean);
  expect(JSON.parse(listed ?? '').result.tools).toMatchObject([{ name: 'query_email_log' }]);
  expect(JSON.parse(catalog ?? '').data).toHaveLength(builtInTools.length);
  expect(JSON.parse(answer ?? '').meta).toMatchObject({ page: 1, per_page: 10 });
});

it('docs/ai.md names every tool, and shows valid configuration', () => {
  const page = readFileSync('docs/ai.md', 'utf8');
  for (const { name } of builtInTools) expect(page).toContain(`| \`${name}\``);
  for (const block of blocksOf('docs/ai.md', 'json')) expect(() => JSON.parse(block)).not.toThrow();
  expect(blocksOf('docs/ai.md', 'json')).toHaveLength(4);
});
