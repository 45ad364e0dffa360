import { compile, type DomNode, type FormatCallback } from 'html-to-text';
import { deepest, headings, skipped, withinDepth } from './htmlDepth.ts';
import { attributionElements, attributionEnd, quotedHeaders, quotedMail, quotedMails } from './marks.ts';

/** The HTML that is looked at, in characters. More than a text of a message needs, even with its styles. */
const longestHtml = 2_000_000;

/** Tools write every word into an element of its own, so this is far above what people see. */
const mostChildren = 20_000;

/** Blocks that the converter takes for words within a line. */
const otherBlocks = [
  'body',
  'dl',
  'dt',
  'dd',
  'address',
  'center',
  'details',
  'summary',
  'figcaption',
  'fieldset',
  'legend',
];

const convert = compile({
  wordwrap: false,
  // A message of several HTML parts has several bodies: all of them count.
  baseElements: { selectors: [] },
  limits: { maxDepth: deepest, maxChildNodes: mostChildren, ellipsis: '…' },
  selectors: [
    ...skipped.map((selector) => ({ selector, format: 'skip' })),
    // Gmail, Outlook and others draw their emoji as pictures.
    { selector: 'img[data-emoji]', format: 'emoji' },
    { selector: 'img[alt]', format: 'emoji' },
    ...headings.map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 1 },
    })),
    { selector: 'a', format: 'link' },
    { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'p', format: 'paragraph', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
    { selector: 'p.MsoNormal', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'ul', options: { itemPrefix: '- ', leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'ol', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'inlineSurround', options: { suffix: ' ' } },
    { selector: 'th', format: 'inlineSurround', options: { suffix: ' ' } },
    ...otherBlocks.map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    { selector: 'hr', options: { length: 10 } },
    ...quotedHeaders.map((selector) => ({ selector, format: 'quotedHeader' })),
    ...quotedMails.map((selector) => ({ selector, format: 'quotedMail' })),
    ...attributionElements.map((selector) => ({ selector, format: 'attribution' })),
    // An empty line of a quote stays one, so that a quote is one block.
    {
      selector: 'blockquote',
      options: { trimEmptyLines: true, leadingLineBreaks: 1, trailingLineBreaks: 1 },
    },
  ],
  formatters: {
    emoji: (element, _walk, builder) =>
      builder.addInline(emojiOf(element.attribs['data-emoji']) || emojiOf(element.attribs.alt)),
    quotedHeader: (element, walk, builder) => {
      builder.openBlock({ leadingLineBreaks: 1 });
      addMark(builder);
      walk(element.children, builder);
      builder.closeBlock({ trailingLineBreaks: 1 });
    },
    // Words may follow, so the lines get the marks of a quote.
    quotedMail: (element, walk, builder) => {
      const isWhole = !hasQuote(element.children) || isFollowed(element);
      builder.openBlock({ leadingLineBreaks: 1 });
      if (isWhole) addMark(builder);
      builder.openBlock();
      walk(element.children, builder);
      builder.closeBlock({ blockTransform: isWhole ? asQuote : (block) => block });
      builder.closeBlock({ trailingLineBreaks: 1 });
    },
    attribution: (element, walk, builder) => {
      builder.openBlock({ leadingLineBreaks: 1 });
      walk(withoutBreaksAtEnd(element.children), builder);
      builder.addInline(attributionEnd, { noWordTransform: true });
      builder.closeBlock({ trailingLineBreaks: 1 });
    },
    link: (element, walk, builder) => {
      const href = String(element.attribs.href ?? '').trim();
      let text = '';
      builder.pushWordTransform((word) => {
        text += word;
        return word;
      });
      walk(element.children, builder);
      builder.popWordTransform();
      if (isWorthShowing(href, text))
        builder.addInline(text === '' ? href : ` (${href})`, { noWordTransform: true });
    },
  },
});

const emojiOf = (text: unknown): string =>
  typeof text === 'string' && /^(?:\p{Emoji}|\p{M}|\u200d){1,20}$/u.test(text) && !/[\d#*]/.test(text)
    ? text
    : '';

const addMark = (builder: Parameters<FormatCallback>[2]): void => {
  builder.addInline(quotedMail, { noWordTransform: true });
  builder.addLineBreak();
};

const asQuote = (block: string): string =>
  block
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** True if there is text behind an element. */
const isFollowed = (element: DomNode): boolean => {
  for (let node = element; node.parent; node = node.parent) {
    const siblings = node.parent.children ?? [];
    if (siblings.slice(siblings.indexOf(node) + 1).some(hasText)) return true;
  }
  return false;
};

const hasText = ({ data, children }: DomNode): boolean =>
  (data ?? '').trim() !== '' || children?.some(hasText) === true;

/** Marks of its own say more about a quote: a person may answer between them. */
const hasQuote = (nodes: readonly DomNode[] | undefined): boolean =>
  nodes?.some(({ name, children }) => name === 'blockquote' || hasQuote(children)) === true;

const withoutBreaksAtEnd = (nodes: readonly DomNode[] = []): DomNode[] =>
  nodes.slice(0, nodes.findLastIndex(({ name, data }) => name !== 'br' && (data ?? '.').trim() !== '') + 1);

/** Only of the web: a mail address stands in the text, and other schemes are for programs. */
const isWorthShowing = (href: string, text: string): boolean =>
  /^https?:\/\//i.test(href) && href.length <= longestLink && bare(href) !== bare(text);

/** Links for tracking are longer than the text around them. In characters. */
const longestLink = 2_000;

const bare = (link: string): string =>
  link
    .replace(/\s/g, '')
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '')
    .toLowerCase();

/** The bytes of a picture within the HTML, which are no text and may be longer than all of it. */
const embedded = /(?<=data:image\/[\w.+-]{1,40};base64,)[\w+/=%\s]{100,}/gi;

/** An address in angle brackets that a program did not escape, which is like an element. */
const rawAddress = /<((?:mailto:)?[^\s<>"'=/]{1,100}@[^\s<>"'=/]{1,100})>/gi;

/**
 * HTML as text: without scripts, styles and pictures, links as `text (https://…)`, quotes behind `> `, with the marks of
 * `marks.ts`. Never loads anything. Text after 2,000,000 characters is left out.
 */
export const htmlText = (html: string): string =>
  convert(withinDepth(html.replace(embedded, '').replace(rawAddress, '&lt;$1&gt;').slice(0, longestHtml)))
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    // A line break that is all of a block counts twice.
    .replace(/\n{3,}/g, '\n\n')
    .trim();
