import PostalMime, { type Email } from 'postal-mime';
import { mendBytes } from '../message/bytes/mendBytes.ts';
import { checkLines } from '../message/limits.ts';
import { messageText } from '../message/text/messageText.ts';
import { pageOf, sourceOf, textPage } from './sourcePage.ts';

/** Pictures inside a page, all together, in bytes. */
const mostPictures = 10 * 1024 * 1024;

const limits = {
  forceRfc822Attachments: true,
  maxHeadersSize: 524_288,
  maxNestingDepth: 100,
} as const;

/**
 * A message as a page of HTML: its HTML part with the pictures that it brings, else its text; the beginning of its source if
 * it cannot be parsed. The policy of the response keeps it from running scripts and loading anything.
 */
export const viewOf = async (bytes: Uint8Array): Promise<string> => {
  const email = await parse(bytes);
  if (!email) return textPage(sourceOf(bytes));
  if (!email.html?.trim()) return textPage(messageText(email));
  return pageOf(withoutTargets(withPictures(withoutLinks(email.html), email)));
};

/** Null for a message that exceeds a limit. */
const parse = async (bytes: Uint8Array): Promise<Email | null> => {
  try {
    checkLines(bytes);
    return await PostalMime.parse(mendBytes(bytes), limits);
  } catch {
    return null;
  }
};

/**
 * Browsers look up the hosts that these name, whatever the policy of the page says. They get another name: the text around
 * a removed one might form a tag again.
 */
const withoutLinks = (html: string): string => html.replace(/<(\/?)(link|meta|base)(?![\w-])/gi, '<$1x-$2');

/**
 * The page's own target holds: no link opens in the place of the message. References to characters mean nothing in the name
 * of an attribute; in texts and values nothing changes.
 */
const withoutTargets = (html: string): string =>
  html.replace(/(?<=t)a(?=rget)/gi, (letter) => `&#${letter.charCodeAt(0)};`);

/** Puts the pictures that the message itself brings in the place of their `cid:`. */
const withPictures = (html: string, { attachments }: Email): string => {
  const pictures = new Map<string, string>();
  let size = 0;
  for (const { contentId, mimeType, content } of attachments) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
    size += bytes.byteLength;
    if (!contentId || !/^image\/(?:png|jpe?g|gif|webp|bmp)$/i.test(mimeType) || size > mostPictures) continue;
    pictures.set(contentId.replace(/^<|>$/g, ''), `data:${mimeType};base64,${bytes.toString('base64')}`);
  }
  return html.replace(/\bcid:([^\s"'<>)]{1,500})/gi, (whole, id: string) => pictures.get(id) ?? whole);
};
