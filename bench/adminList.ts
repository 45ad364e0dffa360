import { Client } from 'pg';
import type { Bench } from './bench.ts';
import { startDatabase } from './support/database.ts';
import { buildPeer } from './support/peerBuild.ts';
import { compare, median } from './support/rounds.ts';
import type { Scope } from './support/scope.ts';
import { seedEmailLog, seedTickets } from './support/seed.ts';
import { serveNext, servePortal } from './support/servedPortal.ts';
import { timeEach } from './support/timing.ts';

const rowsOnPage = 25;
const rounds = 7;
const looksARound = 3;

/** A list of the admin UI that stands in the place of the CMS's own. */
interface ReplacedList {
  readonly rows: number;
  readonly what: string;
  readonly slug: string;
  seed(client: Client, rows: number): Promise<void>;
  /** The pages that are opened in both lists, each with the query of its own address. */
  readonly pages: readonly { readonly label: string; readonly ours: string; readonly theirs: string }[];
}

const compareLists = ({ rows, what, slug, seed, pages }: ReplacedList): Bench => ({
  about: `GET of ${what} in the admin UI by a session, ${rows.toLocaleString('en')} rows: the CMS's stock list in the same portal ÷ ours with its counted facets, both on \`next start\`, a transaction committed before each look`,
  async run(scope) {
    const { ours, theirs } = await serveBoth(scope, slug, (client) => seed(client, rows));
    const measurements = [];
    for (const page of pages) {
      const look = { ours: () => ours(page.ours), theirs: () => theirs(page.theirs) };
      assertSameRows(await look.ours(), await look.theirs());
      const { measured, baseline, ratio, spread } = await compare({
        rounds,
        measured: () => medianOf(look.theirs),
        baseline: () => medianOf(look.ours),
      });
      measurements.push({
        figures: [
          { label: `${page.label}, ours, median`, value: baseline, unit: 'ms' },
          { label: `${page.label}, the CMS's, median`, value: measured, unit: 'ms' },
        ],
        label: `${page.label}, theirs ÷ ours, median`,
        value: ratio,
        unit: '×',
        spread,
        goal: { atLeast: 0.9 },
      });
    }
    return measurements;
  },
});

/** Requests a page, and returns its HTML. */
type Look = (query: string) => Promise<string>;

const serveBoth = async (
  scope: Scope,
  slug: string,
  seed: (client: Client) => Promise<void>,
): Promise<Record<'ours' | 'theirs', Look>> => {
  const databaseURL = await startDatabase(scope);
  const tree = await buildPeer('admin', scope);
  const portal = await servePortal(databaseURL, scope);
  const client = new Client({ connectionString: databaseURL });
  await client.connect();
  scope.onEnd(() => client.end());
  await seed(client);
  const own = await serveNext({ ...portal.variables, PORTAL_WORKERS: '0' }, scope);
  const peer = await serveNext(portal.variables, scope, { tree });
  const lookAt =
    (url: string): Look =>
    async (query) => {
      scope.signal.throwIfAborted();
      // A portal at work, if no count of a moment ago still holds.
      await client.query('select pg_current_xact_id()');
      const address = `${url}/admin/collections/${slug}?${query}`;
      const response = await fetch(address, { headers: { Authorization: portal.session } });
      if (response.status !== 200) throw new Error(`${address} answered ${response.status}.`);
      return response.text();
    };
  return { ours: lookAt(own), theirs: lookAt(peer) };
};

const medianOf = async (look: () => Promise<unknown>): Promise<number> =>
  median(await timeEach(Array.from({ length: looksARound }), look));

/** @throws if the pages do not show the same rows, so that their speeds say nothing of each other */
const assertSameRows = (ours: string, theirs: string): void => {
  const [shown, wanted] = [idsIn(ours), idsIn(theirs)];
  if (shown.length === rowsOnPage && JSON.stringify(shown) === JSON.stringify(wanted)) return;
  throw new Error(`The pages differ: ${JSON.stringify(shown)} and ${JSON.stringify(wanted)}.`);
};

/** Both lists name their rows alike. */
const idsIn = (html: string): string[] =>
  [...html.matchAll(/<tr[^>]* data-id="([^"]+)"/g)].map(([, id = '']) => id);

/** Speed of the email log for staff, compared to the CMS's stock list. */
export const adminList: Bench = compareLists({
  rows: 1_000_000,
  what: "the email log's list",
  slug: 'email-log',
  seed: seedEmailLog,
  pages: [
    { label: 'first page', ours: '', theirs: '' },
    { label: 'failed', ours: 'status=failed', theirs: 'where[or][0][and][0][status][equals]=failed' },
    { label: 'search', ours: 'search=printer', theirs: 'search=printer' },
  ],
});

/** The measurement of the list of tickets, in the CMS's order. */
export const ticketList: Bench = compareLists({
  rows: 200_000,
  what: 'the list of tickets',
  slug: 'tickets',
  seed: seedTickets,
  pages: [
    { label: 'first page', ours: 'view=all&order=-created_at', theirs: '' },
    {
      label: 'open',
      ours: 'view=all&order=-created_at&status=open',
      theirs: 'where[or][0][and][0][status][equals]=open',
    },
  ],
});
