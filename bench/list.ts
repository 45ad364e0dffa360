import type { Bench } from './bench.ts';
import {
  assertSamePage,
  idsOf,
  type Page,
  readOurPage,
  readProxyResponse,
  rows,
  rowsOnPage,
  serveFullPortal,
} from './support/fullPortal.ts';
import type { Load } from './support/load.ts';
import { compareRates } from './support/rates.ts';
import { serveNext } from './support/servedPortal.ts';

/** Speed of the API's lists, compared to the CMS's own over the same rows. */
export const list: Bench = {
  about: `GET of the email log and of the tickets over HTTP, ${rows.toLocaleString('en')} rows each, by API key ÷ the CMS's own REST find of the same page, by a session, on \`next start\` of the same tree and database`,
  async run(scope) {
    const { lists, variables, session } = await serveFullPortal(scope);
    const next = await serveNext({ ...variables, PORTAL_WORKERS: '0' }, scope);
    const measurements = [];
    for (const { label, slug, load } of lists) {
      const url = `${next}/api/${slug}?limit=${rowsOnPage}&depth=0`;
      const theirs = { ...load, url, headers: { Authorization: session } };
      assertSamePage(await readOurPage(load), await readTheirPage(theirs));
      const { measured, baseline, ratio, spread } = await compareRates({ ours: load, theirs }, scope);
      measurements.push({
        figures: [
          { label: `${label}, ours, median`, value: measured, unit: 'requests/s' },
          { label: `${label}, the CMS's on Next, median`, value: baseline, unit: 'requests/s' },
        ],
        label: `${label}, ratio, median`,
        value: ratio,
        unit: '×',
        spread,
        goal: { atLeast: 8 },
      });
    }
    return measurements;
  },
};

const readTheirPage = async (load: Load): Promise<Page> => {
  const { docs, totalDocs } = await readProxyResponse(load);
  return { ids: idsOf(docs), total: Number(totalDocs) };
};
