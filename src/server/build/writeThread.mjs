import { fileURLToPath } from 'node:url';
import { writeThread } from './thread.mjs';

/** The last step of compiling the server or the package. */
await writeThread(fileURLToPath(new URL('../../..', import.meta.url)));
