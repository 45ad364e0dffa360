import { loadBundle } from './bundle.ts';

// The shared setup imports from the bundle.
await loadBundle();

export default (await import('../support/globalSetup.ts')).default;
