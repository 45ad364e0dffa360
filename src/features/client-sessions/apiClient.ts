import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { leaveUncounted } from '../../core/http/rate-limit/rateLimit.ts';
import { isStreamedForm, type StreamedForm } from '../../core/http/upload/streamedForm.ts';
import { apiAddress } from '../../core/shared/portal/apiRoute.ts';
import { type SharedSession, shareSession } from './sessions/credential.ts';

/** A response of the JSON API. */
export interface ApiResponse {
  readonly status: number;
  /** It is null for a response without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: the pages read the parts that the API documents.
  readonly body: any;
  readonly headers: Headers;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below that of the client API, such as `/tickets?page=2`. */
  readonly path: string;
  /** True for a path below `/portal/v1` itself: a route for people without a session. */
  readonly isOutside?: boolean;
  /** Sent as JSON, or as a form with a file. */
  readonly body?: object | FormData | StreamedForm;
  /** The key of a POST that may come twice. */
  readonly idempotencyKey?: string | undefined;
  /** True if it takes back what another request of the same form has done. */
  readonly isUndoing?: boolean;
  /** The language of the response's sentences. @default that of the browser */
  readonly language?: string;
}

/** Sends requests to the client API in this process, for one request of a browser. */
export interface ApiClient {
  send(request: ApiRequest): Promise<ApiResponse>;
  /** The cookies that the API has set, for the browser. */
  readonly cookies: readonly string[];
}

/** Headers of the browser that the API reads: the session, its checks, the language and the address. */
const passedOn = [
  'cookie',
  'origin',
  'accept-language',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'authorization',
];

/** Headers about the body of the browser's request, which is not the one that is sent on. */
const ofBody = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding', 'accept'];

const nameOf = (cookie: string): string => cookie.split('=', 1)[0] ?? '';

/** Adds the cookies that the API has set, and drops those that it has cleared, as the browser's next request would have them. */
const addCookies = (headers: Headers, set: readonly string[]): void => {
  if (set.length === 0) return;
  const pairs = (headers.get('Cookie') ?? '').split(';').map((pair) => pair.trim());
  const cookies = new Map(pairs.map((pair) => [nameOf(pair), pair]));
  for (const cookie of set) {
    const pair = cookie.split(';', 1)[0]?.trim() ?? '';
    const name = nameOf(pair);
    if (pair === `${name}=` || /;\s*max-age=0\s*(;|$)/i.test(cookie)) cookies.delete(name);
    else cookies.set(name, pair);
  }
  headers.set('Cookie', [...cookies.values()].filter(Boolean).join('; '));
};

/** @param isForApp true if the app reads its own session from them: then all headers are passed on */
const headersFrom = (given: Headers, isForApp: boolean): Headers => {
  const passes = (name: string) => (isForApp || passedOn.includes(name)) && !ofBody.includes(name);
  return new Headers([...given].filter(([name]) => passes(name)));
};

/** Makes the API respond in a language, whatever the browser asks for and the CMS remembers of it. */
const speak = (headers: Headers, language: string, { config }: Payload): void => {
  const isOther = (cookie: string) => !cookie.trim().startsWith(`${config.cookiePrefix}-lng=`);
  const cookies = headers.get('Cookie')?.split(';').filter(isOther) ?? [];
  headers.delete('Cookie');
  if (cookies.length > 0) headers.set('Cookie', cookies.join(';').trim());
  headers.set('Accept-Language', language);
};

interface Opening {
  readonly payload: Payload;
  readonly portal: PortalContext;
  /** Headers of the browser's request. */
  readonly headers: Headers;
  /** The origin of the browser's request. */
  readonly origin: string;
  /** True if all requests are of one page: those that only read share a look at the session, which lasts for a second. */
  readonly isOfOnePage?: boolean;
  /** The CMS's whole REST stack, in this process. */
  handle(request: Request): Promise<Response>;
}

/**
 * Creates the client of the API for a request of a browser. Pages contain no gate and no rule: each renders responses of the API, and what
 * belongs to the records in them.
 */
export const createApiClient = (opening: Opening): ApiClient => {
  const { payload, portal, headers: given, origin, isOfOnePage = false, handle } = opening;
  const cookies: string[] = [];
  let session: SharedSession = {};
  const root = apiAddress(payload, portal, origin, '/portal/v1');
  return {
    cookies,
    async send({ method, path, isOutside = false, body, idempotencyKey, isUndoing, language }) {
      const headers = headersFrom(given, portal.options.clients.authenticate !== null);
      addCookies(headers, cookies);
      if (language !== undefined) speak(headers, language, payload);
      if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey);
      const address = `${root}${isOutside ? '' : '/client'}${path}`;
      const request = new Request(address, { method, headers, ...contentOf(body, headers) });
      if (isUndoing) leaveUncounted(request);
      if (isOfOnePage && method === 'GET') shareSession(request, session);
      const response = await handle(request);
      // The change may have been one of the session.
      if (method !== 'GET') session = {};
      cookies.push(...response.headers.getSetCookie());
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? null : JSON.parse(text),
      };
    },
  };
};

/** A client of the API whose refusals are in the language of the page that shows them. */
export const apiClientIn = (language: string, { cookies, send }: ApiClient): ApiClient => ({
  cookies,
  send: (request) => send({ language, ...request }),
});

/** The body of a request; `headers` gets its type. */
const contentOf = (body: ApiRequest['body'], headers: Headers): RequestInit => {
  if (body === undefined || body instanceof FormData) return body ? { body } : {};
  headers.set('Content-Type', isStreamedForm(body) ? body.contentType : 'application/json');
  if (!isStreamedForm(body)) return { body: JSON.stringify(body) };
  // Without it a stream is no body. The types of the browser do not know it.
  return { body: body.stream(), duplex: 'half' } as RequestInit;
};
