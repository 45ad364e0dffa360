import type { Method, Operation } from '../operations/operation.ts';

/** One path and what may be done with it. */
export interface Route {
  readonly path: string;
  readonly operations: Readonly<Partial<Record<Method, Operation>>>;
}

export const buildRoutes = (operations: readonly Operation[]): readonly Route[] => {
  const routes = new Map<string, Partial<Record<Method, Operation>>>();
  for (const operation of operations) {
    const methods = routes.get(operation.path) ?? {};
    if (methods[operation.method])
      throw new Error(`Two operations answer ${operation.method} ${operation.path}.`);
    routes.set(operation.path, { ...methods, [operation.method]: operation });
  }
  return [...routes].map(([path, methods]) => ({ path, operations: methods }));
};

export const findRoute = (routes: readonly Route[], path: string): Route | null =>
  routes.find((route) => route.path === path) ?? null;

/** Methods for `Allow`: what reads by GET reads by HEAD, and every route tells its methods by OPTIONS. */
export const allowedMethods = ({ operations }: Route): string => {
  const methods = Object.keys(operations).flatMap((method) =>
    method === 'GET' ? ['GET', 'HEAD'] : [method],
  );
  return [...methods, 'OPTIONS'].join(', ');
};

export const operationFor = ({ operations }: Route, method: string): Operation | null =>
  operations[(method === 'HEAD' ? 'GET' : method) as Method] ?? null;
