import { Client } from 'pg';
import type { Bench } from './bench.ts';
import { seededRandom } from './data/random.ts';
import { newTicket } from './data/tickets.ts';
import { serveBarePeer } from './support/barePeer.ts';
import { startDatabase } from './support/database.ts';
import { compareRates } from './support/rates.ts';
import { servePortal } from './support/servedPortal.ts';

/** Speed at which the API creates tickets, with all their effects, compared to the CMS's own bare documents. */
export const create: Bench = {
  about:
    "POST of tickets over HTTP, complete (key, rules, transaction, its events and the job of its mail) ÷ the CMS's own REST create of a bare collection on `next start`",
  async run(scope) {
    const databaseURL = await startDatabase(scope);
    // Creates jobs without running them: otherwise the jobs of one side's round would run in the other's.
    const portal = await servePortal(databaseURL, scope, { PORTAL_WORKERS: '0' });
    const peer = await serveBarePeer(await makeDatabase(databaseURL, 'peer'), scope);
    const organization_id = await makeOrganization(databaseURL);
    const headers = { 'Content-Type': 'application/json' };
    const random = seededRandom(20_261_121);
    let record = 0;
    const made = {
      method: 'POST',
      status: 201,
      body: () => JSON.stringify(newTicket(random, record++)),
    } as const;
    const key = await portal.makeKey({ organization_id });
    const ours = {
      ...made,
      url: `${portal.url}/api/v1/tickets`,
      headers: { ...headers, Authorization: key },
    };
    const theirs = { ...made, url: `${peer}/api/tickets`, headers };
    const at = (atOnce: number) =>
      compareRates({ ours: { ...ours, atOnce }, theirs: { ...theirs, atOnce } }, scope);
    const { measured, baseline, ratio, spread } = await at(atOnce);
    const alone = await at(1);
    return [
      {
        figures: [
          { label: `${atOnce} at once, ours, median`, value: measured, unit: 'tickets/s' },
          { label: `${atOnce} at once, the CMS's on Next, median`, value: baseline, unit: 'documents/s' },
          // Then both do little but wait for the disk.
          { label: 'one at a time, ours, median', value: alone.measured, unit: 'tickets/s' },
          { label: "one at a time, the CMS's on Next, median", value: alone.baseline, unit: 'documents/s' },
          { label: 'one at a time, ratio, median', value: alone.ratio, unit: '×' },
        ],
        label: `${atOnce} at once, ratio, median`,
        value: ratio,
        unit: '×',
        spread,
        goal: { atLeast: 0.8 },
      },
    ];
  },
};

/** Requests at once, as in the lists' benches. */
const atOnce = 16;

const makeDatabase = async (server: string, name: string): Promise<string> => {
  await query(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
};

const makeOrganization = async (databaseURL: string): Promise<string> => {
  const [row] = await query(databaseURL, `insert into organizations (name) values ('Globex') returning id`);
  return String(row?.id);
};

const query = async (connectionString: string, statement: string): Promise<{ id: unknown }[]> => {
  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
};
