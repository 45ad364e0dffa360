import { Server } from '@tus/server';
import type { Payload, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { ApiError, isApiError, notFound } from '../../../core/shared/errors/errors.ts';
import { say } from '../../../core/texts/say.ts';
import { rowLock } from './rowLock.ts';
import { assertRoom, buildOpenBytes, type OpenBytes } from './store.ts';

export const protocolVersion = '1.0.0';

interface TusRequest {
  readonly method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: PayloadRequest['body'];
  readonly signal?: AbortSignal | undefined;
}

/** The protocol of resumable uploads, on rows and bytes of the portal. */
export interface Tus {
  readonly bytes: OpenBytes;
  /** @throws {ApiError} for a refusal of the protocol */
  handle(request: TusRequest): Promise<Headers>;
}

const key = Symbol.for('payload-support-portal.tus');

/** The protocol of a Payload instance, shared by all copies of this module. */
export const tusOf = (payload: Payload, portal: PortalContext): Promise<Tus> => {
  const instance = payload as Payload & { [key]?: Promise<Tus> | undefined };
  instance[key] ??= buildTus(payload, portal).catch((error: unknown) => {
    instance[key] = undefined;
    throw error;
  });
  return instance[key];
};

const buildTus = async (payload: Payload, portal: PortalContext): Promise<Tus> => {
  const bytes = await buildOpenBytes(payload, portal);
  const failures = new WeakMap<object, unknown>();
  const idOf = (request: { readonly url: string }) => new URL(request.url).pathname.slice(1);
  const server = new Server({
    path: '/',
    datastore: bytes.store,
    locker: { newLock: (id) => rowLock(payload, id) },
    // A request that waits for the lock gets it within two seconds of the sign, and this one.
    lockDrainTimeout: 1_000,
    namingFunction: idOf,
    getFileIdFromRequest: idOf,
    generateUrl: (_request, { id }) => id,
    // The API itself sets the headers for pages of other origins.
    allowedOrigins: () => false,
    onResponseError(request, error) {
      failures.set(request, error);
      return undefined;
    },
  });
  return {
    bytes,
    async handle({ method, id, headers, body, signal }) {
      const request = new Request(`http://uploads/${id}`, {
        method,
        headers: { ...headers, 'Tus-Resumable': protocolVersion },
        // Node's streams need it, and the types of the browser do not know it.
        ...(body && ({ body: untilAborted(body, signal), duplex: 'half' } as RequestInit)),
      });
      const response = await server.handleWeb(request);
      const failure = failures.get(request);
      if (response.status < 400 && failure === undefined) return response.headers;
      if (isApiError(failure)) throw failure;
      const refusal = refusalOf(response.status);
      if (refusal) throw refusal;
      await assertRoom({ payload, portal }, 0);
      throw failure ?? new Error(`The store of uploads answered ${response.status}.`);
    },
  };
};

/** Returns null for a fault. */
const refusalOf = (status: number): ApiError | null => {
  if (status === 404 || status === 410) return notFound();
  if (status === 409) return new ApiError('conflict', say('uploads:errors:offset'));
  if (status === 413) return new ApiError('payload_too_large', say('uploads:errors:moreThanLeft'));
  return status < 500 ? new ApiError('bad_request', say('uploads:errors:stopped')) : null;
};

/** A body that ends with an error once its connection is known to be gone: some servers leave it open for ever. */
const untilAborted = (
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> => {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(new Error('The connection is gone.')), {
          once: true,
        });
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
};
