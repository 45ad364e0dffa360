import { isClient, isStaff } from '../access/roles.ts';
import type { Feature } from '../feature.ts';
import type { ResolvedOptions } from '../options/resolve.ts';
import { withDescription } from './openapi/operations.ts';
import { openInput } from './opened/openInput.ts';
import { type Holders, type Method, type Operation, type Users, usersOf } from './operation.ts';

declare module '../context.ts' {
  interface PortalContext {
    /** The addresses of the API with their operations; none if the portal is disabled. */
    readonly routes: readonly Route[];
  }
}

/** A path and its operations by method. */
export interface Route {
  /** Such as `/v1/tickets/{ticket_id}`. */
  readonly path: string;
  readonly pattern: RegExp;
  readonly operations: Readonly<Partial<Record<Method, Operation>>>;
}

export interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

const buildRoutes = (operations: readonly Operation[]): readonly Route[] => {
  const routes = new Map<string, Partial<Record<Method, Operation>>>();
  for (const operation of operations) {
    const methods = routes.get(operation.path) ?? {};
    if (methods[operation.method])
      throw new Error(`Two operations answer ${operation.method} ${operation.path}.`);
    routes.set(operation.path, { ...methods, [operation.method]: operation });
  }
  return [...routes].map(([path, methods]) => ({ path, pattern: patternOf(path), operations: methods }));
};

/** Ids are made of letters, digits, `-` and `_`: an address with any other character matches nothing. */
const patternOf = (path: string): RegExp => {
  const literal = path.replace(/[.]/g, '\\.');
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>[\\w-]+)')}$`);
};

export const findRoute = (routes: readonly Route[], path: string): FoundRoute | null => {
  for (const route of routes) {
    const match = route.pattern.exec(path);
    if (match) return { route, params: { ...match.groups } };
  }
  return null;
};

/** Methods for `Allow`: a route with GET also has HEAD, and every route has OPTIONS. */
export const allowedMethods = ({ operations }: Route): string => {
  const methods = Object.keys(operations).flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
  return [...methods, 'OPTIONS'].join(', ');
};

/** The holders of a credential of the route's own, whatever the method; null if users may use the route. */
export const holdersOf = ({ operations }: Route): Holders | null => {
  const found = Object.values(operations).find(({ kind }) => kind === 'holders');
  return found?.kind === 'holders' ? found.who : null;
};

/** True if API keys are the only credential of a route, whatever the method. */
export const takesKeysAlone = ({ operations }: Route): boolean =>
  Object.values(operations).some((operation) => usersOf(operation)?.sessions?.length === 0);

export const operationFor = ({ operations }: Route, method: string): Operation | null =>
  operations[(method === 'HEAD' ? 'GET' : method) as Method] ?? null;

/**
 * Every operation of the features, in their order, with the routes for sessions.
 *
 * @throws {OptionError} if an option of an operation is wrong, such as the name of a tool
 */
export const operationTable = (
  features: readonly Feature[],
  options: ResolvedOptions,
): readonly Operation[] =>
  features.flatMap(({ operations = [] }) =>
    withSessionRoutes(typeof operations === 'function' ? operations(features, options) : operations),
  );

/**
 * The routes of all operations as a portal serves them: they take the fields that the app opens, and describe themselves.
 *
 * @throws {OptionError} as `operationTable`, and if the API has a field of the name of an opened one
 */
export const routesOf = (features: readonly Feature[], options: ResolvedOptions): readonly Route[] =>
  buildRoutes(
    withDescription(
      operationTable(features, options).map((operation) => openInput(operation, options.additions)),
    ),
  );

/** Adds the routes for sessions of each operation that takes them: below `/portal` and below `/portal/v1/client`. */
export const withSessionRoutes = (operations: readonly Operation[]): readonly Operation[] => [
  ...operations,
  ...operations.flatMap(sessionRoutes),
];

const sessionRoutes = (operation: Operation): readonly Operation[] => {
  const users = usersOf(operation);
  if (!users?.sessions || !operation.path.startsWith('/v1/')) return [];
  const { sessions } = users;
  return [
    ...(sessions.includes('staff') ? [teamRoute(operation, users)] : []),
    ...(sessions.includes('client') ? [clientRoute(operation, users)] : []),
  ];
};

const teamRoute = (operation: Operation, users: Users): Operation => {
  const isForTeam = users.sessions?.includes('representative');
  const { name, path, summary } = operation;
  return {
    ...operation,
    name: `${name}_for_${isForTeam ? 'team' : 'staff'}`,
    summary: `${summary} For staff${isForTeam ? ' and representatives' : ''}, by a session too.`,
    path: `/portal${path}`,
    who: {
      ...users,
      gate: isForTeam ? users.gate : (principal) => isStaff(principal) && users.gate(principal),
      sessions: users.sessions?.filter((kind) => kind !== 'client') ?? [],
    },
  } as Operation;
};

/** No API key is a credential there. */
const clientRoute = (operation: Operation, users: Users): Operation => {
  const { name, path, summary } = operation;
  return {
    ...operation,
    name: `${name}_for_client`,
    summary: `${summary} For clients, by the session of the client pages.`,
    path: `/portal/v1/client${path.slice('/v1'.length)}`,
    who: {
      ...users,
      gate: (principal) => isClient(principal) && users.gate(principal),
      sessions: ['client'],
    },
  } as Operation;
};
