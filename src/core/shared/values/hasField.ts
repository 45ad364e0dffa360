import type { CollectionSlug, Payload } from 'payload';

/** True if a collection has a field of this name. A collection of the app's own may lack fields that the portal's has. */
export const hasField = ({ collections }: Payload, slug: string, name: string): boolean =>
  collections[slug as CollectionSlug]?.config.flattenedFields.some((field) => field.name === name) ?? false;
