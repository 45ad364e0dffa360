import type { Bench } from './bench.ts';
import { rowSize } from './rowSize.ts';
import { start } from './start.ts';

/** Every bench by the name that `npm run bench -- NAME` takes. */
export const benches: Readonly<Record<string, Bench>> = {
  'row-size': rowSize,
  start,
};
