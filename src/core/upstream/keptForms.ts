import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Payload, PayloadRequest } from 'payload';
import { currentRequest } from '../request/requestContext.ts';

const key = Symbol.for('payload-support-portal.folderOfForm');

type WithFolder = PayloadRequest & { [key]?: string };

/**
 * Upstream: with `upload.useTempFiles` the CMS writes each file of a form to disk, on every route and before it asks who sends
 * it, and forgets all but the one that it stores. It does not even know those of a part that is named `__proto__`.
 * No report is known.
 * Goes when: the files of a form are gone with its response.
 *
 * Gives each request a folder of its own for them, which {@link deleteForm} deletes.
 */
export const keepFormsApart = ({ config: { upload } }: Payload): void => {
  if (!upload?.useTempFiles || Object.getOwnPropertyDescriptor(upload, 'tempFileDir')?.get) return;
  const { tempFileDir = 'tmp' } = upload;
  Object.defineProperty(upload, 'tempFileDir', {
    enumerable: true,
    // The CMS copies the options for each form.
    get: () => {
      const req: WithFolder | null = currentRequest();
      if (!req) return tempFileDir;
      req[key] ??= join(tempFileDir, randomUUID());
      return req[key];
    },
  });
};

/** Deletes the temporary files of a form that no handler has used. */
export const deleteForm = async (req: WithFolder): Promise<void> => {
  const folder = req[key];
  if (folder === undefined) return;
  await rm(folder, { recursive: true, force: true }).catch((err: unknown) =>
    req.payload.logger.warn({ err, msg: 'The files of a form could not be deleted.' }),
  );
};
