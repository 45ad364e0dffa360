import type { Bench } from './bench.ts';
import { serveDirectus } from './support/directus.ts';
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

/** Speed of the API's lists, compared to those of another headless CMS over the same rows. */
export const listPeer: Bench = {
  about: `GET of the email log and of the tickets over HTTP, ${rows.toLocaleString('en')} rows each, by API key ÷ Directus's list of the same rows, by a static token, on the same database`,
  async run(scope) {
    const { lists, databaseURL } = await serveFullPortal(scope);
    const directus = await serveDirectus(databaseURL, scope);
    const measurements = [];
    for (const { label, table, load } of lists) {
      const url = `${directus.url}/items/${table}?limit=${rowsOnPage}&sort=-created_at&meta=filter_count`;
      const theirs = { ...load, url, headers: { Authorization: `Bearer ${directus.token}` } };
      assertSamePage(await readOurPage(load), await readTheirPage(theirs));
      const { measured, baseline, ratio, spread } = await compareRates({ ours: load, theirs }, scope);
      measurements.push({
        figures: [
          { label: `${label}, ours, median`, value: measured, unit: 'requests/s' },
          { label: `${label}, Directus, median`, value: baseline, unit: 'requests/s' },
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
  const { data, meta } = await readProxyResponse(load);
  return { ids: idsOf(data), total: Number((meta as { filter_count: number | string }).filter_count) };
};
