import { describe, expect, it } from 'vitest';
import { encodeInTurns } from '../../../src/core/http/encoding.ts';

const decoded = async (value: unknown) => (await encodeInTurns(value)).toString('utf8');

describe('a response that is written in turns', () => {
  const values: readonly unknown[] = [
    {
      data: [
        { id: '1', body: 'é\u0001"\\\ud83d\ude00' },
        { id: '2', at: new Date(0) },
      ],
      meta: { total: 2 },
    },
    { data: [], meta: {} },
    { meta: undefined, data: [undefined, null, [1, [2]]], last: null },
    { id: '1', name: undefined, tags: { a: 1 } },
    {},
    [],
    [[1], { a: [] }],
    'text',
    null,
    0,
  ];
  it.each(values.map((value) => ({ value })))('is the JSON of $value', async ({ value }) => {
    expect(await decoded(value)).toBe(JSON.stringify(value));
  });

  it('of a long page lets others have their turn', async () => {
    const page = { data: Array.from({ length: 20 }, (_, id) => ({ id, body: '\u0001'.repeat(50_000) })) };
    let isWritten = false;
    let turns = 0;
    const count = () => {
      turns += 1;
      if (!isWritten) setImmediate(count);
    };
    setImmediate(count);
    const text = await decoded(page);
    isWritten = true;
    expect(text).toBe(JSON.stringify(page));
    expect(turns).toBeGreaterThan(5);
  });
});
