import type { Config, Endpoint } from 'payload';
import type { PortalContext } from '../context.ts';
import { operations } from '../operations/index.ts';
import { buildHandler } from './handler.ts';
import { buildRoutes } from './routes.ts';

const prefixes = ['/v1', '/portal/v1'];

const methods: readonly Endpoint['method'][] = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'];

/** Hands every request below the API's prefixes to one handler, so that unknown routes and methods answer alike. */
export const registerApi = (config: Config, context: PortalContext): Config => {
  const handler = buildHandler(buildRoutes(operations), context);
  const endpoints = prefixes.flatMap((prefix) =>
    methods.map((method): Endpoint => ({ path: `${prefix}/:path*`, method, handler })),
  );
  return { ...config, endpoints: [...(config.endpoints ?? []), ...endpoints] };
};
