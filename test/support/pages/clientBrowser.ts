import type { TestPortal } from '../portal/payload.ts';
import { serverUrl } from '../portal/payload.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any response, whose parts a test asserts.
  readonly body: any;
}

/** A browser as the portal sees it: it keeps cookies, and sends its origin. */
export interface ClientBrowser {
  readonly cookies: ReadonlyMap<string, string>;
  /** Sends a request to a path below `/api/portal/v1/client`. */
  send(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
  /** A second browser with the same cookies. */
  copy(): ClientBrowser;
}

/** @param address the address that the request comes from */
export const openBrowser = (
  portal: Pick<TestPortal, 'fetch'>,
  address = '192.0.2.1',
  kept: ReadonlyMap<string, string> = new Map(),
): ClientBrowser => {
  const cookies = new Map(kept);
  return {
    cookies,
    copy: () => openBrowser(portal, address, cookies),
    async send(method, path, body, headers = {}) {
      const response = await portal.fetch(`/api/portal/v1/client${path}`, {
        method,
        headers: {
          Origin: serverUrl,
          'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
          'X-Forwarded-For': address,
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie);
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? null : JSON.parse(text),
      };
    },
  };
};

const keep = (cookies: Map<string, string>, header: string): void => {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
  if (value === '') cookies.delete(name);
  else cookies.set(name, value);
};
