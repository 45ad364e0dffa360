import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresAdapter, postgresAdapter } from '@payloadcms/db-postgres';
import type { CollectionConfig, CollectionSlug, Config, Plugin } from 'payload';
import type { SupportPortalOptions } from 'payload-support-portal';
import { Companies } from '../../package/host/src/collections/Companies.ts';
import { Users } from '../../package/host/src/collections/Users.ts';
import { type Client, clientOf } from '../api/api.ts';
import { createDatabase, startPortal, type TestPortal } from './payload.ts';

type Id = number | string;

type Department = 'it' | 'press' | 'sales' | 'customer';

export interface OwnApp extends TestPortal {
  readonly people: Readonly<Record<Department, { id: Id; email: string }>>;
  readonly company: Id;
  readonly otherCompany: Id;
  /** Makes a document of one of the app's own collections. */
  make(collection: string, data: object): Promise<Id>;
  /** A client by API key of a user of a department; the key is bound to the company for all but staff. */
  clientOf(department: Department): Promise<Client>;
  /** A client by session of a user of a department. */
  sessionOf(department: Department): Promise<Client>;
}

interface OwnAppOptions {
  portal?: SupportPortalOptions;
  app?: Partial<Config>;
  /** Plugins that run before the portal. */
  pluginsBefore?: Plugin[];
  /** `text` gives the app's own collections a field `id`, which it fills itself. */
  idType?: PostgresAdapter['idType'] | 'text';
  /** Collections of the app beside its users and companies. */
  collections?: CollectionConfig[];
}

const roles = { it: 'administrator', press: 'editor', sales: 'representative', customer: 'client' } as const;

/** The rules by which the app of the tests resolves its users: roles by the department, organizations by the employer. */
const rolesOfDepartments: NonNullable<SupportPortalOptions['roles']> = {
  resolve: ({ user }) => roles[Reflect.get(user, 'department') as Department] ?? null,
  organizationsOf: ({ user }) => {
    const company: unknown = Reflect.get(user, 'company');
    const id = typeof company === 'object' && company !== null ? Reflect.get(company, 'id') : company;
    return id === null || id === undefined ? [] : [id as Id];
  },
};

const password = 'a password of theirs';

/** The CMS writes into the collections that it is given. */
const copyOf = (collection: CollectionConfig, hasTextId: boolean): CollectionConfig => ({
  ...collection,
  fields: [
    ...(hasTextId ? [{ name: 'id', type: 'text', required: true } as const] : []),
    ...collection.fields,
  ],
});

/** An app, whose users and companies were there before the portal came. */
export const startOwnApp = async ({
  portal,
  app,
  pluginsBefore = [],
  idType = 'serial',
  collections = [],
}: OwnAppOptions = {}): Promise<OwnApp> => {
  const databaseUrl = await createDatabase();
  const started = await startPortal({
    databaseUrl,
    push: true,
    pluginsBefore,
    portal: {
      collections: { organizations: { slug: 'companies' } },
      roles: rolesOfDepartments,
      dataDir: mkdtempSync(join(tmpdir(), 'own-app-')),
      ...portal,
    },
    app: {
      collections: [Users, Companies, ...collections].map((collection) =>
        copyOf(collection, idType === 'text'),
      ),
      db: postgresAdapter({
        pool: { connectionString: databaseUrl },
        idType: idType === 'text' ? 'serial' : idType,
        push: false,
      }),
      ...app,
    },
  });
  const { payload } = started;
  const make = async (collection: string, data: object): Promise<Id> => {
    const made = await payload.create({
      collection: collection as CollectionSlug,
      data: { ...data, ...(idType === 'text' && { id: `${collection} é:${randomUUID()}` }) } as never,
      overrideAccess: true,
    });
    return made.id;
  };
  const company = await make('companies', { title: 'Acme' });
  const otherCompany = await make('companies', { title: 'Globex' });
  const people = {} as Record<Department, { id: Id; email: string }>;
  for (const department of Object.keys(roles) as Department[]) {
    const email = `${department}@example.com`;
    const belongs = department === 'sales' || department === 'customer';
    const data = { email, password, fullName: `Somebody of ${department}`, department };
    people[department] = { id: await make('users', { ...data, ...(belongs && { company }) }), email };
  }
  const sessionOf = async (department: Department): Promise<Client> => {
    const { email } = people[department];
    const { token } = await payload.login({ collection: 'users', data: { email, password } });
    return clientOf(started, `JWT ${token}`);
  };
  return {
    ...started,
    people,
    company,
    otherCompany,
    make,
    sessionOf,
    clientOf: async (department) => {
      const bound = department === 'sales' || department === 'customer';
      const { status, body } = await (await sessionOf('it')).post('/portal/v1/api-keys', {
        name: `The key of ${department}`,
        owner_id: String(people[department].id),
        ...(bound && { organization_id: String(company) }),
      });
      if (status !== 201) throw new Error(`No key was made: ${JSON.stringify(body)}`);
      return clientOf(started, `Bearer ${body.key}`);
    },
  };
};
