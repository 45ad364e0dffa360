import { formatAdminURL } from 'payload/shared';

/** The response of the CMS's REST API. A rejection is a value with the server's message. */
export type CmsAnswer<Output> =
  | { readonly ok: true; readonly output: Output }
  | { readonly ok: false; readonly message: string };

interface CmsRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the API's route, such as `/tickets/1`. */
  readonly path: `/${string}`;
  readonly body?: object;
}

/** Calls the CMS's REST as the person who is logged in, by their session cookie. Never rejects. */
export const callCms = async <Output>(
  apiRoute: string,
  { method, path, body }: CmsRequest,
): Promise<CmsAnswer<Output>> => {
  try {
    const response = await fetch(formatAdminURL({ apiRoute: apiRoute as `/${string}`, path }), {
      method,
      credentials: 'include',
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    return response.ok
      ? { ok: true, output: answer as Output }
      : { ok: false, message: sentenceOf(answer, response.status) };
  } catch {
    return { ok: false, message: 'The portal could not be reached. Try again in a moment.' };
  }
};

interface CmsErrors {
  readonly errors?: readonly {
    readonly message?: string;
    readonly data?: { readonly errors?: readonly { readonly message?: string }[] } | null;
  }[];
}

/** Prefers the messages of single fields to the general one. */
export const sentenceOf = (answer: unknown, status: number): string => {
  if (status === 401) return 'You are no longer logged in. Log in again, then try once more.';
  const [error] = (answer as CmsErrors | null)?.errors ?? [];
  const details = error?.data?.errors?.flatMap(({ message }) => message ?? []).join(' ');
  return details || error?.message || 'That did not work. Try again in a moment.';
};
