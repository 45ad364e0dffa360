import { Client } from 'pg';
import { startDatabase } from './database.ts';
import type { Load } from './load.ts';
import type { Scope } from './scope.ts';
import { seedEmailLog, seedTickets } from './seed.ts';
import { type ServedPortal, servePortal } from './servedPortal.ts';

interface FullPortal extends ServedPortal {
  readonly databaseURL: string;
  /** The first page of each list, as an API client asks for it. */
  readonly lists: readonly PortalList[];
}

interface PortalList {
  readonly label: string;
  /** The CMS's slug, and the table. */
  readonly slug: string;
  readonly table: string;
  readonly load: Load;
}

export const rows = 200_000;
export const rowsOnPage = 25;
const atOnce = 16;

/** A portal with a history: as many mails, and as many tickets. */
export const serveFullPortal = async (scope: Scope): Promise<FullPortal> => {
  const databaseURL = await startDatabase(scope);
  const portal = await servePortal(databaseURL, scope);
  const client = new Client({ connectionString: databaseURL });
  await client.connect();
  await seedEmailLog(client, rows);
  await seedTickets(client, rows);
  await client.end();
  const headers = { Authorization: await portal.makeKey() };
  const list = (label: string, slug: string, path: string): PortalList => ({
    label,
    slug,
    table: slug.replaceAll('-', '_'),
    load: { url: `${portal.url}${path}`, headers, status: 200, atOnce },
  });
  return {
    ...portal,
    databaseURL,
    lists: [
      list('email log', 'email-log', '/api/portal/v1/email-log'),
      list('tickets', 'tickets', '/api/v1/tickets'),
    ],
  };
};

/** A page of any of the servers. */
export interface Page {
  readonly ids: readonly string[];
  readonly total: number;
}

/** @throws if two servers return different rows, so that their speeds cannot be compared */
export const assertSamePage = (ours: Page, theirs: Page): void => {
  const isWhole = ours.ids.length === rowsOnPage && ours.total === rows;
  if (isWhole && JSON.stringify(ours) === JSON.stringify(theirs)) return;
  throw new Error(`The pages differ: ${JSON.stringify(ours)} and ${JSON.stringify(theirs)}.`);
};

type Row = { readonly id: number | string };

export const idsOf = (found: unknown): string[] => (found as readonly Row[]).map(({ id }) => String(id));

/** A server's response to one request. */
export const readProxyResponse = async ({ url, headers, status }: Load): Promise<Record<string, unknown>> => {
  const response = await fetch(url, { headers });
  if (response.status !== status) throw new Error(`${url} answered ${response.status}.`);
  return response.json();
};

export const readOurPage = async (load: Load): Promise<Page> => {
  const { data, meta } = await readProxyResponse(load);
  return { ids: idsOf(data), total: (meta as { total: number }).total };
};
