export interface SupportPortalClientOptions {
  /**
   * The address of the portal: its origin (`https://portal.example.com`), or the root of its API if that is not `/api`
   * (`https://example.com/api/support`).
   */
  readonly url: string | URL;
  /** `sp_live_…`; its scopes say which calls it may make. */
  readonly apiKey: string;
  /**
   * The function that sends the requests.
   *
   * @default Node's own
   */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Time limit of each try, in milliseconds. Uploads have no limit, and of downloads only the beginning is timed.
   *
   * @default 30000
   */
  readonly timeoutMs?: number;
  /**
   * Number of times that a call is retried at most: after 429 and 503, and if its outcome is unknown. A PATCH without
   * `ifMatch` is retried only after 429. 0 sends everything once.
   *
   * @default 3
   */
  readonly retries?: number;
}

/** Options of every call, beside its input. */
export interface CallOptions {
  /** Gives the call up; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Name of a POST, 1 to 255 printable characters: the same call under the same name is carried out once within 24 hours.
   *
   * @default a new one for each call, the same on its retries
   */
  readonly idempotencyKey?: string | undefined;
  /** Condition of a change: it is made only if the record still has this `etag`, else 412. */
  readonly ifMatch?: string | null | undefined;
}

export interface ResolvedClientOptions {
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly retries: number;
  /** Root of the API, without a trailing slash. */
  readonly root: string;
}

/** @throws {TypeError} if the address or the key is not valid */
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
