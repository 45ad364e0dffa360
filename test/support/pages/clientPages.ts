import type { TestPortal } from '../portal/payload.ts';
import { serverUrl } from '../portal/payload.ts';
import { pagesOf } from '../portal/serve.ts';

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The path of a redirect; null for a page. */
  readonly location: string | null;
}

/** A browser without JavaScript on the client pages: it keeps cookies, and sends forms. */
export interface PageVisitor {
  readonly cookies: Map<string, string>;
  open(path: string, headers?: Record<string, string>): Promise<Page>;
  /** Sends a form; with a file, or as `FormData`, it is `multipart/form-data`, and a blob is what it says. */
  send(
    path: string,
    fields: Readonly<Record<string, string | File>> | FormData | Blob,
    headers?: Record<string, string>,
  ): Promise<Page>;
}

export const visitPages = (
  portal: Pick<TestPortal, 'payload' | 'handle'>,
  kept: ReadonlyMap<string, string> = new Map(),
): PageVisitor => {
  const pages = pagesOf(portal);
  const cookies = new Map(kept);
  const fetchPage = async (path: string, init: RequestInit): Promise<Page> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    if (!headers.has('X-Forwarded-For')) headers.set('X-Forwarded-For', '192.0.2.1');
    const response = await pages(new Request(`${serverUrl}${path}`, { ...init, headers }));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: response.status,
      headers: response.headers,
      html: await response.text(),
      location: response.headers.get('Location'),
    };
  };
  return {
    cookies,
    open: (path, headers = {}) => fetchPage(path, { headers }),
    send(path, fields, headers = {}) {
      const body = fields instanceof FormData || fields instanceof Blob ? fields : formOf(fields);
      return fetchPage(path, { method: 'POST', body, headers: { Origin: serverUrl, ...headers } });
    },
  };
};

const formOf = (fields: Readonly<Record<string, string | File>>): FormData | URLSearchParams => {
  const hasFile = Object.values(fields).some((value) => value instanceof File);
  const form = hasFile ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) form.append(name, value as string);
  return form;
};
