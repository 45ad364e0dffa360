import type { CollectionBeforeOperationHook } from 'payload';
import { ApiError } from '../shared/errors/errors.ts';
import { say } from '../texts/say.ts';

/**
 * Upstream: a read by id takes the parameter `data`, meant for previews of unsaved documents: the CMS carries out the read hooks
 * on it, fetches all records that it names, and returns it, though the caller may not read a record with this id. One body of
 * 150 KB names a long record thousands of times. No report is known.
 * Goes when: the CMS takes it only from callers who may change the record, and bounds it.
 *
 * Rejects it: no collection with this hook has such a preview.
 */
export const rejectGivenRecords: CollectionBeforeOperationHook = ({ args, operation, overrideAccess }) => {
  const given: unknown = operation === 'read' ? Reflect.get(args, 'data') : undefined;
  if (given !== undefined && !overrideAccess)
    throw new ApiError('bad_request', say('errors:query:givenRecord'));
  return args;
};
