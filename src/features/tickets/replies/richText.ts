import type { SerializedEditorState } from '@payloadcms/richtext-lexical/lexical';
import { isStorableWithin, unstorable } from '../../../core/shared/text/text.ts';
import { say, type Verdict } from '../../../core/texts/say.ts';
import { isLink, linkProblem, linkTarget, wordsOf } from './links.ts';

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
