import {
  createLocalReq,
  type Payload,
  type PayloadRequest,
  type SanitizedCollectionConfig,
  type UploadConfig,
} from 'payload';
import { keptOn } from '../../../core/shared/concurrency/keptOn.ts';
import type { StoredFile } from '../record/storedFile.ts';
import type { PartRange } from '../serving/range.ts';
import type { FileStorage } from './storage.ts';

type Handler = NonNullable<UploadConfig['handlers']>[number];

const own = Symbol.for('payload-support-portal.fileHandler');

/**
 * Files that are read at once, all together. An adapter's client has a limited number of connections, that of S3 a hundred, and a
 * download holds one for as long as its reader likes.
 */
const mostOpen = 80;

/** Marks the portal's handler among those of a collection: it is the one that asks the others. */
export const ownHandler = (handler: Handler): Handler => Object.assign(handler, { [own]: true });

/** The storage that a storage plugin has put into the collection: its handler reads, its hooks store and delete. */
export const adapterStorage = (payload: Payload, collection: SanitizedCollectionConfig): FileStorage => {
  const handlers = (collection.upload.handlers ?? []).filter((handler) => !(own in handler));
  const openBodies = keptOn(payload, 'openBodies', () => buildOpenBodies(mostOpen));
  const ask = async (file: StoredFile, range: PartRange | null): Promise<Response | null> => {
    const headers = new Headers(range ? { Range: `bytes=${range.start}-${range.end}` } : {});
    const req = await createLocalReq({ req: { headers } as Partial<PayloadRequest> }, payload);
    const params = { collection: collection.slug, filename: file.filename };
    for (const handler of handlers) {
      const response = await handler(req, { doc: file, headers: new Headers(), params });
      if (response) return settle(await follow(response, headers));
    }
    return null;
  };
  const sizeOf = async (file: StoredFile): Promise<number | null> => {
    // Some adapters return no response for an empty file.
    if (file.filesize === 0) return 0;
    const response = await ask(file, null);
    if (!response?.body) return null;
    const length = response.headers.get('Content-Length');
    if (length === null) return countBytes(response.body as unknown as AsyncIterable<Uint8Array>);
    giveUp(response.body);
    return Number(length);
  };
  return {
    own: null,
    undo: async (file) => {
      // A storage plugin deletes bytes only in its hook; the portal's own hooks ignore this collection.
      const req = await createLocalReq({}, payload);
      for (const hook of collection.hooks.afterDelete ?? []) {
        await hook({ id: file.id, collection, context: req.context, doc: file, req });
      }
      // The plugin logs what it could not delete, and goes on as if it had. An empty file leaves no bytes.
      if (file.filesize > 0 && (await sizeOf(file)) !== null)
        throw new Error(`The file storage kept the bytes of ${file.filename}.`);
    },
    sizeOf,
    async read(file, range) {
      if (file.filesize === 0) return none();
      const response = await ask(file, range);
      if (!response?.body) return null;
      return openBodies(
        response.body,
        range && response.status !== 206 ? (all) => cutBytes(all, range) : undefined,
      );
    },
  };
};

const countBytes = async (bytes: AsyncIterable<Uint8Array>): Promise<number> => {
  let size = 0;
  for await (const chunk of bytes) size += chunk.byteLength;
  return size;
};

/** A range of bytes that come whole. */
async function* cutBytes(
  bytes: AsyncIterable<Uint8Array>,
  { start, end }: PartRange,
): AsyncGenerator<Uint8Array> {
  let position = 0;
  for await (const chunk of bytes) {
    const part = chunk.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position));
    position += chunk.byteLength;
    if (part.byteLength > 0) yield part;
    if (position > end) return;
  }
}

async function* none(): AsyncGenerator<Uint8Array> {}

/** An adapter may hand out an address of its own, with its own signature. */
const follow = async (response: Response, headers: Headers): Promise<Response> => {
  const address = response.status >= 300 && response.status < 400 ? response.headers.get('Location') : null;
  return address === null ? response : fetch(address, { headers });
};

const settle = async (response: Response): Promise<Response | null> => {
  if (response.ok) return response;
  giveUp(response.body);
  if (response.status === 404) return null;
  throw new Error(`The file storage answered ${response.status}.`);
};

type Bytes = AsyncIterable<Uint8Array>;

/**
 * Closes a body that was never read. Node closes such a stream only once reading has begun: without that, the connection to
 * the storage would stay open for good.
 */
export const giveUp = (body: ReadableStream<Uint8Array> | null): void => {
  if (!body) return;
  const reader = body.getReader();
  reader
    .read()
    .then(() => reader.cancel())
    .catch(() => {});
};

/**
 * Builds a reader of bodies that come from the storage. If more are open than may be, the one whose reader has not asked for more
 * for the longest time is ended: its download breaks off, and can go on later.
 *
 * @param most number of bodies that are open at once
 */
export const buildOpenBodies = (most: number) => {
  /** The ends of the open ones. The one that was asked last comes last. */
  const open = new Set<() => Promise<void>>();

  /** @param pick picks the wanted bytes from all. Default: all */
  return (
    body: ReadableStream<Uint8Array>,
    pick: (all: Bytes) => AsyncGenerator<Uint8Array> = wholeOf,
  ): Bytes => {
    // A generator leaves the body alone until the first byte is asked for.
    const bytes = pick(body as unknown as Bytes);
    let state: 'new' | 'begun' | 'over' = 'new';
    const close = async (): Promise<void> => {
      open.delete(close);
      const before = state;
      state = 'over';
      if (before === 'new') giveUp(body);
      if (before === 'begun') await bytes.return(undefined);
    };
    const [longest] = open;
    if (open.size >= most) longest?.().catch(() => {});
    open.add(close);
    const next = async (): Promise<IteratorResult<Uint8Array>> => {
      if (state === 'over') throw new Error('The reader of a file was slow, while many others were read.');
      state = 'begun';
      open.delete(close);
      open.add(close);
      const result = await bytes.next().catch(async (error: unknown) => {
        await close();
        throw error;
      });
      if (result.done) open.delete(close);
      return result;
    };
    const end = async (): Promise<IteratorResult<Uint8Array>> => {
      await close();
      return { done: true, value: undefined };
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
  };
};

async function* wholeOf(bytes: Bytes): AsyncGenerator<Uint8Array> {
  yield* bytes;
}
