import { gzipSync } from 'node:zlib';
import type { Bench, Figure } from './bench.ts';
import { startDatabase } from './support/database.ts';
import { servePortal } from './support/servedPortal.ts';

/** Bytes that a client's browser loads for its first page. */
export const clientWeight: Bench = {
  about: 'bytes, gzipped, of the first client page, all that it loads included',
  async run(scope) {
    const { url } = await servePortal(await startDatabase(scope), scope);
    const load = async (path: string): Promise<{ text: string; figure: Figure }> => {
      const text = await (await fetch(`${url}${path}`)).text();
      return { text, figure: { label: path, value: gzipSync(text).byteLength, unit: 'bytes' } };
    };
    const page = await load('/support');
    const loaded = [...page.text.matchAll(/(?:src|href)="(\/support\/assets\/[^"]+)"/g)];
    const figures = [page.figure];
    for (const [, path = ''] of loaded) figures.push((await load(path)).figure);
    return [
      {
        figures,
        label: 'all in all',
        value: figures.reduce((sum, { value }) => sum + value, 0),
        unit: 'bytes',
        spread: null,
        goal: { atMost: 25 * 1024 },
      },
    ];
  },
};
