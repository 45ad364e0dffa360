import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import type { StoredFile } from './storedFile.ts';

interface Upload {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly file: StoredFile;
}

/** Sets off what follows an upload, committed with it or not at all: the place of the event `file.uploaded`. */
export const announceFile = async (_upload: Upload): Promise<void> => {};
