import { setServers } from 'node:dns';
import PostalMime, { type Email } from 'postal-mime';
import { authenticate, type Judgement, judge } from '../authentication/authenticate.ts';
import { readBounce } from '../bounce/readBounce.ts';
import { mendBytes } from '../message/bytes/mendBytes.ts';
import { addressOf } from '../message/header/author.ts';
import { checkLines } from '../message/limits.ts';
import { readBeginning, readHeaders } from '../message/readHeaders.ts';
import { readMessage } from '../message/readMessage.ts';
import { messageText } from '../message/text/messageText.ts';
import { identityOf, isIdentityOf } from '../storage/identity.ts';
import { pageOf, sourceOf, textPage } from './sourcePage.ts';
import { unpack } from './unpack.ts';

interface Raw {
  /** The raw message. */
  readonly bytes: Uint8Array;
}

/**
 * All code that reads the bytes of a message. It runs in a thread of its own, so its arguments and results are plain data.
 */
export const works = {
  /** The digest of a message, and its header. */
  identify: async ({ bytes, isSentByNoOne }: Raw & { readonly isSentByNoOne: boolean }) => ({
    digest: identityOf(bytes, isSentByNoOne),
    headers: await readHeaders(bytes),
  }),

  /** True if the bytes are those of the message with this digest. */
  matches: async ({ bytes, digest }: Raw & { readonly digest: string }) => isIdentityOf(digest, bytes),

  /** The trusted server's judgement of a message, by the beginning of its header. */
  async judge({ bytes, trustedAuthservId }: Omit<Received, 'envelopeSender'>): Promise<Judgement> {
    const beginning = await readBeginning(bytes);
    const from = beginning && addressOf(beginning.author);
    if (!from) return 'none';
    return judge({ bytes, from, serverResults: beginning.serverResults, trustedAuthservId });
  },

  /** A message, the trusted server's judgement of it and, if it is one, the bounce; the bytes are handed back. */
  async read({ bytes, envelopeSender, trustedAuthservId }: Received) {
    const message = await readMessage(bytes, envelopeSender);
    const from = addressOf(message.author);
    const { serverResults } = message;
    const judgement: Judgement =
      from === null ? 'none' : judge({ bytes, from, serverResults, trustedAuthservId });
    return { message, judgement, bounce: readBounce(message), bytes };
  },

  /** The fields of a body in which a provider hands a message over. */
  unpack: async (packed: Parameters<typeof unpack>[0]) => unpack(packed),

  /** The message as a page of HTML. */
  view: ({ bytes }: Raw) => viewOf(bytes),

  /** @throws if DNS did not respond */
  authenticate({ dnsServers, ...unproven }: Unproven) {
    setServers(dnsServers);
    return authenticate(unproven);
  },
} as const;

interface Received extends Raw {
  /** The sender of the SMTP connection, `''` for the empty one; null if it is not known. */
  readonly envelopeSender: string | null;
  /** The server whose verdict counts for this way in. */
  readonly trustedAuthservId: string | null;
}

type Unproven = Parameters<typeof authenticate>[0] & {
  /** The DNS servers of the process: changes that it makes later do not reach its threads. */
  readonly dnsServers: readonly string[];
};

export type Works = typeof works;
export type Kind = keyof Works;
export type Input<K extends Kind> = Parameters<Works[K]>[0];
export type Output<K extends Kind> = Awaited<ReturnType<Works[K]>>;

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

/** Returns null for a message that exceeds a limit. */
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
