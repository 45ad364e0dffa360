import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createOnce, readIfExists } from './atomicFile.ts';

const secretFile = (dataDirectory: string): string => join(dataDirectory, 'secret');

/** The generated secret of a data folder, or null before the first start. */
export const readSecret = (dataDirectory: string): string | null =>
  readIfExists(secretFile(dataDirectory))?.trim() || null;

/** Generates the secret of a data folder once; processes that start at the same moment agree on one. */
export const generateSecret = (dataDirectory: string): string =>
  createOnce(secretFile(dataDirectory), `${randomBytes(32).toString('base64url')}\n`).trim();
