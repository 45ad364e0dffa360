import type { Field, FieldAccess } from 'payload';
import { sources } from './origin.ts';

const byPortal = { create: () => false, update: () => false };

/** How a ticket or a reply came, and what of a mail its text leaves out. Only the portal writes them. */
export const buildOriginFields = (readsWhole: FieldAccess): Field[] => [
  {
    name: 'source',
    type: 'select',
    options: [...sources],
    access: byPortal,
    admin: { position: 'sidebar', readOnly: true },
  },
  {
    name: 'mailFrom',
    type: 'text',
    access: byPortal,
    admin: { hidden: true, description: 'The sender of the mail.' },
  },
  {
    name: 'mailText',
    type: 'textarea',
    // The CMS's own check ends at 40 000 of JavaScript's code units.
    validate: () => true,
    access: { ...byPortal, read: readsWhole },
    admin: { hidden: true, description: 'All of the mail’s text, with quoted history and signature.' },
  },
];
