import type { CollectionConfig } from 'payload';

export const Companies: CollectionConfig = {
  slug: 'companies',
  admin: { useAsTitle: 'title' },
  fields: [{ name: 'title', type: 'text', required: true }],
};
