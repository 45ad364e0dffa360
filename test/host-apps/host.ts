import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type HostApp, makeHostApp } from '../package/hostApp.ts';
import type { HostProcess } from '../package/hostProcess.ts';
import type { HostKind } from '../package/kinds.ts';
import { sharedPackage } from '../package/sharedPackage.ts';
import { type Client, clientOf } from '../support/api/api.ts';
import { query } from '../support/portal/payload.ts';
import { startHttpServer, type TestHttpServer } from '../support/servers/httpServer.ts';
import { makePostgresServer, type PostgresServer } from '../support/servers/postgresServer.ts';

export const password = 'a password of theirs';

/** A host app that is built and runs, and what its tests hand on to one another. */
export interface Host {
  readonly kind: HostKind;
  readonly app: HostApp;
  /** The app's own, which tests take away. */
  readonly postgres: PostgresServer;
  readonly databaseUrl: string;
  readonly server: HostProcess;
  /** Receives webhooks. */
  readonly receiver: TestHttpServer;
  readonly anonymous: Client;
  /** The key of the administrator, and a client that uses it. */
  key: string;
  staff: Client;
  company: string;
}

/** Makes an app of a kind from nothing, for the tests of one file. */
export const makeHost = (kind: HostKind): Host => {
  const host = { kind } as { -readonly [Key in keyof Host]: Host[Key] };
  beforeAll(async () => {
    host.postgres = await makePostgresServer();
    host.databaseUrl = host.postgres.url;
    host.receiver = await startHttpServer((response) => void response.writeHead(204).end());
    host.app = await makeHostApp(await sharedPackage(), host.databaseUrl, kind);
    host.anonymous = clientOf({ fetch: fetchOf(host.app) }, null);
  }, 1_800_000);
  afterAll(async () => {
    await host.server?.stop();
    await host.receiver?.close();
    host.app?.remove();
    await host.postgres?.remove();
  });
  return host;
};

/** Has the CMS's commands make what an app needs before it is built, and the tables of its database. */
export const prepareHost = async ({ app }: Host): Promise<void> => {
  await app.payload('generate:types');
  await app.payload('generate:importmap');
  await app.payload('migrate:create', 'initial');
  await app.payload('migrate');
};

/** Builds the app and starts it on a database on which the portal has not worked yet. */
export const serveHost = async (host: Host): Promise<void> => {
  const { app } = host;
  await app.build();
  await forgetWork(host);
  Object.assign(host, { server: await app.start() });
};

/** Takes away what the portal makes at its first start, while nothing works on it. */
export const forgetWork = async ({ databaseUrl }: Host): Promise<void> => {
  await query(databaseUrl, 'drop schema if exists support_portal cascade');
};

export const fetchOf =
  ({ url }: HostApp) =>
  (path: string, init?: RequestInit) =>
    fetch(`${url}${path}`, init);

export const tokenOf = async ({ anonymous }: Host, email: string): Promise<string> => {
  const { body } = await anonymous.post('/users/login', { email, password });
  return body.token;
};

export const login = async (host: Host, email: string): Promise<Client> =>
  clientOf({ fetch: fetchOf(host.app) }, `JWT ${await tokenOf(host, email)}`);

export const clientWith = ({ app }: Host, key: string): Client =>
  clientOf({ fetch: fetchOf(app) }, `Bearer ${key}`);

/** Uploads a text file into a folder by the API. */
export const upload = async ({ app, key }: Host, folder: string, name: string): Promise<Response> => {
  const form = new FormData();
  form.append('file', new File(['bytes'], name, { type: 'text/plain' }));
  form.append('folder_id', folder);
  const headers = { Authorization: `Bearer ${key}` };
  return fetch(`${app.url}/api/v1/files`, { method: 'POST', headers, body: form });
};

/** The files below the portal's folder of uploads, those that wait to be stored among them. */
export const storedFiles = ({ app }: Host): string[] => filesIn(join(app.servedFrom, '.portal/uploads'));

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];

/** The lines of JSON that the app has written into a file. */
export const linesOf = <Line>({ app }: Host, name: string): Line[] => {
  const path = join(app.servedFrom, name);
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line);
};

interface HeardEvent {
  readonly event: string;
  readonly data: { readonly id: string; readonly subject?: string };
}

/** The events that the app's own hook has heard. */
export const heardEvents = (host: Host): HeardEvent[] => linesOf(host, 'ticket-events.jsonl');

/** The events that the receiver of webhooks got. */
export const receivedEvents = ({ receiver }: Host): HeardEvent[] =>
  receiver.requests.map(({ body }) => JSON.parse(body) as HeardEvent);

/** Whether a process has noted that it does the background work. */
export const beatsOf = (databaseUrl: string): Promise<object[]> =>
  query(databaseUrl, `select true as found from support_portal.meta where key = 'background.last_worked_at'`);

export const countRows = async ({ databaseUrl }: Host, table: string): Promise<number> => {
  const [row] = await query<{ count: number }>(databaseUrl, `select count(*)::int from ${table}`);
  return row?.count ?? 0;
};
