import type { CollectionConfig, CollectionSlug, Field } from 'payload';
import { userHooks } from '../hooks/users.ts';
import { builtInRoles } from '../src/core/access/roles.ts';
import type { PortalContext } from '../src/core/context.ts';
import { withOpenedForms } from '../src/core/http/cms/openedForms.ts';
import { factOf } from '../src/core/request/facts.ts';
import { checkName, withoutDirections } from '../src/core/shared/text/text.ts';
import { groups, saidBy, textLabel } from '../src/core/texts/labels.ts';
import { say, type Verdict } from '../src/core/texts/say.ts';
import { customerFields } from '../src/core/ui/customer/customer.ts';
import { saysItsLabel } from '../src/core/upstream/fieldLanguage.ts';
import { registerFirstAdministrator } from '../src/core/upstream/firstRegister.ts';
import { subjectOfReset } from '../src/core/upstream/heldReset.ts';
import { noticeChoices, personLanguages } from '../src/features/people/feature.ts';
import {
  changeOrganization,
  changeRole,
  createPeople,
  deletePeople,
  openAdminUi,
  readPeople,
  updatePeople,
} from '../src/features/people/gates.ts';

/** The form of a user. */
const userForm = {
  fields: [
    'collections:users:email',
    'collections:users:name',
    'collections:users:role',
    'collections:users:organization',
    'collections:users:organizations',
    'collections:users:language',
    'collections:users:notices',
  ],
  together: [['role', 'organization', 'organizations']],
} as const;

/**
 * The people of the portal: staff, representatives and clients.
 *
 * @param isSecure true if the portal is reached by https only
 */
export const buildUsers = (portal: PortalContext, isSecure: boolean): CollectionConfig => {
  const { options, gates } = portal;
  return withOpenedForms(portal, userForm, {
    slug: options.slugs.users,
    labels: {
      singular: textLabel('collections:users:singular'),
      plural: textLabel('collections:users:plural'),
    },
    graphQL: { singularName: 'User', pluralName: 'Users' },
    admin: {
      useAsTitle: 'email',
      group: groups.people,
      defaultColumns: ['email', 'name', 'role', 'organization', 'organizations'],
    },
    // The CMS asks for locks over a second connection, inside its transaction: under load such requests wait for each
    // other.
    lockDocuments: false,
    auth: {
      maxLoginAttempts: 5,
      lockTime: 10 * 60 * 1000,
      // The CMS stores the time of a request over a second connection, outside its transaction: eight requests at once
      // would wait forever.
      forgotPassword: { minRequestInterval: 0, generateEmailSubject: subjectOfReset },
      cookies: { sameSite: 'Lax', secure: isSecure },
    },
    access: {
      admin: openAdminUi(portal),
      read: readPeople(portal),
      create: createPeople(portal),
      update: updatePeople(portal),
      delete: deletePeople(portal),
      unlock: gates.administrators,
      readVersions: gates.nobody,
    },
    hooks: userHooks(portal),
    endpoints: [registerFirstAdministrator(options.slugs.users)],
    fields: [
      nameField,
      roleField(portal),
      ...belongingFields(portal),
      ...clientFields,
      ...customerFields(portal, 'person'),
    ],
  });
};

const roleField = (portal: PortalContext): Field => ({
  name: 'role',
  type: 'select',
  label: textLabel('collections:users:role'),
  required: true,
  saveToJWT: true,
  options: [
    ...builtInRoles.map((value) => ({ value, label: textLabel(`collections:users:roles:${value}`) })),
    ...portal.options.roles.technical,
  ],
  ...saysItsLabel,
  admin: { components: { Field: 'payload-support-portal/client#RoleField' } },
  access: { update: changeRole(portal) },
});

const isClientForm = (data: Partial<Record<string, unknown>>): boolean => data.role === 'client';

/** The choices of a client about pages and mails. */
const clientFields: Field[] = [
  {
    name: 'language',
    type: 'select',
    label: textLabel('collections:users:language'),
    options: personLanguages.map((value) => ({
      value,
      label: textLabel(`collections:users:languages:${value}`),
    })),
    admin: {
      condition: isClientForm,
      description: textLabel('collections:users:languageDescription'),
    },
  },
  {
    name: 'notices',
    type: 'select',
    label: textLabel('collections:users:notices'),
    options: noticeChoices.map((value) => ({
      value,
      label: textLabel(`collections:users:noticesChoices:${value}`),
    })),
    defaultValue: noticeChoices[0],
    admin: { condition: isClientForm },
  },
];

const roleOf = (user: unknown): unknown => Reflect.get(Object(user), 'role');

/**
 * A request for a new password saves the user unchanged, though the organization may be deleted, or the name older
 * than a rule.
 */
const unlessReset = (check: (value: unknown, user: unknown) => Verdict) =>
  saidBy((value: unknown, { data, req }) => factOf(req, 'passwordReset') || check(value, data));

const nameField: Field = {
  name: 'name',
  type: 'text',
  label: textLabel('collections:users:name'),
  hooks: {
    beforeValidate: [({ value }) => (typeof value === 'string' ? withoutDirections(value) : value)],
  },
  validate: unlessReset((name) => name === null || name === undefined || name === '' || checkName(name)),
};

const belongingFields = (portal: PortalContext): Field[] => {
  const relationTo = portal.options.slugs.organizations as CollectionSlug;
  const access = { update: changeOrganization(portal) };
  return [
    {
      name: 'organization',
      type: 'relationship',
      label: textLabel('collections:users:organization'),
      relationTo,
      access,
      admin: {
        condition: (data) => data.role === 'client',
        description: textLabel('collections:users:organizationDescription'),
      },
      validate: unlessReset(
        (value, user) => roleOf(user) !== 'client' || Boolean(value) || say('errors:organization:ofClient'),
      ),
    },
    {
      name: 'organizations',
      type: 'relationship',
      label: textLabel('collections:users:organizations'),
      relationTo,
      hasMany: true,
      access,
      admin: {
        condition: (data) => data.role === 'representative',
        description: textLabel('collections:users:organizationsDescription'),
      },
      validate: unlessReset(
        (value, user) =>
          roleOf(user) !== 'representative' ||
          (Array.isArray(value) && value.length > 0) ||
          say('errors:organization:ofRepresentative'),
      ),
    },
  ];
};
