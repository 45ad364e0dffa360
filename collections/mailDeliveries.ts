import type { CollectionConfig, Field } from 'payload';
import type { PortalContext } from '../src/core/context.ts';
import { textLabel } from '../src/core/texts/labels.ts';
import { deliveryStates, sources } from '../src/features/email-log/deliveries/vocabulary.ts';
import { emailLogAccess } from '../src/features/email-log/gates.ts';

/**
 * Reports about a mail after it was handed over: one row per mail, recipient and event. Only the portal writes them
 * (`src/features/delivery/`), and they are deleted with their row of the email log.
 */
export const buildMailDeliveries = (portal: PortalContext): CollectionConfig => {
  const { slugs } = portal.options;
  return {
    slug: slugs.mailDeliveries,
    labels: {
      singular: textLabel('emailLog:deliveries:singular'),
      plural: textLabel('emailLog:deliveries:plural'),
    },
    admin: { hidden: true, hideAPIURL: true, useAsTitle: 'recipient' },
    access: emailLogAccess(portal),
    graphQL: { singularName: 'MailDelivery', pluralName: 'MailDeliveries', disableMutations: true },
    defaultSort: ['-at', '-id'],
    disableDuplicate: true,
    lockDocuments: false,
    timestamps: false,
    indexes: [
      // An event that is reported twice is stored once.
      { fields: ['eventId', 'source', 'email', 'recipient'], unique: true },
      // Finds the last report about an address.
      { fields: ['recipient', 'at'] },
    ],
    fields: [...reportFields(), ...stateFields(), ...sourceFields()],
  };
};

/** The time of a report, and the mail that it is about. */
const reportFields = (): Field[] => [
  { name: 'at', type: 'date', label: textLabel('emailLog:deliveries:at'), required: true },
  // No relationship: deleting rows of the log by SQL is not prevented, and locks no row of it for long.
  {
    name: 'email',
    type: 'text',
    label: textLabel('emailLog:deliveries:email'),
    required: true,
    index: true,
  },
  {
    name: 'recipient',
    type: 'text',
    label: textLabel('emailLog:deliveries:recipient'),
    required: true,
    admin: { description: textLabel('emailLog:deliveries:aboutRecipient') },
  },
];

/** The state that the report tells of. */
const stateFields = (): Field[] => [
  {
    name: 'state',
    type: 'select',
    label: textLabel('emailLog:deliveries:state'),
    options: deliveryStates.map((state) => ({
      value: state,
      label: textLabel(`emailLog:delivery:${state}`),
    })),
    required: true,
  },
  {
    name: 'permanent',
    type: 'checkbox',
    label: textLabel('emailLog:deliveries:permanent'),
    admin: { description: textLabel('emailLog:deliveries:aboutPermanent') },
  },
  {
    name: 'counts',
    type: 'checkbox',
    label: textLabel('emailLog:deliveries:counts'),
    admin: { description: textLabel('emailLog:deliveries:aboutCounts') },
  },
];

/** The origin of the report. */
const sourceFields = (): Field[] => [
  {
    name: 'source',
    type: 'select',
    label: textLabel('emailLog:deliveries:source'),
    options: [...sources],
    required: true,
  },
  { name: 'eventId', type: 'text', label: textLabel('emailLog:deliveries:eventId'), required: true },
  { name: 'detail', type: 'text', label: textLabel('emailLog:deliveries:detail') },
];
