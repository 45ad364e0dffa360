import type { CollectionConfig } from 'payload';
import type { PortalContext } from '../src/context.ts';
import { deliveryStates, sources } from '../src/mail-events/vocabulary.ts';

/**
 * What became of a mail after it was handed over: one row per mail, recipient and event. Only the portal writes them
 * (`src/mail-events/`), and they go with their row of the email log.
 */
export const buildMailDeliveries = ({ options, gates }: PortalContext): CollectionConfig => {
  const { slugs } = options;
  return {
    slug: slugs.mailDeliveries,
    labels: { singular: 'Delivery', plural: 'Deliveries of mails' },
    admin: { hidden: true, hideAPIURL: true, useAsTitle: 'recipient' },
    access: gates.emailLog,
    graphQL: { singularName: 'MailDelivery', pluralName: 'MailDeliveries', disableMutations: true },
    defaultSort: ['-at', '-id'],
    disableDuplicate: true,
    lockDocuments: false,
    timestamps: false,
    indexes: [
      // An event that is told twice is there once.
      { fields: ['eventId', 'source', 'email', 'recipient'], unique: true },
      // Finds what was told of an address last.
      { fields: ['recipient', 'at'] },
    ],
    fields: [
      { name: 'at', type: 'date', label: 'Time', required: true },
      // No relationship: whoever empties the log's table by SQL is not stopped, and no row of it is locked for long.
      { name: 'email', type: 'text', label: 'Row of the email log', required: true, index: true },
      { name: 'recipient', type: 'text', required: true, admin: { description: 'In small letters.' } },
      { name: 'state', type: 'select', options: [...deliveryStates], required: true },
      {
        name: 'permanent',
        type: 'checkbox',
        admin: { description: 'A bounce after which no server tries again.' },
      },
      {
        name: 'counts',
        type: 'checkbox',
        admin: {
          description: 'Of all events of this mail and recipient, the one that says what became of it.',
        },
      },
      { name: 'source', type: 'select', options: [...sources], required: true },
      { name: 'eventId', type: 'text', label: 'Event', required: true },
      { name: 'detail', type: 'text' },
    ],
  };
};
