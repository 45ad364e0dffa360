import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../support/payload.ts';
import { launchPortal, type PortalProcess } from '../support/portalProcess.ts';
import { buildCheckout } from '../support/portalProcessBuild.ts';
import { makeFolder } from '../support/postgresServer.ts';

let portal: PortalProcess;
/** The server functions of the admin UI, which the page of the login names to everyone. */
let actions: readonly string[];

const readActions = async (): Promise<readonly string[]> => {
  const page = await (await fetch(`${portal.url}/admin/login`)).text();
  return [...new Set(page.match(/\b[46]0[0-9a-f]{40}\b/g))];
};

const call = (action: string, name: unknown, { args = {}, token }: { args?: object; token?: string } = {}) =>
  fetch(`${portal.url}/admin/login`, {
    method: 'POST',
    headers: {
      'Next-Action': action,
      'Content-Type': 'text/plain;charset=UTF-8',
      Accept: 'text/x-component',
      Origin: portal.url,
      ...(token && { Authorization: `JWT ${token}` }),
    },
    body: JSON.stringify([{ name, args }]),
  });

beforeAll(async () => {
  await buildCheckout();
  portal = await launchPortal({
    env: { DATABASE_URL: await createDatabase(), PORTAL_DATA_DIR: makeFolder(), SENDMAIL_PATH: '' },
  });
  await portal.ready();
  actions = await readActions();
}, 600_000);

afterAll(() => portal.stop());

describe('a server function of the admin UI', () => {
  it('is named by the page of the login', () => expect(actions).not.toHaveLength(0));

  it.each([['constructor'], ['toString'], ['__proto__'], [['constructor']]])(
    'is none for the name %j, which every object has',
    async (name) => {
      for (const action of actions) {
        const response = await call(action, name);
        expect(response.status).toBe(500);
        expect(await response.text()).not.toContain('importMap');
      }
    },
  );

  it('reads as many records of a list as REST', async () => {
    const response = await fetch(`${portal.url}/api/users/first-register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'administrator@example.com', password: 'correct horse' }),
    });
    const { token } = await response.json();
    const status = async (limit: unknown) => {
      const args = { collectionSlug: 'tickets', columns: [], query: { limit } };
      const asked = await Promise.all(actions.map((action) => call(action, 'table-state', { args, token })));
      return asked.map(({ status }) => status);
    };
    expect(await status(1_000)).toContain(200);
    for (const limit of [1_001, 0, '0', -1, 'x']) expect(await status(limit)).not.toContain(200);
  });
});
