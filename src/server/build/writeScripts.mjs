import { fileURLToPath } from 'node:url';
import { writeThread } from './thread.mjs';
import { writeUploads } from './uploads.mjs';

/** The last step of compiling the package: the scripts that are text in it. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
await writeThread(root);
await writeUploads(root);
