import type { CollectionBeforeOperationHook } from 'payload';

/**
 * Upstream: the hooks `afterChange` and `afterDelete` are given a document that is cut to the `select` of the request, so
 * that a caller decides what they see: by `select[internal]=false` an internal note looks like a reply to the client.
 * No report is known.
 * Goes when: these hooks are given the whole document.
 *
 * Ignores `select` in writes: the response has all fields that its reader may read.
 */
export const ignoreSelectOfWrites: CollectionBeforeOperationHook = ({ args, operation }) =>
  isWrite(operation) ? { ...args, select: undefined } : args;

const isWrite = (operation: string): boolean => ['create', 'update', 'delete'].includes(operation);
