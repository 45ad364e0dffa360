import { describe, expect, it } from 'vitest';
import { messageOf } from '../../../src/features/client-pages/formats.ts';
import { growthOfTenfold } from '../../support/growth.ts';

/** The addresses that a message links. */
const linked = (text: string): readonly string[] =>
  [...messageOf(text).html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address);

describe('an address in a message', () => {
  it.each([
    ['see https://a.example/x.', 'https://a.example/x'],
    ['https://a.example/A_(b)', 'https://a.example/A_(b)'],
    ['(https://a.example/A_(b))', 'https://a.example/A_(b)'],
    ['https://a.example/a_(b)_(c).', 'https://a.example/a_(b)_(c)'],
    ['see (https://a.example/).', 'https://a.example/'],
    ['[form](https://a.example/x)', 'https://a.example/x'],
    ['Docs(https://a.example), and more', 'https://a.example'],
    ['see www.a.example/x.', 'https://www.a.example/x'],
    ['an address: ann.m+1@mail.a.example.', 'mailto:ann.m+1@mail.a.example'],
    ['https://ann@a.example/bob@b.example', 'https://ann@a.example/bob@b.example'],
  ])('is linked without what stands around it: %s', (text, address) => {
    expect(linked(text)).toEqual([address]);
  });

  it.each(['www.', 'awww.b.example', 'www..b', 'ann@', '@a.example', 'ann@localhost', 'ann@a.example-'])(
    'is none: %s',
    (text) => expect(linked(text)).toEqual([]),
  );

  it.each([
    'jürgen@a.example',
    'o’brien@a.example',
    'a&b@c.example',
    'ann@a.example.müller',
    'git@a.example:b',
  ])('is none, for its part would be another one’s: %s', (text) => expect(linked(text)).toEqual([]));

  it.each([
    ['dots', 'http://', '.'],
    ['letters', '', 'a'],
    ['letters of another script', '', '漢'],
    ['letters and dots', '', 'a.'],
    ['names', '', 'a@'],
    ['parts of an address', 'a@', 'b.'],
    ['dots behind the web', 'www.a.b', '.'],
    ['beginnings of the web', '', '(www.a.)'],
    ['parentheses that open', 'http://', '('],
    ['parentheses that close', 'http://(', ')'],
    ['closed parentheses', 'http://', '()'],
    ['letters in an open parenthesis', 'http://a(', 'b'],
    ['beginnings', '', '(http://)'],
  ])('is found in time that grows with the length: %s', (_, begin, part) => {
    const message = (length: number) => void messageOf(begin + part.repeat(length / part.length));
    expect(growthOfTenfold(message, 50_000)).toBeLessThan(40);
  });

  it('is a word after a hundred others, so that a page cannot grow to many times its texts', () => {
    expect(linked('a@b.cc '.repeat(7_000))).toHaveLength(100);
    expect(messageOf('a@b.cc '.repeat(7_000)).html.length).toBeLessThan(2 * 7 * 7_000);
  });

  it('is linked without the signs of a struck text', () => {
    expect(linked('~~see https://a.example/x~~ or ~~ann@a.example~~')).toEqual([
      'https://a.example/x',
      'mailto:ann@a.example',
    ]);
    const message = (length: number) => void messageOf(`https://${'~'.repeat(length)}`);
    expect(growthOfTenfold(message, 50_000)).toBeLessThan(40);
  });
});
