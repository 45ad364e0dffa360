import type { CollectionConfig } from 'payload';

export const Media: CollectionConfig = {
  slug: 'media',
  upload: { mimeTypes: ['image/*'] },
  access: { read: () => true },
  fields: [{ name: 'alt', type: 'text', required: true }],
};
