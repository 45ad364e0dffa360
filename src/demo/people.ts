import type { Payload } from 'payload';
import type { builtInRoles } from '../core/access/roles.ts';

type Role = (typeof builtInRoles)[number];

/** One person of each role; the administrator is made by the portal's first start. */
export const logins = {
  administrator: 'ada@acme.example',
  editor: 'eve@acme.example',
  developer: 'dan@acme.example',
  technician: 'tom@acme.example',
  representative: 'rita@acme.example',
  client: 'carl@globex.example',
} as const satisfies Record<Role, string>;

/** Seeds an organization and the people around it, and answers with the id of the editor, who causes the mails. */
export const seedPeople = async (payload: Payload, password: string): Promise<number | string> => {
  const organization = await payload.create({
    collection: 'organizations',
    data: { name: 'Globex' },
    overrideAccess: true,
  });
  const make = (role: Role, belonging: object = {}) =>
    payload.create({
      collection: 'users',
      data: { email: logins[role], password, role, ...belonging },
      overrideAccess: true,
    });
  await make('developer');
  await make('technician');
  await make('representative', { organizations: [organization.id] });
  await make('client', { organization: organization.id });
  const editor = await make('editor');
  return editor.id;
};
