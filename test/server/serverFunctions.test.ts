import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMigratedDatabase } from '../support/portal/payload.ts';
import { launchPortal, type PortalProcess } from '../support/portal/portalProcess.ts';
import { buildCheckout } from '../support/portal/portalProcessBuild.ts';
import { makeFolder } from '../support/servers/postgresServer.ts';

let portal: PortalProcess;
/** The server functions of the admin UI, which the page of the login names to everyone. */
let actions: readonly string[];

const logged = () => portal.stdout() + portal.stderr();

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

const logIn = async (email: string): Promise<string> => {
  const response = await fetch(`${portal.url}/api/users/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse' }),
  });
  return (await response.json()).token;
};

beforeAll(async () => {
  await buildCheckout();
  portal = await launchPortal({
    env: { DATABASE_URL: await createMigratedDatabase(), PORTAL_DATA_DIR: makeFolder(), SENDMAIL_PATH: '' },
  });
  await portal.ready();
  actions = await readActions();
}, 600_000);

afterAll(() => portal.stop());

describe('a server function of the admin UI', () => {
  it('is named by the page of the login', () => expect(actions).not.toHaveLength(0));

  it('is 400 or 415 with a form that cannot be read, and leaves no line in the log', async () => {
    // The first test that asks: a line of an earlier response may come later.
    const before = logged().length;
    const whole = '--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n[]\r\n--x--\r\n';
    const type = 'multipart/form-data; boundary=x';
    const post = async (contentType: string, body: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${portal.url}/admin/login`, {
        method: 'POST',
        headers: { 'Content-Type': contentType, Origin: portal.url, ...headers },
        body,
      });
      return [contentType, body, response.status, (await response.json()).error];
    };
    const ofFunction = { 'Next-Action': actions[0] ?? '' };
    for (const [contentType, body] of [
      [type, ''],
      [type, 'x'],
      [type, whole.slice(0, -6)],
      [type, whole.replace('"0"', '"1"')],
      [type, whole.replace('[]', '{')],
      ['multipart/form-data', whole],
      ['multipart/form-datax; boundary=x', whole],
    ] as const) {
      expect(await post(contentType, body)).toEqual([contentType, body, 415, 'unsupported_media_type']);
      expect(await post(contentType, body, ofFunction)).toEqual([contentType, body, 400, 'bad_request']);
    }
    expect(await post('text/plain', '{', ofFunction)).toEqual(['text/plain', '{', 400, 'bad_request']);
    expect(await post(type, 'x'.repeat(65_537), ofFunction)).toContain(413);
    expect(logged()).toHaveLength(before);
  });

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

  it('reads as many records as a list of the admin UI has, and its arguments from a form, too', async () => {
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
    expect(await status(100)).toContain(200);
    for (const limit of [101, 0, '0', -1, 'x']) expect(await status(limit)).not.toContain(200);
    const body = new FormData();
    const args = { collectionSlug: 'tickets', columns: [], query: { limit: 1 } };
    body.set('0', JSON.stringify([{ name: 'table-state', args }]));
    const form = actions.map((action) => {
      const headers = { 'Next-Action': action, Origin: portal.url, Authorization: `JWT ${token}` };
      return fetch(`${portal.url}/admin/login`, { method: 'POST', headers, body });
    });
    expect((await Promise.all(form)).map(({ status }) => status)).toContain(200);
  });

  it('shows the state of Settings to those alone who may read Settings', async () => {
    const staff = await logIn('administrator@example.com');
    const post = async (path: string, data: object) => {
      const response = await fetch(`${portal.url}/api/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `JWT ${staff}` },
        body: JSON.stringify(data),
      });
      return (await response.json()).doc;
    };
    const { id } = await post('organizations', { name: 'Acme' });
    const account = { email: 'representative@example.com', password: 'correct horse' };
    await post('users', { ...account, role: 'representative', organizations: [id] });
    const args = {
      ...{ globalSlug: 'portal-settings', schemaPath: 'portal-settings', operation: 'update', data: {} },
      ...{ docPermissions: { fields: true }, docPreferences: { fields: {} }, renderAllFields: true },
    };
    const shown = async (token: string) => {
      const asked = await Promise.all(actions.map((action) => call(action, 'form-state', { args, token })));
      return (await Promise.all(asked.map((response) => response.text()))).join('');
    };
    const parts = ['carriers', 'retention', 'events', 'alerts', 'mailbox', 'blocked'];
    const page = await shown(staff);
    for (const part of parts) expect(page).toContain(`"portal-${part}"`);
    const others = await shown(await logIn(account.email));
    expect(others).toContain('notifications');
    for (const part of parts) expect(others).not.toContain(`"portal-${part}"`);
  });

  it('renders no form of more rows than any has, with rich text of any length', async () => {
    const token = await logIn('representative@example.com');
    const status = async (data: object) => {
      const form = {
        globalSlug: 'portal-settings',
        schemaPath: 'portal-settings',
        operation: 'update',
        data,
      };
      const args = { ...form, docPermissions: { fields: true }, docPreferences: { fields: {} } };
      const asked = await Promise.all(actions.map((action) => call(action, 'form-state', { args, token })));
      return asked.map((response) => response.status);
    };
    const withRows = (count: number) => ({ notifications: { alerts: Array(count).fill({}) } });
    expect(await status(withRows(100))).toContain(200);
    expect(await status({ text: { root: { children: Array(5_000).fill({ text: 'a' }) } } })).toContain(200);
    expect(await status(withRows(5_000))).not.toContain(200);
  });

  it('is not made ready for a stranger who sends more values than a login needs', async () => {
    const members = Array.from({ length: 20_000 }, (_, index) => [`m${index}`, 1]);
    const args = Object.fromEntries(members) as object;
    const [action = ''] = actions;
    expect((await call(action, 'slugify', { args })).status).toBe(413);
    const token = await logIn('representative@example.com');
    expect((await call(action, 'slugify', { args, token })).status).not.toBe(413);
  });
});

it('a mail that GraphQL sends has the user who caused it', async () => {
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `JWT ${await logIn('administrator@example.com')}`,
  };
  const graphql = 'mutation { forgotPasswordUser(email: "representative@example.com") }';
  await fetch(`${portal.url}/api/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query: graphql }),
  });
  const log = await fetch(`${portal.url}/api/portal/v1/email-log?to=representative`, { headers });
  const me = await fetch(`${portal.url}/api/users/me`, { headers });
  const { user } = await me.json();
  expect((await log.json()).data).toMatchObject([{ user_id: String(user.id) }]);
});
