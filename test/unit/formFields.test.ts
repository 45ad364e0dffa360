import { expect, it } from 'vitest';
import { fieldsOfForm, parseFields } from '../../src/core/shared/values/formFields.ts';
import { timesAsLong } from '../support/growth.ts';

it('reads plus signs as spaces, and keeps those that are encoded', () => {
  const fields = parseFields(Buffer.from('a+name=one+two%2B%20+&last=+'));
  expect([...fields]).toEqual([
    ['a name', 'one two+  '],
    ['last', ' '],
  ]);
});

it.each(['a=1&b=2&a=3', 'a', '=x', 'a==', 'a=%zz%4', 'a=%C3%A4&%c3%a4+=+', '&&a=1&', 'a=ä', 'a=%ff'])(
  'reads %s as the standard does',
  (form) => expect([...parseFields(Buffer.from(form))]).toEqual([...new URLSearchParams(form)]),
);

it('passes over fields that are not wanted, and keeps bytes', () => {
  const fields = fieldsOfForm(Buffer.from('a=1&b=%ff&c=3'), (name) => name === 'b');
  expect([...fields]).toEqual([['b', Buffer.of(0xff)]]);
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
