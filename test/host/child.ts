import { register } from 'node:module';
import { loadBundle } from './bundle.ts';

/** Imported first by a process that a test starts: what it imports afterwards comes from the bundle. */

await loadBundle();
register('./childHooks.ts', import.meta.url);
