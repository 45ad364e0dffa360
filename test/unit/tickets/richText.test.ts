import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlainText, toRichText } from '../../../src/tickets/richText.ts';

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
