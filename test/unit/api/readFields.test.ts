import { expect, it } from 'vitest';
import { readFields } from '../../../src/core/http/body.ts';
import { growthOfTenfold } from '../../support/growth.ts';

it('reads parameters in a time that grows with their number, and no faster', () => {
  const read = (length: number) =>
    readFields(new URLSearchParams(Array.from({ length }, (_, index) => `${index}=1`).join('&')));
  expect(growthOfTenfold(read, 80_000)).toBeLessThan(60);
});

it('refuses each parameter once that is given twice', () => {
  expect(() => readFields(new URLSearchParams('a=1&b=2&a=3&a=4&c=5&c=6'))).toThrow(
    expect.objectContaining({ details: ['a', 'c'].map((path) => expect.objectContaining({ path })) }),
  );
});
