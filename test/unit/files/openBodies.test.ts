import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { buildOpenBodies, giveUp } from '../../../src/features/files/storage/adapterStorage.ts';

/** A body as storage adapters make it, of a stream that does not end by itself. */
const body = () => {
  const stream = new Readable({ read: () => {} });
  stream.push('one');
  const response = new Response(stream as unknown as BodyInit);
  return { stream, bytes: response.body as ReadableStream<Uint8Array> };
};

const isDestroyed = ({ stream }: ReturnType<typeof body>) => expect.poll(() => stream.destroyed);

describe('bodies from the storage', () => {
  it('one that is given up unread is closed', async () => {
    const unread = body();
    giveUp(unread.bytes);
    await isDestroyed(unread).toBe(true);
  });

  it('one whose reader ends is closed, whether it has read or not', async () => {
    const read = buildOpenBodies(10);
    for (const isRead of [false, true]) {
      const one = body();
      const iterator = read(one.bytes)[Symbol.asyncIterator]();
      if (isRead) expect(Buffer.from((await iterator.next()).value).toString()).toBe('one');
      await iterator.return?.();
      await isDestroyed(one).toBe(true);
    }
  });

  it('one that is to be cut and is not read is closed', async () => {
    const one = body();
    const nothing = async function* (all: AsyncIterable<Uint8Array>) {
      for await (const chunk of all) yield chunk.subarray(1);
    };
    await buildOpenBodies(10)(one.bytes, nothing)[Symbol.asyncIterator]().return?.();
    await isDestroyed(one).toBe(true);
  });

  it('the one whose reader has waited for the longest time ends for a new one', async () => {
    const read = buildOpenBodies(2);
    const [first, second, third] = [body(), body(), body()];
    const [slow, quick] = [first, second].map(({ bytes }) => read(bytes)[Symbol.asyncIterator]());
    await quick?.next();
    await slow?.next();
    second.stream.push('two');
    await quick?.next();
    read(third.bytes);
    await isDestroyed(first).toBe(true);
    expect([second.stream.destroyed, third.stream.destroyed]).toEqual([false, false]);
    await expect(slow?.next()).rejects.toThrow('slow');
    second.stream.push('three');
    expect(Buffer.from((await quick?.next())?.value).toString()).toBe('three');
  });

  it('those that were read to their end are not counted', async () => {
    const read = buildOpenBodies(1);
    const whole = body();
    whole.stream.push(null);
    for await (const _ of read(whole.bytes));
    const [stays, next] = [body(), body()];
    const iterator = read(stays.bytes)[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.return?.();
    read(next.bytes);
    expect(next.stream.destroyed).toBe(false);
  });
});
