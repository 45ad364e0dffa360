import type { CollectionSlug, Payload } from 'payload';
import type { Gates } from './gates.ts';

/**
 * The CMS opens collections of its own to every user who is logged in. A client could read there who edits what, and
 * take the locks away; only those whom the admin UI is for may.
 */
export const closeCmsCollections = (payload: Payload, { adminUi }: Gates): void => {
  for (const slug of ['payload-locked-documents', 'payload-migrations'] as CollectionSlug[]) {
    const collection = payload.collections[slug];
    if (!collection) continue;
    const { access } = collection.config;
    Object.assign(access, { create: adminUi, read: adminUi, update: adminUi, delete: adminUi });
  }
};
