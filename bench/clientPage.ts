import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { fingerprintSql } from '../src/features/people/feature.ts';
import type { Bench } from './bench.ts';
import { startDatabase } from './support/database.ts';
import type { Load } from './support/load.ts';
import { buildPeer } from './support/peerBuild.ts';
import { compareRates } from './support/rates.ts';
import { seedTickets } from './support/seed.ts';
import { type ServedPortal, serveNext, servePortal } from './support/servedPortal.ts';

const rows = 200_000;
const rowsOnPage = 25;
const atOnce = 16;
const person = { email: 'client@acme.example', password: 'a password of the bench' } as const;

/** Speed of a client's first page, compared to what an app would make by itself. */
export const clientPage: Bench = {
  about: `GET of a client's list of tickets, ${rows.toLocaleString('en')} rows of 400 organizations, by a session ÷ the same list by a server component and the CMS's Local API, on \`next start\` with the same database`,
  async run(scope) {
    const databaseURL = await startDatabase(scope);
    const tree = await buildPeer('admin', scope);
    const portal = await servePortal(databaseURL, scope);
    const client = new Client({ connectionString: databaseURL });
    await client.connect();
    await seedTickets(client, rows);
    const session = await createPerson(portal, client);
    const token = await storeSession(client);
    await client.end();
    const next = await serveNext(portal.variables, scope, { tree });
    const load = (url: string, headers: Load['headers']): Load => ({
      url,
      status: 200,
      atOnce,
      ...(headers && { headers }),
    });
    const ours = load(`${portal.url}/support`, { Cookie: `sp-client=${token}` });
    const theirs = load(`${next}/client-tickets`, { Authorization: session });
    await assertSameTickets(ours, theirs);
    const { measured, baseline, ratio, spread } = await compareRates({ ours, theirs }, scope);
    return [
      {
        figures: [
          { label: 'ours, median', value: measured, unit: 'requests/s' },
          { label: 'a server component, median', value: baseline, unit: 'requests/s' },
        ],
        label: 'ratio, median',
        value: ratio,
        unit: '×',
        spread,
        goal: { atLeast: 8 },
      },
    ];
  },
};

const post = async (url: string, body: object, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { readonly token?: string };
};

/** Creates a client of the first organization, and returns the CMS's own credential of their session. */
const createPerson = async (portal: ServedPortal, client: Client): Promise<string> => {
  const { rows: found } = await client.query<{ id: number }>('select min(id) as id from organizations');
  const data = { ...person, role: 'client', organization: found[0]?.id };
  await post(`${portal.url}/api/users`, data, { Authorization: portal.session });
  const { token } = await post(`${portal.url}/api/users/login`, person);
  return `JWT ${token}`;
};

/** Stores a session of the client pages, and returns its secret. */
const storeSession = async (client: Client): Promise<string> => {
  const token = randomUUID();
  await client.query(
    `insert into support_portal.client_sessions (token_hash, user_id, bound_to, browser, idle_seconds, ends_at)
     select $1, u.id::text, ${fingerprintSql('u')}, 'Bench', 43200, now() + interval '12 hours' from users u where u.email = $2`,
    [createHash('sha256').update(token).digest('hex'), person.email],
  );
  return token;
};

const ticketsOn = async ({ url, headers }: Load): Promise<string[]> => {
  const response = await fetch(url, headers && { headers });
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}.`);
  const html = await response.text();
  return [...html.matchAll(/<a[^>]* href="\/support\/tickets\/(\d+)"/g)].map(([, id = '']) => id);
};

/** @throws if the pages do not show the same tickets, so that their speeds say nothing of each other */
const assertSameTickets = async (ours: Load, theirs: Load): Promise<void> => {
  const [shown, wanted] = [await ticketsOn(ours), await ticketsOn(theirs)];
  if (shown.length === rowsOnPage && JSON.stringify(shown) === JSON.stringify(wanted)) return;
  throw new Error(`The pages differ: ${JSON.stringify(shown)} and ${JSON.stringify(wanted)}.`);
};
