import type { UploadConfig } from 'payload';
import { errorTable, isApiError } from '../../../core/shared/errors/errors.ts';
import { findStoredFile } from '../record/storedFile.ts';
import { ownHandler } from '../storage/adapterStorage.ts';
import { storageOf } from '../storage/storageOf.ts';
import { bytesOf, serveBytes } from './serveBytes.ts';

type Handler = NonNullable<UploadConfig['handlers']>[number];

/** Serves a file at the CMS's own address to users who may read it, in the same way as a signed download. */
export const serveStoredFile = (slug: string): Handler =>
  ownHandler(async (req, { params: { filename } }) => {
    const file = await findStoredFile(req.payload, slug, { filename });
    if (!file) return new Response(null, { status: 404 });
    try {
      return await serveBytes(bytesOf(file, storageOf(req.payload, slug)), req);
    } catch (error) {
      if (!isApiError(error)) throw error;
      return new Response(null, { status: errorTable[error.code].status, headers: error.headers });
    }
  });
