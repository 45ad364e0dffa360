export interface SupportPortalClientOptions {
  /**
   * The address of the portal: its origin (`https://portal.example.com`), or the root of its API if that is not `/api`
   * (`https://example.com/api/support`).
   */
  readonly url: string | URL;
  /** `sp_live_…`; its scopes say which calls it may make. */
  readonly apiKey: string;
  /**
   * What sends the requests.
   *
   * @default Node's own
   */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * How long each try may take, in milliseconds. Uploads may take as long as they take, and of downloads only their
   * beginning is timed.
   *
   * @default 30000
   */
  readonly timeoutMs?: number;
  /**
   * How often a call is sent again at most: after 429 and 503, and if its outcome is unknown. A PATCH without
   * `ifMatch` is sent again only after 429. 0 sends everything once.
   *
   * @default 3
   */
  readonly retries?: number;
}

/** What every call takes beside its input. */
export interface CallOptions {
  /** Gives the call up; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Of a POST, 1 to 255 printable characters: the same call under the same name is done once within 24 hours.
   *
   * @default a new one for each call, the same on its retries
   */
  readonly idempotencyKey?: string | undefined;
  /** Of a change: goes on only if the record still has this `etag`, else 412. */
  readonly ifMatch?: string | null | undefined;
}

export interface ResolvedClientOptions {
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly retries: number;
  /** Of the API, without a slash at its end. */
  readonly root: string;
}

/** @throws {TypeError} for what is no address or no key */
export const resolveClientOptions = ({
  url,
  apiKey,
  fetch = globalThis.fetch,
  timeoutMs = 30_000,
  retries = 3,
}: SupportPortalClientOptions): ResolvedClientOptions => {
  if (!apiKey) throw new TypeError('apiKey: give an API key of the portal.');
  const { origin, pathname } = new URL(url);
  const path = pathname === '/' ? '/api' : pathname.replace(/\/+$/, '');
  return { apiKey, fetch, timeoutMs, retries, root: `${origin}${path}` };
};
