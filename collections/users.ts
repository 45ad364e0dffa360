import type { CollectionConfig, CollectionSlug, Field, PayloadRequest } from 'payload';
import { followReset } from '../hooks/followReset.ts';
import { builtInRoles } from '../src/access/roles.ts';
import type { PortalContext } from '../src/context.ts';
import { isPasswordReset } from '../src/request/passwordReset.ts';
import { checkName } from '../src/shared/text.ts';
import { hideFailedReset } from '../src/upstream/failedReset.ts';
import { registerFirstAdministrator } from '../src/upstream/firstRegister.ts';

/**
 * The people of the portal: staff, representatives and clients.
 *
 * @param isSecure whether the portal is reached by https only
 */
export const buildUsers = (context: PortalContext, isSecure: boolean): CollectionConfig => {
  const { options, gates } = context;
  return {
    slug: options.slugs.users,
    labels: { singular: 'User', plural: 'Users' },
    graphQL: { singularName: 'User', pluralName: 'Users' },
    admin: {
      useAsTitle: 'email',
      group: 'People',
      defaultColumns: ['email', 'name', 'role', 'organization', 'organizations'],
    },
    // The CMS asks for locks over a second connection, inside its transaction: under load such requests wait for each
    // other.
    lockDocuments: false,
    auth: {
      maxLoginAttempts: 5,
      lockTime: 10 * 60 * 1000,
      // The CMS stores the time of a request over a second connection, outside its transaction: eight requests at
      // once would wait for ever.
      forgotPassword: { minRequestInterval: 0 },
      cookies: { sameSite: 'Lax', secure: isSecure },
    },
    access: {
      admin: gates.adminUi,
      read: gates.readPeople,
      create: gates.createPeople,
      update: gates.updatePeople,
      delete: gates.deletePeople,
      unlock: gates.administrators,
      readVersions: gates.nobody,
    },
    hooks: { beforeOperation: [followReset], afterError: [hideFailedReset] },
    endpoints: [registerFirstAdministrator(options.slugs.users)],
    fields: [nameField, roleField(context), ...belongingFields(context), mailsField(context)],
  };
};

/** Beside the person. */
const mailsField = (portal: PortalContext): Field => ({
  name: 'mails',
  type: 'ui',
  admin: {
    position: 'sidebar',
    disableListColumn: true,
    components: { Field: { path: 'payload-support-portal/rsc#PersonMails', serverProps: { portal } } },
  },
});

const roleField = ({ options, gates }: PortalContext): Field => ({
  name: 'role',
  type: 'select',
  required: true,
  saveToJWT: true,
  options: [...builtInRoles, ...options.roles.technical],
  access: { update: gates.changeRole },
});

/**
 * A request for a new password saves the user unchanged, though the organization may be deleted, or the name older
 * than a rule.
 */
interface Validated {
  readonly data: { readonly role?: string };
  readonly req: PayloadRequest;
}

const nameField: Field = {
  name: 'name',
  type: 'text',
  validate: (name: unknown, { req }: Pick<Validated, 'req'>) =>
    name === null || name === undefined || name === '' || isPasswordReset(req) || checkName(name),
};

const belongingFields = ({ options, gates }: PortalContext): Field[] => {
  const relationTo = options.slugs.organizations as CollectionSlug;
  const access = { update: gates.changeOrganization };
  return [
    {
      name: 'organization',
      type: 'relationship',
      relationTo,
      access,
      admin: {
        condition: (data) => data.role === 'client',
        description: 'The client this person works for.',
      },
      validate: (value: unknown, { data, req }: Validated) =>
        data.role !== 'client' || Boolean(value) || isPasswordReset(req) || 'A client needs an organization.',
    },
    {
      name: 'organizations',
      type: 'relationship',
      relationTo,
      hasMany: true,
      access,
      admin: {
        condition: (data) => data.role === 'representative',
        description: 'The clients this person looks after.',
      },
      validate: (value: unknown, { data, req }: Validated) =>
        data.role !== 'representative' ||
        (Array.isArray(value) && value.length > 0) ||
        isPasswordReset(req) ||
        'A representative needs at least one organization.',
    },
  ];
};
