import { expect, it } from 'vitest';
import { holdsManyRows } from '../../src/app/formRows.ts';

const rows = (count: number) => Array.from({ length: count }, () => ({}));

it('counts rows wherever they stand', () => {
  expect(holdsManyRows({ data: { alerts: rows(2_000) } })).toBe(false);
  expect(holdsManyRows({ data: { alerts: rows(2_001) } })).toBe(true);
  expect(holdsManyRows({ data: { group: { one: rows(1_001), other: rows(1_001) } } })).toBe(true);
  const named = rows(2_001).map((_, index) => [`alerts.${index}.url`, { value: '' }]);
  expect(holdsManyRows({ formState: Object.fromEntries(named) })).toBe(true);
});

it('takes rich text for one value', () => {
  const paragraph = { type: 'paragraph', children: rows(10) };
  const value = { root: { children: Array(5_000).fill(paragraph) } };
  expect(holdsManyRows({ formState: { body: { value, initialValue: value } } })).toBe(false);
});

it('ends with references that go round', () => {
  const round: Record<string, unknown> = {};
  round.again = round;
  expect(holdsManyRows(round)).toBe(true);
});

it.each([undefined, null, '', 1])('is false for %j', (args) => expect(holdsManyRows(args)).toBe(false));
