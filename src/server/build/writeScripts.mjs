import { fileURLToPath } from 'node:url';
import { writeThread, writeUploads } from './scripts.mjs';

/** The last step of compiling the package: the scripts that are text in it. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
await writeThread(root);
await writeUploads(root);
