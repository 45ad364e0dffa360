import type { CollectionConfig } from 'payload';
import { ownId } from './ownId';

/** The app's people as they were before the portal came: fields, access and admin gate of their own. */
export const Users: CollectionConfig = {
  slug: 'users',
  auth: true,
  admin: { useAsTitle: 'fullName' },
  access: {
    admin: ({ req }) => req.user?.department === 'it' || req.user?.department === 'press',
    read: ({ req }) => Boolean(req.user),
    create: ({ req }) => req.user?.department === 'it',
    update: ({ req }) => (req.user ? { id: { equals: req.user.id } } : false),
    delete: () => false,
  },
  fields: [
    ...ownId,
    { name: 'fullName', type: 'text', required: true },
    { name: 'department', type: 'select', options: ['it', 'press', 'sales', 'customer'], required: true },
    { name: 'company', type: 'relationship', relationTo: 'companies' },
  ],
};
