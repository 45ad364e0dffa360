import type { Answered } from './api.ts';

/** A portal, or the address of one, that takes requests below `/api`. */
interface UploadServer {
  /** True if `fetch` itself sends the length of a body. */
  readonly isRemote?: boolean;
  fetch(path: string, init: RequestInit): Promise<Response>;
}

interface Beginning {
  readonly size: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly headers?: Record<string, string>;
}

export const encodeMetadata = (metadata: Readonly<Record<string, string>>): string =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** A client of the protocol, as small as it can be. */
export const tusClient = (
  server: UploadServer,
  credentials: Record<string, string>,
  root = '/api/portal/v1/uploads',
) => {
  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Uint8Array,
  ): Promise<Answered> => ask(method, path, { 'Tus-Resumable': '1.0.0', ...headers }, body);
  const ask = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Uint8Array,
  ): Promise<Answered> => {
    const response = await server.fetch(path, {
      method,
      headers: { ...credentials, ...headers },
      ...(body && { body: body as BodyInit }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
  return {
    send,
    begin: ({ size, metadata, headers = {} }: Beginning) =>
      send('POST', root, {
        'Upload-Length': String(size),
        'Upload-Metadata': encodeMetadata(metadata),
        ...headers,
      }),
    append: (location: string, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) =>
      send(
        'PATCH',
        location,
        {
          'Content-Type': 'application/offset+octet-stream',
          'Upload-Offset': String(offset),
          ...(!server.isRemote && { 'Content-Length': String(bytes.byteLength) }),
          ...headers,
        },
        bytes,
      ),
    look: (location: string) => send('HEAD', location, {}),
    /** Its state, as a page asks for it. */
    read: (location: string) => ask('GET', location, {}),
    end: (location: string) => send('DELETE', location, {}),
  };
};

const megabyte = 1024 * 1024;

/** Sends what is missing of an upload, in chunks of 2 MiB. A process that dies ends it. */
export const sendRest = async (
  client: ReturnType<typeof tusClient>,
  location: string,
  content: Uint8Array,
): Promise<void> => {
  // The lock of a process that died ends with its lease.
  const look = async (): Promise<number> => {
    const { status, headers } = await client.look(location);
    return status === 409 ? look() : Number(headers.get('Upload-Offset'));
  };
  let offset = await look();
  while (offset < content.length) {
    const answer = await client.append(location, offset, content.subarray(offset, offset + 2 * megabyte));
    if (answer.status === 409) offset = await look();
    else offset = Number(answer.headers.get('Upload-Offset'));
  }
};
