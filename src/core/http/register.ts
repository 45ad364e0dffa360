import { METHODS } from 'node:http';
import type { Config, Endpoint } from 'payload';
import type { PortalContext } from '../context.ts';
import { OptionError } from '../shared/errors/startErrors.ts';
import { buildHandler } from './handler.ts';

/** The beginnings of the API's addresses, below the app's API route and the option `prefix`. */
const roots = ['/v1', '/portal/v1'];

/**
 * All methods that Node knows, so that the API itself refuses an unsupported one. The CMS's type names only the usual ones.
 */
const methods = METHODS.map((method) => method.toLowerCase() as Endpoint['method']);

/**
 * Passes every request below the API's prefixes to one handler, so that unknown routes and methods get the same kind of
 * response.
 */
export const registerApi = (config: Config, portal: PortalContext): Config => {
  const handler = buildHandler(portal);
  const { prefix } = portal.options;
  assertReachable(config, prefix);
  const endpoints = roots.flatMap((root) =>
    methods.map((method): Endpoint => ({ path: everythingBelow(prefix + root), method, handler })),
  );
  return { ...config, endpoints: [...(config.endpoints ?? []), ...endpoints] };
};

/** The CMS looks for a collection by the first part of an address before it looks for an endpoint. */
const assertReachable = ({ collections = [] }: Config, prefix: string): void => {
  const taken = roots.map((root) => (prefix + root).split('/')[1]);
  const twin = collections.find(({ slug }) => taken.includes(slug));
  if (twin)
    throw new OptionError(
      'prefix',
      `has to be another one: the collection ${twin.slug} answers at that address.`,
    );
};

/**
 * The CMS's router also takes an expression, although its types do not say so. A pattern with a parameter would be decoded,
 * and a malformed address would end as a 500.
 */
const everythingBelow = (prefix: string): string => new RegExp(`^${prefix}(?:/|$)`) as unknown as string;
