import { convertLexicalToHTML } from '@payloadcms/richtext-lexical/html';
import type { SerializedEditorState } from '@payloadcms/richtext-lexical/lexical';
import { expect, it } from 'vitest';
import { toRichText } from '../../../src/features/tickets/replies/richText.ts';
import { withTypedLinks } from '../../../src/features/tickets/replies/typedLinks.ts';

const words = (text: string, format = 0) => ({
  ...{ type: 'text', version: 1, detail: 0, mode: 'normal', style: '' },
  ...{ text, format },
});

const shown = (...children: readonly object[]): string => {
  const { root } = toRichText('x');
  const [paragraph] = root.children;
  const data: SerializedEditorState = {
    root: { ...root, children: [Object.assign({}, paragraph, { children })] },
  };
  return convertLexicalToHTML({ data: withTypedLinks(data), disableContainer: true });
};

it('an address that was typed is a link for its readers, in its format', () => {
  const leads = (to: string, text: string) =>
    `<a href="${to}" rel="noopener noreferrer" target="_blank">${text}</a>`;
  expect(shown(words('See https://a.example/x, or ask '), words('ann@a.example', 1), words(' now.'))).toBe(
    `<p>See ${leads('https://a.example/x', 'https://a.example/x')}, or ask ${leads(
      'mailto:ann@a.example',
      '<strong>ann@a.example</strong>',
    )} now.</p>`,
  );
});

it('a text that has no paragraphs stays one without them', () => {
  const data = { root: { type: 'text', text: 'https://a.example' } } as unknown as SerializedEditorState;
  expect(withTypedLinks(data)).toBe(data);
});

it.each(['link', 'autolink'])('a link stays as it is, if it is a %s', (type) => {
  const fields = { linkType: 'custom', url: 'https://b.example', newTab: false };
  const link = { type, version: 2, direction: null, format: '', indent: 0, fields };
  expect(shown({ ...link, children: [words('https://a.example')] })).toBe(
    '<p><a href="https://b.example">https://a.example</a></p>',
  );
});

it.each([null, {}, { root: null }, { root: { children: 'x' } }])(
  'what is no rich text stays as it is: %j',
  (stored) => {
    expect(withTypedLinks(stored as never)).toBe(stored);
  },
);

it('the first hundred addresses of a reply are links, and the others are words', () => {
  const text = words('a@b.example '.repeat(80));
  const html = shown(text, text);
  expect(html.match(/<a /g)).toHaveLength(100);
  expect(html.match(/a@b\.example(?!")/g)).toHaveLength(160);
});
