import { NodeFormat } from '@payloadcms/richtext-lexical';
import type { SerializedLexicalNode } from '@payloadcms/richtext-lexical/lexical';
import { isLink, wordsOf } from './links.ts';

type Node = SerializedLexicalNode & Readonly<Record<string, unknown>> & { children?: Node[]; text?: string };

/** A format of words that a text says by signs. */
interface Format {
  /** Its bit in the format of a node. */
  readonly bit: number;
  readonly sign: (words: string) => string;
}

/** The signs by which a text says what its rich text shows. */
interface Writing {
  readonly formats: readonly Format[];
  readonly link: (text: string, link: Node) => string;
  /** The sign before an item of a list. */
  readonly marker: (list: Node, item: Node) => string;
  /** The line across the text. */
  readonly rule: string;
  /** The space before the lines of a list inside of an item. */
  readonly indent: string;
  /** The sign before the lines of a quote. */
  readonly quote: string;
  /** The signs before the lines of the lists and quotes around. */
  readonly lead?: string;
}

/** A reply's rich text as clients of the API read it: a line for each block, `- ` before the items of a list. */
export const toPlainText = (richText: unknown): string =>
  plainText(richText, {
    ...{ formats: [], link: (text) => text },
    ...{ marker: () => '- ', rule: '', indent: '', quote: '' },
  });

/**
 * A reply's rich text as people read it on client pages and in the text of a mail: with the address of each link whose text is
 * another one, the numbers and the ticks of lists, lists inside of lists set in, and signs for struck words, letters above or below
 * the line and quotes. Bold words, italic ones and the like have none: they say the same without.
 */
export const toReadableText = (richText: unknown): string =>
  plainText(richText, {
    formats: readableFormats,
    link: (text, link) => {
      const url = Object(link.fields).url;
      return typeof url !== 'string' || url === '' || isSameTarget(url, wordsOf(link))
        ? text
        : `${text} <${url}>`.trim();
    },
    marker: readableMarker,
    ...{ rule: '---', indent: '   ', quote: '> ' },
  });

/** The letters of Unicode that stand for whole words above or below the line, or signs around the words. */
const shifted =
  (letters: string, sign: string) =>
  (words: string): string => {
    const found = [...words].map((letter) => letters[onTheLine.indexOf(letter)]);
    return found.includes(undefined) ? `${sign}(${words})` : found.join('');
  };

const onTheLine = '0123456789+-=()−';

/** The outer formats stand before the inner ones. */
const readableFormats: readonly Format[] = [
  { bit: NodeFormat.IS_STRIKETHROUGH, sign: (words) => `~~${words}~~` },
  { bit: NodeFormat.IS_SUPERSCRIPT, sign: shifted('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾⁻', '^') },
  { bit: NodeFormat.IS_SUBSCRIPT, sign: shifted('₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎₋', '_') },
];

const readableMarker = (list: Node, { value, checked }: Node): string => {
  if (list.listType === 'number' && Number.isSafeInteger(value)) return `${value}. `;
  if (list.listType === 'check') return checked === true ? '[x] ' : '[ ] ';
  return '- ';
};

/** True for a text that names the URL, as one does that was typed: `example.com` for `https://example.com`. */
const isSameTarget = (url: string, text: string): boolean => bareTarget(url) === bareTarget(text.trim());

const bareTarget = (target: string): string =>
  target.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '');

const plainText = (richText: unknown, writing: Writing): string => {
  const root = (richText as { root?: Node } | null)?.root;
  return root ? linesOf(root, writing).join('\n') : '';
};

const inlineTypes = new Set(['text', 'tab', 'linebreak', 'link', 'autolink', 'inlineBlock', 'relationship']);

const isInline = ({ type }: Node): boolean => inlineTypes.has(type);

const linesOf = (node: Node, writing: Writing): string[] => {
  const children = node.children ?? [];
  if (node.type === 'list') return children.flatMap((item) => itemLinesOf(node, item, writing));
  if (node.type === 'horizontalrule') return [lineOf(writing.rule, writing)];
  const inner = node.type === 'quote' ? within(writing, writing.quote) : writing;
  if (children.length > 0 && !children.some(isInline))
    return children.flatMap((child) => linesOf(child, inner));
  return [lineOf(textOf(node, inner), inner)];
};

const lineOf = (text: string, { lead = '' }: Writing): string => `${lead}${text}`;

/** A short text in deep lists or quotes would be many times as long. */
const longestLead = 24;

/** The writing of what stands within a list or a quote. One that is nested more deeply looks like the one around it. */
const within = (writing: Writing, sign: string): Writing => {
  const lead = lineOf(sign, writing);
  return lead.length > longestLead ? writing : { ...writing, lead };
};

/** An item may hold another list, whose items follow its own text. */
const itemLinesOf = (list: Node, item: Node, writing: Writing): string[] => {
  const children = item.children ?? [];
  const own = children.filter(isInline);
  const inner = within(writing, writing.indent);
  const nested = children.filter((child) => !isInline(child)).flatMap((child) => linesOf(child, inner));
  return [
    ...(own.length > 0 ? [lineOf(`${writing.marker(list, item)}${joined(own, writing)}`, writing)] : []),
    ...nested,
  ];
};

const textOf = (node: Node, writing: Writing): string => {
  if (node.type === 'linebreak') return `\n${lineOf('', writing)}`;
  if (node.type === 'tab') return '\t';
  const text = node.text ?? joined(node.children ?? [], writing);
  return isLink(node.type) ? writing.link(text, node) : text;
};

/** The text of nodes in a row. Neighbours of one format share its signs, though one of them may be bold. */
const joined = (nodes: readonly Node[], writing: Writing, formats = writing.formats): string => {
  const [format, ...inner] = formats;
  if (!format) return nodes.map((node) => textOf(node, writing)).join('');
  return runsOf(nodes, format.bit)
    .map(({ has, nodes }) => {
      const text = joined(nodes, writing, inner);
      return has ? signed(text, format.sign) : text;
    })
    .join('');
};

/** The signs stand at the words themselves, and not at the space around them. */
const signed = (text: string, sign: Format['sign']): string => {
  const words = text.trim();
  return words === '' ? text : text.replace(words, () => sign(words));
};

interface Run {
  readonly has: boolean;
  readonly nodes: Node[];
}

/** The nodes in rows that have a format, and those between them that have not. */
const runsOf = (nodes: readonly Node[], bit: number): readonly Run[] => {
  const runs: Run[] = [];
  for (const node of nodes) {
    const has = typeof node.format === 'number' && (node.format & bit) !== 0;
    const last = runs.at(-1);
    if (last?.has === has) last.nodes.push(node);
    else runs.push({ has, nodes: [node] });
  }
  return runs;
};
