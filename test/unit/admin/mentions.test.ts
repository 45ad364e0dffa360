import { expect, it } from 'vitest';
import {
  isMeant,
  mentionBefore,
  mentionedIn,
} from '../../../src/features/tickets/admin/page/editor/mentions.ts';

it.each([
  ['@', ''],
  ['@An', 'An'],
  ['Please, @Ann', 'Ann'],
  ['(@zoë', 'zoë'],
  ['@Ann Ex', 'Ann Ex'],
  ["@O'Neil-Müller", "O'Neil-Müller"],
])('a name that is being typed: %s', (text, name) => {
  expect(mentionBefore(text)).toBe(name);
});

it.each(['', 'Ann', 'ann@example', 'write to ann@', '@Ann ', '@Ann Example w', '@Ann, please', '@@'])(
  'no name that is being typed: %s',
  (text) => {
    expect(mentionBefore(text)).toBeNull();
  },
);

const body = (...lines: string[][]) =>
  ({
    root: {
      type: 'root',
      children: lines.map((texts) => ({
        type: 'paragraph',
        children: texts.map((text) => ({ type: 'text', text })),
      })),
    },
  }) as never;

it('the text decides who is still mentioned', () => {
  const [ann, bob] = [
    { id: 1, name: 'Ann Example' },
    { id: 2, name: 'Bob' },
  ];
  expect(mentionedIn(body(['@Ann Example, please.']), [ann, bob])).toEqual([ann]);
  expect(mentionedIn(body(['@Ann ', 'Example'], ['and @Bob']), [ann, bob])).toEqual([ann, bob]);
  expect(mentionedIn(body(['@Ann'], [' Example']), [ann])).toEqual([]);
  expect(mentionedIn(body(['Ann Example']), [ann])).toEqual([]);
});

it.each([
  ['', true],
  ['tom', true],
  ['fix AGENCY', true],
  ['ann', false],
  ['tom ann', false],
])('a person is meant by %s: %s', (typed, is) => {
  expect(isMeant('Tom Fixer, tom@agency.example', typed)).toBe(is);
});
