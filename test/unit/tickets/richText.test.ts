import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { allTexts } from '../../../src/core/texts/register.ts';
import { rememberEnglish, textsIn } from '../../../src/core/texts/say.ts';
import { inWords } from '../../../src/core/ui/requests/portalApi.ts';
import { linkProblemIn } from '../../../src/features/tickets/replies/links.ts';
import { toPlainText, toReadableText } from '../../../src/features/tickets/replies/plainText.ts';
import { checkRichText, toRichText, toStored } from '../../../src/features/tickets/replies/richText.ts';
import { features } from '../../../src/features.ts';

beforeAll(() => rememberEnglish(allTexts(features).en));

const text = (text: string) => ({ type: 'text', version: 1, text });
const block = (type: string, ...children: unknown[]) => ({ type, version: 1, children });
const plain = (...children: unknown[]) => toPlainText({ root: block('root', ...children) });

describe('the text of a reply', () => {
  it('has a line for each block', () => {
    expect(
      plain(block('heading', text('Hello')), block('paragraph'), block('quote', text('a'), text('b'))),
    ).toBe('Hello\n\nab');
  });

  it('leads the items of lists by a dash, those of lists inside of lists, too', () => {
    const inner = block('list', block('listitem', text('inner')));
    expect(
      plain(
        block(
          'list',
          block('listitem', text('one'), text('!')),
          block('listitem', text('two'), inner),
          block('listitem', inner),
        ),
      ),
    ).toBe('- one!\n- two\n- inner\n- inner');
  });

  it('keeps line breaks, tabs, and the text of links', () => {
    const link = block('link', text('our site'));
    expect(
      plain(
        block(
          'paragraph',
          text('see'),
          { type: 'tab', version: 1 },
          link,
          { type: 'linebreak', version: 1 },
          text('x'),
        ),
      ),
    ).toBe('see\tour site\nx');
  });

  it.each([
    ['our site', 'https://example.com/7', 'our site <https://example.com/7>'],
    ['https://bank.example', 'https://evil.example', 'https://bank.example <https://evil.example>'],
    ['https://example.com/7', 'https://example.com/7', 'https://example.com/7'],
    ['example.com', 'https://example.com', 'example.com'],
    ['me@example.com', 'mailto:me@example.com', 'me@example.com'],
    ['example.com', 'https://example.com/', 'example.com'],
    ['', 'https://example.com/7', '<https://example.com/7>'],
    ['nowhere', undefined, 'nowhere'],
  ])('has the address of a link for people, if its text is another one: %s to %s', (words, url, readable) => {
    const link = { ...block('link', text(words)), fields: { url } };
    const richText = { root: block('root', block('list', block('listitem', link))) };
    expect([toReadableText(richText), toPlainText(richText)]).toEqual([`- ${readable}`, `- ${words}`]);
  });

  it('has the numbers and the ticks of lists for people, and sets lists inside of lists in', () => {
    const list = (listType: string, ...items: object[]) => ({ ...block('list', ...items), listType });
    const item = (words: string, more: object = {}, ...children: unknown[]) => ({
      ...block('listitem', text(words), ...children),
      ...more,
    });
    const inner = list('bullet', item('inner'));
    const steps = list('number', item('open', { value: 3 }, inner), item('save', { value: 4 }));
    const ticks = list('check', item('done', { checked: true }), item('left', { checked: false }));
    const odd = list('number', item('odd', { value: '<b>' }));
    const richText = { root: block('root', steps, ticks, odd) };
    expect(toReadableText(richText)).toBe('3. open\n   - inner\n4. save\n[x] done\n[ ] left\n- odd');
    expect(toPlainText(richText)).toBe('- open\n- inner\n- save\n- done\n- left\n- odd');
  });

  it('is empty where there is nothing', () => {
    expect([toPlainText(null), toPlainText({}), plain()]).toEqual(['', '', '']);
  });

  it('comes back from rich text as it was sent, but for the kind of its line breaks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (sent) => {
        expect(toPlainText(toRichText(sent))).toBe(sent.replace(/\r\n|\r/g, '\n'));
      }),
    );
  });
});

describe('rich text of a text', () => {
  it.each([1, 499, 500, 501, 50_000])('has at most 500 paragraphs for %d lines', (count) => {
    const lines = Array.from({ length: count }, (_, at) => (at % 3 === 0 ? '' : 'x')).join('\n');
    const richText = toRichText(lines);
    expect(richText.root.children).toHaveLength(Math.min(count, 500));
    expect(toPlainText(richText)).toBe(lines);
  });
});

describe('rich text from a client', () => {
  const link = (url: unknown, type = 'link') => ({
    root: {
      type: 'root',
      children: [{ type: 'paragraph', children: [{ type, fields: { url }, children: [] }] }],
    },
  });

  it.each([
    'https://a.example',
    'http://a.example',
    'mailto:a@b.example',
    'tel:+49',
    'www.a.example',
    'http://intranet:8080/x',
  ])('may link to %j', (url) => expect(checkRichText(link(url))).toBe(true));

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'https://',
    'https:page',
    'https:/page',
    'mailto:',
    '/x',
    '#x',
    '?x',
    'word',
    'c:\\x',
    '',
    undefined,
    7,
    {},
  ])('may not link to %j', (url) => {
    expect(String(checkRichText(link(url)))).toContain('https:');
    expect(String(checkRichText(link(url, 'autolink')))).toContain('https:');
  });

  it.each([
    { type: 'relationship', relationTo: 'ticket-replies', value: 1 },
    { type: 'block', fields: { blockType: 'banner' } },
    { type: 'inlineBlock', fields: { blockType: 'mark' } },
    { type: 'link', fields: { linkType: 'internal', url: '/x' }, children: [] },
    { type: 'autolink', fields: { doc: { relationTo: 'ticket-replies', value: 1 } }, children: [] },
  ])('may not name a record, as in %j', (node) => {
    const root = { type: 'root', children: [{ type: 'paragraph', children: [node] }] };
    expect(String(checkRichText({ root }))).toContain('records or blocks');
  });

  const nested = (levels: number): object =>
    levels === 0 ? { type: 'paragraph', children: [] } : { type: 'quote', children: [nested(levels - 1)] };

  it.each([
    null,
    {},
    { root: null },
    { root: { children: [] } },
    { root: { type: 'root', children: [null] } },
    { root: { type: 'root', children: 'abc' } },
    { root: { type: 'root', children: [{ type: 'text', text: { a: 1 } }] } },
    { root: { type: 'root', children: [{ text: 'no type' }] } },
    {
      root: {
        type: 'root',
        children: [{ type: 'paragraph', text: 'a', children: [{ type: 'text', text: 'b' }] }],
      },
    },
  ])('is refused where it is none: %j', (richText) => {
    expect(String(checkRichText(richText))).toBe('This is not rich text.');
  });

  it.each(['link', 'autolink'])('has at most 100 of the kind %s', (type) => {
    const withLinks = (count: number) => {
      const one = { type, fields: { url: 'https://a.example' }, children: [] };
      const paragraph = { type: 'paragraph', children: Array(2).fill(one) };
      return { root: { type: 'root', children: Array(count / 2).fill(paragraph) } };
    };
    expect(checkRichText(withLinks(100))).toBe(true);
    expect(String(checkRichText(withLinks(102)))).toBe('A reply may contain at most 100 links.');
  });

  it('has a limit for all of it, members that no one sees among them', () => {
    const withMember = (length: number) => ({
      root: { type: 'root', children: [{ type: 'paragraph', x: 'y'.repeat(length), children: [] }] },
    });
    expect(checkRichText(withMember(200_000))).toBe(true);
    expect(String(checkRichText(withMember(256 * 1024)))).toBe('This text is too long with its formatting.');
    expect(checkRichText(toRichText('🙂'.repeat(50_000)))).toBe(true);
    expect(checkRichText(toRichText('\n'.repeat(49_999)))).toBe(true);
  });

  it('is refused where it is nested without an end', () => {
    expect(checkRichText({ root: nested(20) })).toBe(true);
    expect(String(checkRichText({ root: nested(3_000) }))).toBe('This text is nested too deeply.');
  });

  it.each(['\0', '\ud800'])('is refused with %j anywhere: PostgreSQL would not store it', (mark) => {
    for (const member of [{ mode: mark }, { [mark]: 1 }, { more: [{ deep: mark }] }])
      expect(String(checkRichText({ root: block('root', { ...text('x'), ...member }) }))).toContain(
        'a character that',
      );
  });

  it('is refused if a member of it is nested without end', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(checkRichText({ root: block('root', { ...text('x'), deep }) })).not.toBe(true);
  });

  it.each([
    ['example.com/page?a=1#b', 'https://example.com/page?a=1#b'],
    ['example.com:8080', 'https://example.com:8080'],
    [' www.example.com ', 'https://www.example.com'],
    ['//example.com/x', 'https://example.com/x'],
    ['münchen.example', 'https://münchen.example'],
    ['192.0.2.7/x', 'https://192.0.2.7/x'],
    ['support@example.com', 'mailto:support@example.com'],
    ['a@example.com?subject=Two words', 'mailto:a@example.com?subject=Two%20words'],
    ['HTTPS://example.com/%40', 'HTTPS://example.com/%40'],
  ])('has whole targets once it is stored: %j', (url, stored) => {
    expect(checkRichText(link(url))).toBe(true);
    expect(toStored(link(url))).toEqual({ ...link(stored) });
  });

  it('is refused with the words and the target of the link in the sentence, cut', () => {
    const named = (url: unknown, words: string) => ({
      root: block('root', block('paragraph', { ...block('link', text(words)), fields: { url } })),
    });
    expect(String(checkRichText(named('/rel/path', 'our page')))).toContain('“our page (/rel/path)”');
    expect(String(checkRichText(named('', 'our page')))).toContain('“our page” leads nowhere');
    const long = String(checkRichText(named(`/${'x'.repeat(100_000)}`, '🙂'.repeat(100))));
    expect(long).toContain(`“${'🙂'.repeat(60)}… (/${'x'.repeat(59)}…)”`);
  });
});

it('the composer names the first link that may not be sent, before it sends anything', () => {
  const link = (url: string) => ({ ...block('link', text('our page')), fields: { url } });
  const root = block(
    'root',
    block('paragraph', link('example.com')),
    block('list', block('listitem', link('/x'))),
  );
  const problem = linkProblemIn(root);
  expect(problem && inWords(problem, textsIn(allTexts(features).en))).toContain('“our page (/x)”');
  expect(linkProblemIn(block('root', block('paragraph', link('example.com'))))).toBeNull();
});

describe('the text of a reply for people', () => {
  const words = (text: string, format = 0) => ({ type: 'text', version: 1, text, format });
  const readable = (...blocks: unknown[]) => toReadableText({ root: block('root', ...blocks) });
  const [bold, struck, below, above] = [1, 4, 32, 64];

  const said: readonly (readonly [string, readonly object[]])[] = [
    ['We refund ~~500~~ 50 EUR', [words('We refund '), words('500 ', struck), words('50 EUR')]],
    ['~~from 500 EUR~~', [words('from ', struck), words('500', struck + bold), words(' EUR', struck)]],
    ['~~10⁶~~ 7', [words('10', struck), words('6', struck + above), words(' 7')]],
    ['at most 10⁻⁶', [words('at most 10'), words('−', above), words('6', above + bold)]],
    ['H₂O and x_(max)', [words('H'), words('2', below), words('O and x'), words('max', below)]],
    ['1^(st) floor', [words('1'), words('st ', above), words('floor')]],
    ['~~a~~\n~~b~~', [words('a', struck), { type: 'linebreak', version: 1 }, words('b', struck)]],
    [
      'bold, italic, lined, code',
      [words('bold, ', bold), words('italic, ', 2), words('lined, ', 8), words('code', 16)],
    ],
    ['centred', [{ ...words('centred'), format: 'center' }]],
    ['  ', [words('  ', struck + above)]],
  ];

  it.each(said)(
    'has signs for struck words and letters beside the line, and the API has none: %s',
    (text, children) => {
      expect(readable(block('paragraph', ...children))).toBe(text);
      expect(plain(block('paragraph', ...children))).not.toMatch(/[~^_⁶₂⁻]/);
    },
  );

  it('has a sign before each line of a quote, and a line across the text, and the API has none', () => {
    const quote = block('quote', words('one'), { type: 'linebreak', version: 1 }, words('two'));
    const blocks = [
      quote,
      { type: 'horizontalrule', version: 1 },
      block('quote', block('paragraph', words('three'))),
    ];
    expect(readable(...blocks)).toBe('> one\n> two\n---\n> three');
    expect(plain(...blocks)).toBe('one\ntwo\n\nthree');
  });

  it('has the address of a link beside its struck words, unless they are the address', () => {
    const link = (text: string) => ({
      ...block('link', words(text, struck)),
      fields: { url: 'https://a.example/x' },
    });
    expect(readable(block('paragraph', words('see '), link('our site')))).toBe(
      'see ~~our site~~ <https://a.example/x>',
    );
    expect(readable(block('paragraph', link('https://a.example/x')))).toBe('~~https://a.example/x~~');
  });

  it.each(['quote', 'list'])('is not many times as long in a %s that is nested deeply', (type) => {
    const nested = (levels: number): object => {
      if (levels === 0) return block('paragraph', ...Array(10_000).fill({ type: 'linebreak' }));
      const inner = nested(levels - 1);
      return block(type, type === 'list' ? block('listitem', inner) : inner);
    };
    const richText = { root: block('root', nested(23), block('paragraph', words('\n'.repeat(10_000)))) };
    expect(checkRichText(richText)).toBe(true);
    expect(toPlainText(richText)).toHaveLength(20_001);
    expect(toReadableText(richText).length).toBeLessThan(400_000);
  });

  it('leads the lines of a quote within a list by both signs, and each line after a break', () => {
    const quote = block('quote', words('one'), { type: 'linebreak', version: 1 }, words('two'));
    const list = block('list', block('listitem', words('see'), quote), block('listitem', words('then')));
    expect(readable(list, block('paragraph', words('end')))).toBe('- see\n   > one\n   > two\n- then\nend');
  });
});
