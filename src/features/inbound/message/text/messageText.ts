import { isUtf8 } from 'node:buffer';
import { toStorable } from '../../../../core/shared/text/text.ts';
import { isBlank } from '../reply/lines.ts';
import { byteOf, withoutControls } from '../windows1252.ts';
import { htmlText } from './htmlText.ts';
import { unmarked, withoutForeignMarks } from './marks.ts';

interface Bodies {
  readonly text?: string | undefined;
  readonly html?: string | undefined;
}

/** All of a message's text: the plain part, else HTML as text. Lines end with LF. */
export const messageText = (bodies: Bodies): string => unmarked(markedText(bodies));

/** All of a message's text with the marks of `marks.ts`, which tell the reply. */
export const markedText = ({ text = '', html = '' }: Bodies): string => {
  const plain = mendCharset(text);
  const isPlain = html.trim() === '' || (hasWords(plain) && !isStub(plain, html));
  const shown = isPlain ? '' : htmlText(mendCharset(html));
  const whole = shown === '' || (hasWords(plain) && !hasMore(shown, plain)) ? plain : shown;
  return toStorable(whole.replace(/\r\n?/g, '\n').replace(/^\uFEFF?\n*/, '')).trimEnd();
};

/** A plain part may have marks without width, or stand for pictures. */
const hasWords = (plain: string): boolean =>
  !plain
    .replace(/\[(?:image|cid):[^\]]{0,200}\]/gi, '')
    .split('\n')
    .every(isBlank);

/** In characters. */
const longestStub = 300;

/**
 * `Please view this message in a browser.` stands in the plain part in place of the words, which HTML alone has then. A part
 * that has fewer words than the HTML may be one.
 */
const isStub = (plain: string, html: string): boolean =>
  plain.length <= longestStub && (html.length > longestLooked || hasMore(html.replace(tags, ' '), plain));

/** Longer HTML is converted without a look, in characters. */
const longestLooked = 50_000;

const tags = /<(style|script|title)\b[^<>]*>[^<]*<\/\1>|<[^<>]*>/gi;

/** True if a text has a word that the plain part has not, besides links. */
const hasMore = (text: string, plain: string): boolean => {
  const known = new Set(wordsOf(plain));
  return wordsOf(text.replace(link, ' ')).some((word) => !known.has(word));
};

const link = /\bhttps?:\/\/\S{1,2000}/gi;

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? [];

/**
 * UTF-8 that is labelled as Latin-1 or ASCII comes as `GrÃ¼ÃŸe`. If the bytes are valid UTF-8, they are UTF-8: text
 * in Latin-1 practically never is.
 */
const mendCharset = (text: string): string => withoutForeignMarks(withoutControls(fromUtf8(text)));

const fromUtf8 = (text: string): string => {
  if (!/[\u00c2-\u00f4]/.test(text)) return text;
  const bytes = Buffer.alloc(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code < 0x80 ? code : byteOf(text.charAt(at));
    if (byte === undefined) return text;
    bytes[at] = byte;
  }
  return isUtf8(bytes) ? bytes.toString('utf8') : text;
};
