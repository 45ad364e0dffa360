import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeThrowAwayFolder } from '../src/demo/portal.ts';
import { freePort } from '../src/demo/variables.ts';
import type { Bench } from './bench.ts';
import { watchMemory } from './support/memory.ts';
import { compare } from './support/rounds.ts';
import type { Scope } from './support/scope.ts';
import { startServer } from './support/server.ts';

const program = fileURLToPath(new URL('./support/zipProgram.ts', import.meta.url));
const rounds = 3;
const megabyte = 1024 ** 2;
const gigabyte = 1024 ** 3;
const names = Array.from({ length: 10 }, (_, index) => `${index}${index}-bench`);

/**
 * A zip of ten files. Both sides of the memory send the same bytes: Node leaves a part of what streams through it
 * uncollected, even if the stream is not the portal's.
 */
export const zip: Bench = {
  about:
    'growth of resident memory by a zip of 10 files of 1 GB ÷ by the same bytes in zips of 10 files of 1 MB, and bytes a second of the zip ÷ of one file',
  async run(scope) {
    const memory = await compare({
      rounds,
      measured: () => growthBy({ size: gigabyte, times: 1 }, scope),
      baseline: () => growthBy({ size: megabyte, times: gigabyte / megabyte }, scope),
    });
    const folder = makeFiles(gigabyte, scope);
    const { url } = await serveFolder(folder, scope);
    const speed = await compare({
      rounds,
      measured: () => rateOf(`${url}/zip?${query(gigabyte / 4)}`),
      baseline: () => rateOf(`${url}/file?names=${names[0]}&size=${gigabyte}`),
    });
    return [
      {
        figures: [
          { label: 'one zip of 10 GB, median', value: memory.measured / megabyte, unit: 'MiB' },
          { label: '1,024 zips of 10 MB, median', value: memory.baseline / megabyte, unit: 'MiB' },
        ],
        label: 'memory, median',
        value: memory.ratio,
        unit: '×',
        spread: memory.spread,
        goal: { atMost: 1.2 },
      },
      {
        figures: [
          { label: 'a zip of 10 files, median', value: speed.measured / megabyte, unit: 'MiB/s' },
          { label: 'one file of 1 GB, median', value: speed.baseline / megabyte, unit: 'MiB/s' },
        ],
        label: 'speed, median',
        value: speed.ratio,
        unit: '×',
        spread: speed.spread,
        goal: { atLeast: 0.7 },
      },
    ];
  },
};

const query = (size: number): string => `names=${names.join()}&size=${size}`;

/** Files without content take no room on the disk, and are read as others are. */
const makeFiles = (size: number, scope: Scope): string => {
  const folder = makeThrowAwayFolder();
  scope.onEnd(folder.remove);
  for (const name of names) {
    mkdirSync(join(folder.path, name.slice(0, 2)), { recursive: true });
    const path = join(folder.path, name.slice(0, 2), name);
    writeFileSync(path, '');
    truncateSync(path, size);
  }
  return folder.path;
};

const serveFolder = async (folder: string, scope: Scope) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ['--conditions=production', '--import', 'tsx', program];
  const server = await startServer({ args, variables: { PORT: String(port), FOLDER: folder }, url }, scope);
  return { url, ...server };
};

const growthBy = async ({ size, times }: { size: number; times: number }, scope: Scope): Promise<number> => {
  const { url, pid, stop } = await serveFolder(makeFiles(size, scope), scope);
  const memory = watchMemory(pid);
  for (let sent = 0; sent < times; sent += 1) await read(`${url}/zip?${query(size)}`);
  const growth = await memory.growth();
  await stop();
  return growth;
};

const rateOf = async (url: string): Promise<number> => {
  const start = performance.now();
  const size = await read(url);
  return (size / (performance.now() - start)) * 1_000;
};

/** @throws if a response is shorter than it announced */
const read = async (url: string): Promise<number> => {
  const response = await fetch(url);
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) size += chunk.byteLength;
  if (size !== Number(response.headers.get('Content-Length'))) throw new Error(`${url} sent ${size} bytes.`);
  return size;
};
