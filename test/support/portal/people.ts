import type { TestPortal } from './payload.ts';

const roles = ['administrator', 'editor', 'developer', 'technician', 'representative', 'client'] as const;

export type PersonRole = (typeof roles)[number];

export interface Person {
  id: number;
  email: string;
  password: string;
  /** A JWT of the CMS, for `Authorization: JWT …`. */
  token: string;
}

export type People = Record<PersonRole, Person> & { organization: number; otherOrganization: number };

/** Creates one person of each role, logged in; the client and the representative belong to `organization`. */
export const createPeople = async ({ payload }: TestPortal): Promise<People> => {
  const organization = await createOrganization(payload, 'Acme');
  const otherOrganization = await createOrganization(payload, 'Globex');
  const people = {} as Record<PersonRole, Person>;
  for (const role of roles) {
    const email = `${role}@example.com`;
    const password = `password of ${role}`;
    const belonging = {
      ...(role === 'client' && { organization }),
      ...(role === 'representative' && { organizations: [organization] }),
    };
    const data = { email, password, role, ...belonging };
    const { id } = await payload.create({ collection: 'users', data, overrideAccess: true });
    const { token } = await payload.login({ collection: 'users', data: { email, password } });
    people[role] = { id: Number(id), email, password, token: token ?? '' };
  }
  return { ...people, organization, otherOrganization };
};

const createOrganization = async (payload: TestPortal['payload'], name: string): Promise<number> => {
  const { id } = await payload.create({ collection: 'organizations', data: { name }, overrideAccess: true });
  return Number(id);
};
