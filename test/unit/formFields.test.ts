import { expect, it } from 'vitest';
import { parseFields } from '../../src/core/shared/values/formFields.ts';
import { timesAsLong } from '../support/growth.ts';

it('reads plus signs as spaces, and keeps those that are encoded', () => {
  const fields = parseFields(Buffer.from('a+name=one+two%2B%20+&last=+'));
  expect([...fields]).toEqual([
    ['a name', 'one two+  '],
    ['last', ' '],
  ]);
});

it('reads millions of plus signs about as fast as letters', () => {
  const [signs, letters] = ['+', 'a'].map((letter) => Buffer.from(`text=${letter.repeat(3_000_000)}`));
  const read = (form: Buffer = Buffer.of()) => parseFields(form).get('text')?.length;
  expect(
    timesAsLong(
      () => read(signs),
      () => read(letters),
    ),
  ).toBeLessThan(10);
});
