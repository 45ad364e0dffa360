import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { makeThrowAwayFolder } from '../../src/demo/portal.ts';
import { freePort } from '../../src/demo/variables.ts';
import type { Scope } from './scope.ts';
import { startServer } from './server.ts';

const portalProgram = fileURLToPath(new URL('../../src/server/start.mjs', import.meta.url));
const nextProgram = createRequire(import.meta.url).resolve('next/dist/bin/next');

/** A portal that `npm start` serves, as staff see it. */
export interface ServedPortal {
  readonly url: string;
  /** Variables of its process; another process of the same tree and database can use them, too. */
  readonly variables: Readonly<Record<string, string>>;
  /** The CMS's own credential of an administrator's session. */
  readonly session: string;
  /** Creates an API key; by default of an administrator, and for all organizations. */
  makeKey(wanted?: object): Promise<string>;
}

const administrator = { email: 'admin@acme.example', password: 'a password of the bench' } as const;

/** Starts the portal as `npm start` does, on a database of its own or a shared one, with no limit of requests. */
export const servePortal = async (
  databaseURL: string,
  scope: Scope,
  added: ServedPortal['variables'] = {},
): Promise<ServedPortal> => {
  const folder = makeThrowAwayFolder();
  scope.onEnd(folder.remove);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const variables = {
    DATABASE_URL: databaseURL,
    PORTAL_DATA_DIR: folder.path,
    PAYLOAD_SECRET: randomBytes(32).toString('hex'),
    PORTAL_ADMIN_EMAIL: administrator.email,
    PORTAL_ADMIN_PASSWORD: administrator.password,
    RATE_LIMIT_PER_MINUTE: '0',
    ...added,
  };
  const server = {
    args: ['--conditions=production', portalProgram],
    variables: { ...variables, PORT: String(port) },
  };
  await startServer({ ...server, url: `${url}/api/health` }, scope);
  const { token } = await postJson(`${url}/api/users/login`, administrator);
  const session = `JWT ${token}`;
  return {
    url,
    variables,
    session,
    makeKey: async (wanted = {}) => {
      const body = { name: 'bench', ...wanted };
      const { key } = await postJson(`${url}/api/portal/v1/api-keys`, body, { Authorization: session });
      return `Bearer ${key}`;
    },
  };
};

/** Starts `next start` of a built tree, and returns its address. */
export const serveNext = async (
  variables: ServedPortal['variables'],
  scope: Scope,
  { tree = '.', readyPath = '/api/users/me' } = {},
): Promise<string> => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const args = [nextProgram, 'start', tree, '--hostname', '127.0.0.1', '--port', port];
  await startServer({ args, variables: { ...variables, PORT: port }, url: `${url}${readyPath}` }, scope);
  return url;
};

/** Sends JSON, and reads JSON. */
export const postJson = async (
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer: Record<string, unknown> = await response.json();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
};
