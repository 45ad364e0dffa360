import { register } from 'node:module';

/** `--import` it after `tsx`: the process takes from the bundle what a host app bundles. */
const { loadBundle } = await import('./bundle.ts');
await loadBundle();
register('./hooks.mjs', import.meta.url);
