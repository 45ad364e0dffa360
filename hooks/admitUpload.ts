import { rm } from 'node:fs/promises';
import type { CollectionBeforeOperationHook } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { afterRollback } from '../src/database/transaction.ts';
import { admitFile, admittedFile, discardFile, standInFor } from '../src/files/admittedFile.ts';
import { validationFailed } from '../src/shared/errors.ts';

/** Takes an upload in before the CMS looks at it, whichever door it came by. */
export const buildAdmitUpload =
  (portal: PortalContext): CollectionBeforeOperationHook =>
  async ({ args, operation, req }) => {
    if (operation === 'update' && req.file) {
      if (req.file.tempFilePath) await rm(req.file.tempFilePath, { force: true });
      throw refused('A file is never replaced: upload another one.');
    }
    if (operation !== 'create') return;
    const { file } = req;
    // Without one the CMS would fetch what `data.url` names; with a context the bytes are elsewhere, under a
    // client's name.
    if (!file || 'clientUploadContext' in file) throw refused('Send the file itself.');
    const { maxBytes } = portal.options.files;
    // The bytes of a refused file are gone, and the CMS would fail to delete them again.
    req.file = undefined;
    const admitted = await admitFile(file, { temporaryFiles: portal.temporaryFiles, maxBytes });
    admittedFile.set(req, admitted);
    await afterRollback(req, () => discardFile(admitted));
    req.file = standInFor(admitted);
    // A random name needs no look whether it is taken.
    Object.assign(args, { overwriteExistingFiles: true });
  };

const refused = (message: string) => validationFailed([{ path: 'file', message }]);
