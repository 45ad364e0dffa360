import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { publicOrigin } from '../../core/request/publicOrigin.ts';

/** The path of a client page, as browsers know it; null if there are no pages. */
export const clientPagePath = ({ options }: PortalContext, path: string): string | null =>
  options.clients.disabled ? null : `${options.clients.pages.path}${path}`;

/** The address of the client pages; null if there are none, or if the address of the portal is no URL. */
export const clientPagesAddress = (portal: PortalContext, portalUrl: string): string | null => {
  const pages = clientPagePath(portal, '');
  // The start warns of an address that is no URL.
  return pages !== null && URL.canParse(portalUrl) ? `${new URL(portalUrl).origin}${pages}` : null;
};

/** The address of a client page, for mails; null if there are no pages, or if the app does not know its own address. */
export const clientPageLink = (payload: Payload, portal: PortalContext, path: string): string | null => {
  const page = clientPagePath(portal, path);
  const origin = page === null ? null : publicOrigin(payload);
  return origin === null ? null : `${origin}${page}`;
};

/** Longest path, in characters. */
const longest = 500;

/** Any origin will do: a path that leads away from it is invalid. */
const origin = 'https://portal.invalid';

/**
 * True for the path of a client page, as a browser reads it: it takes `//host` and `/\\host` for another host's.
 *
 * @param below the path of the client pages
 */
export const isPagePath = (path: string, below: string): boolean => {
  // A browser sends every other character encoded.
  if (path.length > longest || !/^\/[!-~]*$/.test(path) || !URL.canParse(path, origin)) return false;
  const url = new URL(path, origin);
  const isBelow = url.pathname === below || url.pathname.startsWith(`${below}/`);
  return url.origin === origin && isBelow && !/%2f|%5c/i.test(url.pathname);
};
