import { expect, it } from 'vitest';
import {
  isMeant,
  mentionBefore,
  mentionedIn,
  writtenName,
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

it('a longer name mentions no one whose name it begins with', () => {
  const [ann, lee] = [
    { id: 1, name: 'Ann' },
    { id: 2, name: 'Ann Lee' },
  ];
  for (const mentions of [
    [ann, lee],
    [lee, ann],
  ]) {
    expect(mentionedIn(body(['@Ann Lee, please.']), mentions)).toEqual([lee]);
    expect(mentionedIn(body(['@Ann Lee and @Ann']), mentions)).toEqual(mentions);
    expect(mentionedIn(body(['@Ann']), mentions)).toEqual([ann]);
  }
});

it('a name does not go on in the next item of a list', () => {
  const item = (text: string) => ({ type: 'listitem', children: [{ type: 'text', text }] });
  const list = (...items: string[]) => ({
    root: { type: 'root', children: [{ type: 'list', children: items.map(item) }] },
  });
  const [bob, lee] = [
    { id: 1, name: 'Bob' },
    { id: 2, name: 'Bob Lee' },
  ];
  expect(mentionedIn(list('@Bob Lee', 'please look') as never, [lee])).toEqual([lee]);
  expect(mentionedIn(list('@Bob ', 'Lee') as never, [bob, lee])).toEqual([bob]);
});

it('a name with an ending is a mention, as several languages write it', () => {
  const people = [
    { id: 1, name: 'Anna' },
    { id: 2, name: '山田' },
  ];
  expect(mentionedIn(body(['@Annas Ticket, @山田さん']), people)).toEqual(people);
});

it('of two people with one name the one who was chosen last is meant', () => {
  const anns = [1, 2].map((id) => ({ id, name: 'Ann' }));
  expect(mentionedIn(body(['@Ann, please.']), anns)).toEqual(anns.slice(1));
  expect(mentionedIn(body(['@Ann and @Ann']), anns)).toEqual(anns);
});

it('one of two people with one name is written with their address, so that a deletion leaves the other', () => {
  const anns = [1, 2].map((id) => ({ id, name: 'Ann', email: `ann${id}@agency.example` }));
  const tom = { id: 3, name: 'Tom', email: 'tom@agency.example' };
  const [first, second] = anns.map((ann) => writtenName(ann, [...anns, tom]));
  expect([first, second]).toEqual(['Ann (ann1@agency.example)', 'Ann (ann2@agency.example)']);
  expect(writtenName(tom, [...anns, tom])).toBe('Tom');
  const chosen = [first, second].map((name, index) => ({ id: index + 1, name: name ?? '' }));
  expect(mentionedIn(body([`@${first}, please.`]), chosen)).toEqual(chosen.slice(0, 1));
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
