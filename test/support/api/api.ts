import type { TestPortal } from '../portal/payload.ts';
import type { Person } from '../portal/people.ts';

export interface Answered {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape, and fail where it is another one
  body: any;
}

/** A client of the API with credentials of its own. */
export interface Client {
  /** The header by which it says who it is. */
  readonly authorization: string | null;
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  get(path: string, headers?: Record<string, string>): Promise<Answered>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>;
  delete(path: string, headers?: Record<string, string>): Promise<Answered>;
}

/** @param authorization the header's value; null sends none */
export const clientOf = ({ fetch }: Pick<TestPortal, 'fetch'>, authorization: string | null): Client => {
  const request: Client['request'] = async (method, path, body, headers = {}) => {
    const response = await fetch(`/api${path}`, {
      method,
      headers: {
        ...(authorization !== null && { Authorization: authorization }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
  return {
    authorization,
    request,
    get: (path, headers) => request('GET', path, undefined, headers),
    post: (path, body, headers) => request('POST', path, body, headers),
    patch: (path, body, headers) => request('PATCH', path, body, headers),
    delete: (path, headers) => request('DELETE', path, undefined, headers),
  };
};

export const sessionOf = (portal: TestPortal, { token }: Person): Client => clientOf(portal, `JWT ${token}`);

interface NewKey {
  owner: Person;
  /** Null spans all. */
  organization?: number | null;
  scopes?: readonly string[];
}

/** Creates a key as a member of staff, and returns it. */
export const makeKey = async (
  portal: TestPortal,
  maker: Person,
  { owner, organization = null, scopes }: NewKey,
): Promise<string> => {
  const { status, body } = await sessionOf(portal, maker).post('/portal/v1/api-keys', {
    name: 'a key',
    owner_id: String(owner.id),
    ...(organization !== null && { organization_id: String(organization) }),
    ...(scopes && { scopes }),
  });
  if (status !== 201) throw new Error(`No key was made: ${JSON.stringify(body)}`);
  return body.key;
};

/** The same as a client that uses it. */
export const keyClient = async (portal: TestPortal, maker: Person, key: NewKey): Promise<Client> =>
  clientOf(portal, `Bearer ${await makeKey(portal, maker, key)}`);
