import { describe, expect, it } from 'vitest';
import { addRange, isWhole, type PartRange } from '../../../src/features/files/serving/range.ts';
import { sentStream } from '../../../src/features/files/serving/serveBytes.ts';

const all = (...ranges: [number, number][]): readonly PartRange[] =>
  ranges.reduce<readonly PartRange[]>((sent, [start, end]) => addRange(sent, { start, end }), []);

describe('the ranges of a download', () => {
  it.each([
    [[[0, 9]], true],
    [[[0, 8]], false],
    [
      [
        [5, 9],
        [0, 4],
      ],
      true,
    ],
    [
      [
        [0, 3],
        [6, 9],
        [2, 7],
      ],
      true,
    ],
    [
      [
        [0, 3],
        [5, 9],
      ],
      false,
    ],
    [[[1, 9]], false],
    [
      [
        [0, 9],
        [3, 4],
      ],
      true,
    ],
    [
      [
        [0, 4],
        [0, 4],
        [0, 4],
      ],
      false,
    ],
  ] satisfies [[number, number][], boolean][])('%j are the whole of ten bytes: %s', (ranges, expected) => {
    expect(isWhole(all(...ranges), 10)).toBe(expected);
  });

  it('of an empty file are always the whole', () => {
    expect(isWhole(all([0, -1]), 0)).toBe(true);
    expect(all([0, -1])).toEqual([]);
  });

  it('that are many are forgotten, the smallest first', () => {
    const many = Array.from({ length: 500 }, (_, index): [number, number] => [index * 10, index * 10]);
    const sent = all([10_000, 20_000], ...many);
    expect(sent).toHaveLength(100);
    expect(sent.at(-1)).toEqual({ start: 10_000, end: 20_000 });
  });
});

async function* chunks(...sizes: number[]) {
  for (const size of sizes) yield new Uint8Array(size);
}

describe('what a response has sent', () => {
  const start = (
    connection: Promise<boolean> | null,
    bytes: AsyncIterable<Uint8Array> = chunks(10, 20, 5),
  ) => {
    const reports: PartRange[] = [];
    const stream = sentStream({ bytes, start: 100, connection, report: (sent) => reports.push(sent) });
    return { reports, reader: stream.getReader() };
  };

  it('is everything once the server has asked for more than the last byte', async () => {
    const { reports, reader } = start(null);
    for (let read = 0; read < 3; read += 1) await reader.read();
    expect(reports).toEqual([]);
    expect((await reader.read()).done).toBe(true);
    expect(reports).toEqual([{ start: 100, end: 134 }]);
  });

  it('ends before the chunk that was on its way when the client left', async () => {
    const { reports, reader } = start(null);
    await reader.read();
    await reader.read();
    await reader.cancel();
    expect(reports).toEqual([{ start: 100, end: 109 }]);
  });

  it('is nothing if the client left before the first chunk was taken', async () => {
    const { reports, reader } = start(null);
    await reader.read();
    await reader.cancel();
    expect(reports).toEqual([{ start: 100, end: 99 }]);
  });

  it('is everything only after the connection has taken the last byte, if it tells', async () => {
    let settle = (_arrived: boolean): void => {};
    const connection = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const { reports, reader } = start(connection);
    while (!(await reader.read()).done);
    expect(reports).toEqual([]);
    settle(true);
    await expect.poll(() => reports).toEqual([{ start: 100, end: 134 }]);
  });

  it('lacks the last chunk if the connection broke while it was on its way', async () => {
    const { reports, reader } = start(Promise.resolve(false));
    while (!(await reader.read()).done);
    await expect.poll(() => reports).toEqual([{ start: 100, end: 129 }]);
  });

  it('is what came before, if the storage fails', async () => {
    async function* failing() {
      yield new Uint8Array(10);
      yield new Uint8Array(10);
      throw new Error('The storage is gone.');
    }
    const { reports, reader } = start(null, failing());
    await reader.read();
    await reader.read();
    await expect(reader.read()).rejects.toThrow('The storage is gone.');
    expect(reports).toEqual([{ start: 100, end: 119 }]);
  });
});
