import { formatAdminURL } from 'payload/shared';

interface Routed {
  readonly config: { readonly routes: { readonly api: string } };
}

interface Prefixed {
  readonly options: { readonly prefix: string };
}

/** The beginning of the addresses of the portal's API, such as `/api`, before `/v1` and `/portal/v1`. */
export const apiRouteOf = ({ config }: Routed, { options }: Prefixed): string =>
  `${config.routes.api}${options.prefix}`;

/**
 * The address of a path of the API. In an app with a `basePath`, the CMS knows that by `NEXT_BASE_PATH`, which its
 * `withPayload` sets.
 *
 * @param origin '' for an address without one
 */
export const apiAddress = (routed: Routed, prefixed: Prefixed, origin: string, path: string): string =>
  formatAdminURL({
    apiRoute: apiRouteOf(routed, prefixed) as `/${string}`,
    path: path as `/${string}`,
    serverURL: origin,
  });

/** The part of a request's path below the API. The app's `basePath` stands before it, or Next has taken it off. */
export const belowApi = (pathname: string, routed: Routed, prefixed: Prefixed): string => {
  const below = [apiAddress(routed, prefixed, '', ''), apiRouteOf(routed, prefixed)];
  const start = below.find((one) => pathname === one || pathname.startsWith(`${one}/`)) ?? '';
  return pathname.slice(start.length);
};
