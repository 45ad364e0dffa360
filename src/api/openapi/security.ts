import { builtInRoles, type Principal } from '../../access/roles.ts';
import type { Operation } from '../../operations/operation.ts';
import type { JsonObject } from './types.ts';

export const securitySchemes = (cookiePrefix: string): Readonly<Record<string, JsonObject>> => ({
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key (`sp_live_…`). It is made in Settings → API keys, and shown once.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: `${cookiePrefix}-token`,
    description: 'The cookie of a login to the admin UI. Its `Origin` must be the portal’s own.',
  },
  sessionToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token of a login, which `POST /api/users/login` answers.',
  },
  cronSecret: {
    type: 'http',
    scheme: 'bearer',
    description: 'The environment’s `CRON_SECRET`. If it is not set, no one is let in.',
  },
});

type Requirement = Readonly<Record<string, readonly string[]>>;

/** The ways to be let in; none for what is open. */
export const securityOf = ({ credential, open, path, scope }: Operation): Requirement[] => {
  if (open) return [];
  if (credential === 'cron') return [{ cronSecret: [] }];
  const bySession: Requirement[] =
    path.startsWith('/portal/') && credential !== 'key' ? [{ sessionCookie: [] }, { sessionToken: [] }] : [];
  return scope === null ? bySession : [{ apiKey: [] }, ...bySession];
};

/** The roles that an operation's gate lets in, asked of the gate itself. */
export const rolesOf = ({ gate }: Operation, technical: readonly string[]): string[] =>
  [...builtInRoles, ...technical].filter((role) => gate(principalWith(role)));

const principalWith = (role: string): Principal => ({
  id: 0,
  role,
  organizations: [],
  spans: role !== 'client' && role !== 'representative',
  withheld: [],
});
