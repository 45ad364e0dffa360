import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { APIError } from 'payload';
import { defineTool } from 'payload-support-portal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { makeKey } from '../support/api/api.ts';
import { builtInTools } from '../support/portal/context.ts';
import { startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople } from '../support/portal/people.ts';
import { type Served, serve } from '../support/portal/serve.ts';
import { startKeyProxy } from './keyProxy.ts';

/** The suite's version, and the Node that it needs: the portal itself goes on running on this one. */
const packages = ['@modelcontextprotocol/conformance@0.2.0-alpha.12', 'node@22.23.3'];

const exceptions = fileURLToPath(new URL('./exceptions.yml', import.meta.url));

/** Tools that the suite wants to call, as far as a tool of the portal can be one. */
const fixtures = [
  defineTool({
    name: 'test_simple_text',
    description: 'Answers a text.',
    input: z.strictObject({}),
    output: z.strictObject({ text: z.string() }),
    access: () => true,
    readOnly: true,
    run: () => ({ text: 'This is a simple text response for testing.' }),
  }),
  defineTool({
    name: 'test_error_handling',
    description: 'Fails.',
    input: z.strictObject({}),
    output: z.strictObject({}),
    access: () => true,
    run: () => {
      throw new APIError('This tool intentionally returns an error for testing', 403, null, true);
    },
  }),
];

let portal: TestPortal;
let served: Served;
let proxy: Awaited<ReturnType<typeof startKeyProxy>>;

beforeAll(async () => {
  proxy = await startKeyProxy();
  portal = await startPortal({
    portal: {
      workers: 'external',
      rateLimit: { perMinute: 0 },
      tools: fixtures,
      mcp: { tools: [...builtInTools, ...fixtures].map(({ name }) => name) },
    },
    app: { serverURL: proxy.url },
  });
  const { administrator } = await createPeople(portal);
  served = await serve(portal);
  proxy.open(served.url, await makeKey(portal, administrator, { owner: administrator }));
});

afterAll(async () => {
  proxy.close();
  await served.close();
  await portal.stop();
});

it.each(['2025-06-18', '2025-11-25', '2026-07-28'])(
  'speaks the revision %s, but for the exceptions that are listed',
  async (revision) => {
    const url = `${proxy.url}/api/portal/v1/mcp`;
    const suite = ['conformance', 'server', '--url', url, '--suite', 'all', '--spec-version', revision];
    const args = [...packages.map((name) => `--package=${name}`), '--', ...suite];
    const child = spawn('npx', ['--yes', ...args, '--expected-failures', exceptions], { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  },
);
