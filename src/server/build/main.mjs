import { fileURLToPath } from 'node:url';
import { buildAdmin, buildServer } from './build.mjs';

/** `npm run build`: builds the parts that a start would build, for an image that is made once and started often. */
const options = {
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  signal: new AbortController().signal,
};
await buildServer(options);
await buildAdmin(options);
