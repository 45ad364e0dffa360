import type { CollectionAfterChangeHook } from 'payload';
import { endSessions } from './sessions.ts';

/** Ends the sessions of a user whose address changes, even if it is changed back before their next request. */
export const endWithAddress: CollectionAfterChangeHook = async ({ doc, operation, previousDoc, req }) => {
  if (operation === 'update' && doc.email !== previousDoc.email) await endSessions(req, doc.id);
};
