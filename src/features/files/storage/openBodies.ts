type Bytes = AsyncIterable<Uint8Array>;

/**
 * Ends a body that no one has read of. Node closes a stream of its own only if reading has begun: without that, the connection to
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
