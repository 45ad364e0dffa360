import { expect, test } from 'vitest';
import { buildTogether } from '../../../src/core/request/readBytes.ts';

/** A body that begins, and never ends. */
async function* unfinished(bytes: number): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(bytes);
  await new Promise(() => {});
}

async function* whole(...chunks: number[]): AsyncGenerator<Uint8Array> {
  for (const bytes of chunks) yield new Uint8Array(bytes);
}

const sizeOf = async (source: AsyncIterable<Uint8Array>): Promise<number> => {
  let bytes = 0;
  for await (const chunk of source) bytes += chunk.byteLength;
  return bytes;
};

test('of unfinished bodies that are too large together the oldest end, and a whole one is read', async () => {
  const read = buildTogether(100);
  const outcomes: string[] = [];
  const begin = (name: string, bytes: number) => {
    sizeOf(read(unfinished(bytes))).catch(({ code }) => outcomes.push(`${name} ${code}`));
  };
  begin('first', 40);
  begin('second', 40);
  expect(await sizeOf(read(whole(5, 5)))).toBe(10);
  expect(outcomes).toEqual([]);
  expect(await sizeOf(read(whole(15, 15)))).toBe(30);
  await expect.poll(() => outcomes).toEqual(['first unavailable']);
  begin('third', 50);
  begin('fourth', 50);
  await expect.poll(() => outcomes).toEqual(['first unavailable', 'second unavailable']);
});

test('a body that has ended, or failed, takes no room', async () => {
  const read = buildTogether(100);
  for (let count = 0; count < 10; count += 1) {
    for await (const _ of read(whole(50, 50))) break;
    expect(await sizeOf(read(whole(50, 50)))).toBe(100);
  }
});
