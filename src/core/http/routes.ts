import { type Holders, type Method, type Operation, usersOf } from './operation.ts';

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

export const buildRoutes = (operations: readonly Operation[]): readonly Route[] => {
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
