import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isAligned } from './domains.ts';

/** The largest header, in bytes. Mail servers refuse larger ones. */
const longestHeader = 262_144;

/** mailauth unfolds headers in quadratic time. */
const mostHeaderLines = 5_000;

/** Longest field that mailauth may parse, in bytes: it takes quadratic time for senders, types and signatures. */
const longestParsed = 10_000;

/** Number of signatures to check, the same as in other verifiers. Each may cost a hash of the whole body. */
const mostSignatures = 5;

/** Size of a chunk in bytes. mailauth reads a line that continues in the next chunk from its start again. */
const chunkSize = 65_536;

/**
 * The message with only those signatures that can prove its sender: they are of a domain of the same organization, cover
 * `From`, and use SHA-256. All others would cost lookups and hashes for nothing, and so would seals of forwarders (ARC).
 *
 * @returns null if there is no such signature, or the header is not that of any honest message
 */
export const withUsefulSignatures = (bytes: Uint8Array, from: string): Readable | null => {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfHeader(message);
  if (end === null) return null;
  const fields = message.toString('latin1', 0, end).split(startOfField);
  if (fields.some((field) => field.length > longestParsed && isParsed.test(field))) return null;
  if (fields.some((field) => isOddlyNamed.test(field))) return null;
  const repeated = repeatedOf(fields);
  let useful = 0;
  const kept = fields.filter((field) => {
    if (!isSignature.test(field)) return true;
    if (useful === mostSignatures || !isUseful(field, { from, repeated })) return false;
    useful += 1;
    return true;
  });
  if (useful === 0) return null;
  const header = Buffer.from(kept.join(''), 'latin1');
  return Readable.from(chunksOf(header, message.subarray(end)), { objectMode: false });
};

/** mailauth takes any white space for that of a folded line, so that both see the same fields. */
const startOfField = /(?<=\n)(?!\s)/;

/**
 * White space that mailauth leaves out of a field's name, and other readers do not: with it, a signed field keeps its
 * signature, and seems to be another one to them. At the start of a line it folds a field for mailauth alone.
 */
const isOddlyNamed = /(?:^[^:]*|\n)(?:[\v\f\xa0]|\r(?!\n))/;

const isParsed = /^\s*(?:from|content-type|return-path)\s*:/i;

const isSignature = /^\s*(?:dkim-signature|arc-[\w-]+)\s*:/i;

const isDkimSignature = /^\s*dkim-signature\s*:/i;

interface Judged {
  readonly from: string;
  readonly repeated: ReadonlyMap<string, number>;
}

const isUseful = (field: string, { from, repeated }: Judged): boolean => {
  if (!isDkimSignature.test(field) || field.length > longestParsed) return false;
  const { d = '', h = '', a = '' } = tagsOf(field);
  const names = h.toLowerCase().split(':');
  const coversAll = [...repeated].every(
    ([name, count]) => names.filter((one) => one === name).length >= count,
  );
  return isAligned(d, from) && names.includes('from') && coversAll && /-sha256$/i.test(a);
};

/**
 * Fields that a message has once (RFC 5322, 3.6; RFC 2045). A signature covers the lowest one, and readers take either: anyone
 * could send a signed message again, and have its text read in another way.
 */
const single: ReadonlySet<string> = new Set([
  ...['content-type', 'content-transfer-encoding', 'content-disposition', 'mime-version'],
  ...['from', 'reply-to', 'date', 'subject', 'message-id', 'in-reply-to', 'references'],
]);

/** The numbers of those fields that a header has several times. Copies with the same text are no danger. */
const repeatedOf = (fields: readonly string[]): ReadonlyMap<string, number> => {
  const found = new Map<string, string[]>();
  for (const field of fields) {
    const at = field.indexOf(':');
    const name = field.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (single.has(name)) found.set(name, [...(found.get(name) ?? []), field.slice(at + 1).trim()]);
  }
  const differing = [...found].filter(([, values]) => new Set(values).size > 1);
  return new Map(differing.map(([name, values]) => [name, values.length]));
};

/**
 * True if readers may take a message for two different ones: a field that it may have once comes again, or stands where only
 * some see it.
 */
export const isEquivocal = (bytes: Uint8Array): boolean => {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = message.toString('latin1', 0, endOfHeader(message) ?? longestHeader);
  const fields = header.split(startOfField);
  return fields.some((field) => isOddlyNamed.test(field)) || repeatedOf(fields).size > 0;
};

/** The tags of a signature's field, without white space: no tag that counts may have any. */
export const tagsOf = (field: string): Readonly<Record<string, string>> => {
  const text = Buffer.from(field, 'latin1').toString().replace(/\s+/g, '');
  const tags = text.slice(text.indexOf(':') + 1).split(';');
  return Object.fromEntries(
    tags.map((tag) => {
      const [name = '', ...value] = tag.split('=');
      return [name.toLowerCase(), value.join('=')];
    }),
  );
};

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Start of the empty line after the header; null if that is too far. */
const endOfHeader = (message: Buffer): number | null => {
  let lines = 0;
  for (let at = message.indexOf(lineFeed); at >= 0; at = message.indexOf(lineFeed, at + 1)) {
    lines += 1;
    if (at > longestHeader || lines > mostHeaderLines) return null;
    const next = message[at + 1] === carriageReturn ? message[at + 2] : message[at + 1];
    if (next === lineFeed) return at + 1;
  }
  return null;
};

/** Chunks that each end with a line, however long that is. Other work goes on between them. */
async function* chunksOf(header: Buffer, body: Buffer): AsyncGenerator<Buffer> {
  yield header;
  for (let start = 0; start < body.length; ) {
    const found = body.indexOf(lineFeed, start + chunkSize);
    const end = found < 0 ? body.length : found + 1;
    yield body.subarray(start, end);
    start = end;
    await setImmediate();
  }
}
