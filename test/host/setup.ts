import { loadBundle } from './bundle.ts';

await loadBundle();
