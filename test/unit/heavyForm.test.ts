import { expect, it } from 'vitest';
import { isHeavyForm } from '../../src/app/heavyForm.ts';

const rows = (count: number) => Array.from({ length: count }, () => ({}));

it('counts rows wherever they stand', () => {
  expect(isHeavyForm({ data: { alerts: rows(2_000) } })).toBe(false);
  expect(isHeavyForm({ data: { alerts: rows(2_001) } })).toBe(true);
  expect(isHeavyForm({ data: { group: { one: rows(1_001), other: rows(1_001) } } })).toBe(true);
  const named = rows(2_001).map((_, index) => [`alerts.${index}.url`, { value: '' }]);
  expect(isHeavyForm({ formState: Object.fromEntries(named) })).toBe(true);
});

it('looks at the length of names', () => {
  const stateOf = (name: string) => ({ formState: { [name]: { value: 1 } } });
  expect(isHeavyForm(stateOf('a'.repeat(200)))).toBe(false);
  expect(isHeavyForm(stateOf('a.'.repeat(101)))).toBe(true);
});

it('takes rich text for one value', () => {
  const paragraph = { type: 'paragraph', children: rows(10) };
  const value = { root: { children: Array(5_000).fill(paragraph) } };
  expect(isHeavyForm({ formState: { body: { value, initialValue: value } } })).toBe(false);
});

it('ends with references that go round', () => {
  const round: Record<string, unknown> = {};
  round.again = round;
  expect(isHeavyForm(round)).toBe(true);
});

it.each([undefined, null, '', 1])('is false for %j', (args) => expect(isHeavyForm(args)).toBe(false));

it('looks for long texts in the place of the arguments', () => {
  const long = 'x'.repeat(2_001);
  expect(isHeavyForm(long)).toBe(true);
  expect(isHeavyForm({ data: long })).toBe(true);
  expect(isHeavyForm({ data: { subject: long }, schemaPath: 'x'.repeat(2_000) })).toBe(false);
});
