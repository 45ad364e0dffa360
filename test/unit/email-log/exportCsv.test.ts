import { expect, it } from 'vitest';
import { toCsv } from '../../../src/features/email-log/reading/exportCsv.ts';
import type { LoggedEmail } from '../../../src/features/email-log/reading/query.ts';
import { growthOfTenfold } from '../../support/growth.ts';

const csv = (email: Partial<LoggedEmail>) => toCsv([email as LoggedEmail], false);

it.each([
  ['=1', "'=1"],
  ['a;=1', "a;'=1"],
  ['a; +1', "a; '+1"],
  ['a;"=1"', `"a;""'=1"""`],
  ['a\t@SUM(1)', "a\t'@SUM(1)"],
  ['a;b=1 - 2, c', '"a;b=1 - 2, c"'],
])('a text is no formula, whatever separates the cells: %j', (subject, cell) =>
  expect(csv({ subject })).toContain(`,${cell},`),
);

it('a text inside of JSON is no formula either', () => {
  const fallback = [{ transport: 'smtp', error: 'no;=1' }] as unknown as LoggedEmail['fallback'];
  expect(csv({ fallback })).toContain("no;'=1");
});

it.each(['\t', '\t"', '; '])('a text of %j takes time that grows with its length', (part) => {
  const write = (length: number) => void csv({ subject: part.repeat(length / part.length) });
  expect(growthOfTenfold(write, 100_000)).toBeLessThan(40);
});
