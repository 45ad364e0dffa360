import { formatAdminURL } from 'payload/shared';
import type { RecordId } from '../../shared/values/ids.ts';
import { loggedOut, personOfPage, type Reason, unexplained, unreachable } from './portalApi.ts';

/** The response of the CMS's REST API. A rejection is a value with its reason. */
export type CmsResult<Output> =
  | { readonly ok: true; readonly output: Output }
  | { readonly ok: false; readonly message: Reason };

interface CmsRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the API's route, such as `/tickets/1`. */
  readonly path: `/${string}`;
  readonly body?: object;
  /**
   * True if the request outlives its page.
   *
   * @default false
   */
  readonly keepalive?: boolean;
  /** The person who opened the page, for a request that no one else's session may make. */
  readonly person?: RecordId | undefined;
}

/** Calls the CMS's REST as the logged-in user, by their session cookie. Never rejects. */
export const callCms = async <Output>(
  apiRoute: string,
  { method, path, body, keepalive = false, person }: CmsRequest,
): Promise<CmsResult<Output>> => {
  try {
    const response = await fetch(formatAdminURL({ apiRoute: apiRoute as `/${string}`, path }), {
      method,
      keepalive,
      credentials: 'include',
      headers: { ...(body && { 'Content-Type': 'application/json' }), ...personOfPage(person) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const parsed: unknown = await response.json();
    if (response.ok) return { ok: true, output: parsed as Output };
    const isLoggedOut = response.status === 403 && !(await mayUseAdmin(apiRoute));
    return { ok: false, message: reasonOf(parsed, isLoggedOut ? 401 : response.status) };
  } catch {
    return { ok: false, message: unreachable };
  }
};

/**
 * True if the user may still use the admin UI. The CMS answers 403 both to a session that is over and to a user without
 * access.
 */
export const mayUseAdmin = async (apiRoute: string): Promise<boolean> => {
  const address = formatAdminURL({ apiRoute: apiRoute as `/${string}`, path: '/access' });
  const response = await fetch(address, { credentials: 'include' });
  const { canAccessAdmin } = (await response.json()) as { canAccessAdmin?: boolean };
  return canAccessAdmin === true;
};

interface CmsErrors {
  /** The portal's own refusal. */
  readonly message?: string;
  readonly errors?: readonly {
    readonly message?: string;
    readonly data?: { readonly errors?: readonly { readonly message?: string }[] } | null;
  }[];
}

/** Prefers the messages of single fields to the general one. */
export const reasonOf = (body: unknown, status: number): Reason => {
  if (status === 401) return loggedOut;
  const [error] = (body as CmsErrors | null)?.errors ?? [];
  const details = error?.data?.errors?.flatMap(({ message }) => message ?? []).join(' ');
  return details || error?.message || (body as CmsErrors | null)?.message || unexplained;
};
