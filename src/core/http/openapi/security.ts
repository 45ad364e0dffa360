import { builtInRoles, type Principal } from '../../access/roles.ts';
import { keyScopeOf, type Operation, type Users, usersOf } from '../operation.ts';

type Requirement = Readonly<Record<string, readonly string[]>>;

/** True if only the session of a client opens it. */
export const isForClients = (operation: Operation): boolean => {
  const sessions = usersOf(operation)?.sessions;
  return operation.path.startsWith('/portal/') && sessions?.length === 1 && sessions[0] === 'client';
};

/** The security schemes of an operation. None if it is open. */
export const securityOf = (operation: Operation): Requirement[] => {
  if (operation.kind === 'open') return [];
  if (operation.kind === 'holders') return operation.who.schemes.map((scheme) => ({ [scheme]: [] }));
  const { sessions } = operation.who;
  const byOthers = operation.kind === 'served' ? (operation.holderSchemes ?? []) : [];
  const ofOthers = byOthers.map((scheme): Requirement => ({ [scheme]: [] }));
  if (isForClients(operation)) return [{ clientSession: [] }, ...ofOthers];
  const takesSessions = operation.path.startsWith('/portal/') && sessions?.length !== 0;
  const bySession: Requirement[] = takesSessions ? [{ sessionCookie: [] }, { sessionToken: [] }] : [];
  return [...(keyScopeOf(operation.who) === null ? [] : [{ apiKey: [] }]), ...bySession, ...ofOthers];
};

/** The roles that an operation's gate admits, found by calling the gate. */
export const rolesOf = ({ gate }: Pick<Users, 'gate'>, technical: readonly string[]): string[] =>
  [...builtInRoles, ...technical].filter((role) => gate(principalWith(role)));

const principalWith = (role: string): Principal => ({
  id: 0,
  role,
  organizations: [],
  spans: role !== 'client' && role !== 'representative',
  scopes: [],
  withheld: [],
});

/** A kind of credential, as OpenAPI describes it. */
export type SecurityScheme = { readonly description: string } & (
  | { readonly type: 'http'; readonly scheme: 'basic' | 'bearer'; readonly bearerFormat?: string }
  | { readonly type: 'apiKey'; readonly in: 'cookie' | 'header'; readonly name: string }
);

/** Kinds of credentials, by the names by which operations require them. */
export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/** The sessions of the CMS, which belong to no feature. */
const cmsSessions = (cookiePrefix: string): SecuritySchemes => ({
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
    description: 'The token of a login, which `POST /api/users/login` returns.',
  },
});

/** All kinds of credentials, each feature's together: users' first, as each operation of `/v1` names them, then by name. */
export const listSecuritySchemes = (
  declared: readonly SecuritySchemes[],
  cookiePrefix: string,
): SecuritySchemes => {
  const groups = declared.toSorted((one, other) => (firstNameOf(one) < firstNameOf(other) ? -1 : 1));
  const { apiKey, ...others }: SecuritySchemes = Object.assign({}, ...groups);
  return { ...(apiKey && { apiKey }), ...cmsSessions(cookiePrefix), ...others };
};

const firstNameOf = (schemes: SecuritySchemes): string => Object.keys(schemes)[0] ?? '';
