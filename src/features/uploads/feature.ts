import type { Feature } from '../../core/feature.ts';
import { uploadOperations } from './operations.ts';
import { uploadOptions } from './options.ts';
import { settleUploads, sweepUploads } from './settle.ts';
import { uploadTables } from './tables.ts';
import { uploadsTexts } from './texts/index.ts';

// The parts that other features use.
export { loadBrowserCode } from './browserCode.ts';
export { largeFrom } from './largeFrom.ts';

/** Large uploads: resumed after any interruption, and files of the ordinary way once they are complete. */
export const uploads: Feature = {
  name: 'uploads',
  tables: uploadTables,
  options: uploadOptions,
  texts: uploadsTexts,
  tags: { uploads: { name: 'Large uploads', description: 'Resumable uploads by the protocol tus 1.0.' } },
  operations: (features, { clients }) => uploadOperations(features, !clients.disabled),
  polls: [{ failure: 'Large uploads could not be settled', run: settleUploads }],
  dailyTasks: [{ failure: 'Bytes of large uploads that ended could not be deleted', run: sweepUploads }],
};
