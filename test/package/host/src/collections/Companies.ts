import type { CollectionConfig } from 'payload';
import { ownId } from './ownId';

export const Companies: CollectionConfig = {
  slug: 'companies',
  admin: { useAsTitle: 'title' },
  fields: [...ownId, { name: 'title', type: 'text', required: true }],
};
