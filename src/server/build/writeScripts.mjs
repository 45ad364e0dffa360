import { fileURLToPath } from 'node:url';
import { writeScripts } from './scripts.mjs';

// The last step of compiling the package.
await writeScripts(fileURLToPath(new URL('../../..', import.meta.url)));
