import type { SerializedEditorState, SerializedLexicalNode } from '@payloadcms/richtext-lexical/lexical';
import { isStorableWithin, unstorable } from '../../../core/shared/text/text.ts';
import { say, type Verdict } from '../../../core/texts/say.ts';
import { isLink, linkProblem, linkTarget, wordsOf } from './links.ts';

type Node = SerializedLexicalNode & { children?: Node[]; text?: string; fields?: unknown };

/** A paragraph takes a hundred bytes, and the CMS copies each several times for a request. */
const mostParagraphs = 500;

/** A reply's text as staff see it in the admin UI: a paragraph for each line. The last one holds all lines of a very long text. */
export const toRichText = (text: string): SerializedEditorState => {
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.splice(mostParagraphs - 1);
  return {
    root: {
      type: 'root',
      version: 1,
      direction: null,
      format: '',
      indent: 0,
      children: [...lines, ...(last.length > 0 ? [last.join('\n')] : [])].map(paragraphOf),
    },
  } as SerializedEditorState;
};

const paragraphOf = (line: string) => ({
  type: 'paragraph',
  version: 1,
  direction: null,
  format: '',
  indent: 0,
  textFormat: 0,
  textStyle: '',
  children:
    line === ''
      ? []
      : [{ type: 'text', version: 1, detail: 0, format: 0, mode: 'normal', style: '', text: line }],
});

/** The deepest nesting of lists and quotes. */
const deepest = 50;

/**
 * Nodes by which the CMS puts records into a text when it is read. A reply that named itself some times in such nodes would be
 * copied into itself until the process has no memory left.
 */
const recordTypes = new Set(['relationship', 'block', 'inlineBlock']);

/**
 * The most characters of a rich text as JSON: the longest text in 500 paragraphs takes less. Its nodes may have members that no
 * one sees, and a page of replies holds a hundred of them.
 */
const mostCharacters = 256 * 1024;

/** Links of one reply: for each the CMS works on a form of its own whenever the text is read. */
const mostLinks = 100;

/** True, or the problem with the rich text of a reply: its size, its shape, the targets of its links, a picture or a record. */
export const checkRichText = (richText: unknown): Verdict => {
  const counted = { links: 0 };
  const check = checkNode(fieldOf(richText, 'root'), deepest, counted);
  if (check !== true) return check;
  if (!isStorableWithin(richText)) return unstorable;
  return JSON.stringify(richText).length <= mostCharacters || say('errors:richText:tooLong');
};

const checkNode = (node: unknown, levels: number, counted: { links: number }): Verdict => {
  if (levels === 0) return say('errors:richText:tooDeep');
  const { type, text = '', children = [] } = Object(node) as Record<string, unknown>;
  if (typeof type !== 'string' || typeof text !== 'string' || !Array.isArray(children))
    return say('errors:richText:none');
  // One reader would show the text, another one the children.
  if (text !== '' && children.length > 0) return say('errors:richText:none');
  // A reply is read as text: a picture in it would reach no one, and might be another client's file.
  if (type === 'upload') return say('errors:richText:picture');
  if (recordTypes.has(type)) return say('errors:richText:record');
  if (isLink(type)) {
    counted.links += 1;
    const check = checkLink(node, counted.links);
    if (check !== true) return check;
  }
  for (const child of children) {
    const check = checkNode(child, levels - 1, counted);
    if (check !== true) return check;
  }
  return true;
};

const checkLink = (link: unknown, links: number): Verdict => {
  const fields = fieldOf(link, 'fields');
  if (links > mostLinks) return say('errors:richText:links', { most: mostLinks });
  if (fieldOf(fields, 'linkType') === 'internal' || fieldOf(fields, 'doc'))
    return say('errors:richText:record');
  return checkTarget(fieldOf(fields, 'url'), wordsOf(link));
};

/** True for a target to which a link may lead. */
export const checkTarget = (url: unknown, words = ''): Verdict => {
  const problem = linkProblem(url, words);
  return problem === null || say(problem.key, problem.values);
};

const fieldOf = (owner: unknown, name: string): unknown => (Object(owner) as Record<string, unknown>)[name];

/**
 * A reply's rich text as it is stored, once it is checked: the targets of its links are whole, and its nodes have no styles. The
 * CMS's editor copies those into the page as they are: those of a client could cover the admin UI, and load a picture that tells
 * who reads the reply.
 */
export const toStored = (richText: unknown): object => {
  const node = Object(richText) as Record<string, unknown>;
  return { ...node, root: plainNode(node.root) };
};

const plainNode = (node: unknown): object => {
  const { style, textStyle, children, ...rest } = Object(node) as Record<string, unknown>;
  return {
    ...rest,
    ...(isLink(rest.type) && {
      fields: { ...Object(rest.fields), url: linkTarget(fieldOf(rest.fields, 'url')) },
    }),
    ...(style !== undefined && { style: '' }),
    ...(textStyle !== undefined && { textStyle: '' }),
    ...(Array.isArray(children) && { children: children.map(plainNode) }),
  };
};

/** The signs by which a text says what its rich text shows. */
interface Writing {
  readonly link: (text: string, link: Node) => string;
  /** The sign before an item of a list. */
  readonly marker: (list: Node, item: Node) => string;
  /** The space before the lines of a list inside of an item. */
  readonly indent: string;
}

/** A reply's rich text as clients of the API read it: a line for each block, `- ` before the items of a list. */
export const toPlainText = (richText: unknown): string =>
  plainText(richText, { link: (text) => text, marker: () => '- ', indent: '' });

/**
 * A reply's rich text as people read it without formatting: with the address of each link whose text is another one, the
 * numbers and the ticks of lists, and lists inside of lists set in.
 */
export const toReadableText = (richText: unknown): string =>
  plainText(richText, {
    link: (text, { fields }) => {
      const url = fieldOf(fields, 'url');
      return typeof url !== 'string' || url === '' || isSameAddress(url, text)
        ? text
        : `${text} <${url}>`.trim();
    },
    marker: readableMarker,
    indent: '   ',
  });

const readableMarker = (list: Node, item: Node): string => {
  const listType = fieldOf(list, 'listType');
  const number = fieldOf(item, 'value');
  if (listType === 'number' && Number.isSafeInteger(number)) return `${number}. `;
  if (listType === 'check') return fieldOf(item, 'checked') === true ? '[x] ' : '[ ] ';
  return '- ';
};

/** True for a text that names the address, as one does that was typed: `example.com` for `https://example.com`. */
const isSameAddress = (url: string, text: string): boolean => bareAddress(url) === bareAddress(text.trim());

const bareAddress = (address: string): string =>
  address.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '');

const plainText = (richText: unknown, writing: Writing): string => {
  const root = (richText as { root?: Node } | null)?.root;
  return root ? linesOf(root, writing).join('\n') : '';
};

const inlineTypes = new Set(['text', 'tab', 'linebreak', 'link', 'autolink', 'inlineBlock', 'relationship']);

const isInline = ({ type }: Node): boolean => inlineTypes.has(type);

const linesOf = (node: Node, writing: Writing): string[] => {
  const children = node.children ?? [];
  if (node.type === 'list') return children.flatMap((item) => itemLinesOf(node, item, writing));
  if (children.length > 0 && !children.some(isInline))
    return children.flatMap((child) => linesOf(child, writing));
  return [textOf(node, writing)];
};

/** An item may hold another list, whose items follow its own text. */
const itemLinesOf = (list: Node, item: Node, writing: Writing): string[] => {
  const children = item.children ?? [];
  const own = children.filter(isInline);
  const nested = children.filter((child) => !isInline(child)).flatMap((child) => linesOf(child, writing));
  return [
    ...(own.length > 0 ? [`${writing.marker(list, item)}${joined(own, writing)}`] : []),
    ...nested.map((line) => `${writing.indent}${line.replaceAll('\n', `\n${writing.indent}`)}`),
  ];
};

const textOf = (node: Node, writing: Writing): string => {
  if (node.type === 'linebreak') return '\n';
  if (node.type === 'tab') return '\t';
  const text = node.text ?? joined(node.children ?? [], writing);
  return isLink(node.type) ? writing.link(text, node) : text;
};

const joined = (nodes: readonly Node[], writing: Writing): string =>
  nodes.map((node) => textOf(node, writing)).join('');
