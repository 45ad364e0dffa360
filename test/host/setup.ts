import { loadBundle } from './bundle.ts';

// In each worker, and in Vitest's own process, which starts the database.
await loadBundle();

export default (): void => {};
