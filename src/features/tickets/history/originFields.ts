import type { Field } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { textLabel } from '../../../core/texts/label.ts';
import { ownWords } from '../gates.ts';
import { sources } from './origin.ts';

const byPortal = { create: () => false, update: () => false };

/** The source of a ticket or a reply, and the parts of a mail that its text leaves out. Only the portal writes them. */
export const buildOriginFields = (portal: PortalContext): Field[] => [
  {
    name: 'source',
    type: 'select',
    label: textLabel('collections:origin:source'),
    options: sources.map((value) => ({ value, label: textLabel(`collections:origin:sources:${value}`) })),
    access: byPortal,
    // The head of a ticket's page says it.
    admin: { hidden: true },
  },
  {
    name: 'mailFrom',
    type: 'text',
    label: textLabel('collections:origin:mailFrom'),
    access: byPortal,
    admin: { hidden: true, description: textLabel('collections:origin:mailFromDescription') },
  },
  {
    name: 'mailText',
    type: 'textarea',
    label: textLabel('collections:origin:mailText'),
    // The CMS's own check ends at 40 000 of JavaScript's code units.
    validate: () => true,
    access: { ...byPortal, read: ownWords(portal) },
    admin: { hidden: true, description: textLabel('collections:origin:mailTextDescription') },
  },
];
