import type { CollectionSlug, Field, RelationshipFieldSingleValidation, Where } from 'payload';
import { rejectTeamField } from '../../../core/access/teamField.ts';
import type { PortalContext } from '../../../core/context.ts';
import { type RecordId, relationId } from '../../../core/shared/values/ids.ts';
import { saidBy, textLabel } from '../../../core/texts/labels.ts';
import { checkFollowers } from '../followers/followers.ts';
import { buildOriginFields } from '../history/origin.ts';
import { checkTags } from '../text.ts';
import { sides } from '../vocabulary.ts';

/**
 * The check that a required relationship is given. The CMS's own check would ask for the choices of the form each time; the
 * rules of tickets decide who may be named.
 */
const isGivenIfRequired: RelationshipFieldSingleValidation = (value, { required, req }) =>
  !required || (value !== null && value !== undefined) || req.t('validation:required');

/** Staff, and representatives of the ticket's organization. */
const assignable = (organization: RecordId | null): Where => {
  const staff: Where = { role: { not_in: ['client', 'representative'] } };
  if (organization === null) return staff;
  const near: Where = { role: { equals: 'representative' }, organizations: { in: [organization] } };
  return { or: [staff, near] };
};

/** Clients and representatives of an organization. */
const peopleOf = (organization: RecordId | null): Where => {
  const clients: Where = {
    role: { equals: 'client' },
    ...(organization !== null && { organization: { equals: organization } }),
  };
  const representatives: Where = {
    role: { equals: 'representative' },
    ...(organization !== null && { organizations: { in: [organization] } }),
  };
  return { or: [clients, representatives] };
};

const personField = (portal: PortalContext) => ({
  path: 'payload-support-portal/rsc#PersonField',
  serverProps: { portal },
});

/** The team alone sets it. */
const setByTeam = (gates: PortalContext['gates']) => ({
  access: { create: gates.teamField, update: gates.teamField },
  hooks: { beforeValidate: [rejectTeamField(gates)] },
});

/** The fields that say to whom a ticket belongs, and how it stands between them. */
export const buildBelongingFields = (portal: PortalContext): Field[] => [
  ...clientFields(portal),
  assigneeField(portal),
  followersField(portal),
  tagsField(portal),
  ...standingFields(portal),
  ...buildOriginFields(portal),
  sequenceField(),
];

/** The requester, and the organization that follows from them. */
const clientFields = (portal: PortalContext): Field[] => {
  const { options, gates } = portal;
  return [
    {
      name: 'requester',
      type: 'relationship',
      label: textLabel('collections:tickets:requester'),
      relationTo: options.slugs.users as CollectionSlug,
      filterOptions: options.existing.users
        ? undefined
        : ({ data, id }) => ({
            role: { equals: 'client' },
            // A new ticket gets the organization of its requester.
            ...(id !== undefined &&
              data?.organization && { organization: { equals: relationId(data.organization) } }),
          }),
      validate: isGivenIfRequired,
      ...setByTeam(gates),
      admin: {
        position: 'sidebar',
        description: textLabel('collections:tickets:requesterDescription'),
        components: { Field: personField(portal) },
      },
    },
    {
      name: 'organization',
      type: 'relationship',
      label: textLabel('collections:tickets:organization'),
      relationTo: options.slugs.organizations as CollectionSlug,
      index: true,
      access: { update: () => false },
      admin: {
        position: 'sidebar',
        description: textLabel('collections:tickets:organizationDescription'),
        components: { Field: 'payload-support-portal/client#TicketOrganization' },
      },
    },
  ];
};

const assigneeField = (portal: PortalContext): Field => {
  const { options, gates } = portal;
  return {
    name: 'assignee',
    type: 'relationship',
    label: textLabel('collections:tickets:assignee'),
    relationTo: options.slugs.users as CollectionSlug,
    filterOptions: options.existing.users
      ? undefined
      : ({ data }) => assignable(relationId(data?.organization)),
    validate: isGivenIfRequired,
    ...setByTeam(gates),
    admin: {
      position: 'sidebar',
      description: textLabel('collections:tickets:assigneeDescription'),
      components: { Field: personField(portal) },
    },
  };
};

const followersField = (portal: PortalContext): Field => {
  const { options } = portal;
  return {
    name: 'followers',
    type: 'relationship',
    label: textLabel('collections:tickets:followers'),
    relationTo: options.slugs.users as CollectionSlug,
    hasMany: true,
    filterOptions: options.existing.users
      ? undefined
      : ({ data }) => peopleOf(relationId(data?.organization)),
    // The rules of tickets decide who may be named, because that depends on the ticket.
    validate: saidBy(checkFollowers),
    admin: {
      position: 'sidebar',
      description: textLabel('collections:tickets:followersDescription'),
      components: { Field: personField(portal) },
    },
  };
};

const tagsField = ({ gates }: PortalContext): Field => ({
  name: 'tags',
  type: 'json',
  label: textLabel('collections:tickets:tags'),
  jsonSchema: {
    uri: 'a://tags.json',
    fileMatch: ['a://tags.json'],
    schema: { type: 'array', items: { type: 'string' } },
  },
  validate: saidBy(checkTags),
  // For clients the field does not exist.
  access: { create: gates.teamField, read: gates.teamField, update: gates.teamField },
  admin: {
    position: 'sidebar',
    components: { Field: 'payload-support-portal/client#TagsField' },
  },
});

/** The facts about a ticket that the portal alone writes. */
const standingFields = ({ options: { slugs } }: PortalContext): Field[] => [
  {
    name: 'waitingFor',
    type: 'select',
    options: [...sides],
    defaultValue: sides[0],
    access: { create: () => false, update: () => false },
    // It is kept while the ticket is closed, which waits for no one. See `waitingFor`.
    hidden: true,
  },
  {
    name: 'mergedInto',
    type: 'relationship',
    label: textLabel('collections:tickets:mergedInto'),
    relationTo: slugs.tickets as CollectionSlug,
    // Its text would come with each ticket of a list.
    maxDepth: 0,
    access: { create: () => false, update: () => false },
    // The page shows it in place of the composer.
    admin: { hidden: true },
  },
  {
    name: 'createdBy',
    type: 'relationship',
    label: textLabel('collections:tickets:createdBy'),
    relationTo: slugs.users as CollectionSlug,
    access: { create: () => false, update: () => false },
    // The head of the page says it.
    admin: { hidden: true },
  },
];

/** The number of changes so far, by which the history is ordered. */
const sequenceField = (): Field => ({
  name: 'sequence',
  type: 'number',
  hidden: true,
  defaultValue: 0,
  access: { create: () => false, update: () => false },
});
