import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { isAligned } from './domains.ts';

/** Mail servers refuse larger headers. In bytes. */
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
  let useful = 0;
  const kept = fields.filter((field) => {
    if (!isSignature.test(field)) return true;
    if (useful === mostSignatures || !isUseful(field, from)) return false;
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
 * signature, and seems to be another one to them.
 */
const isOddlyNamed = /^[^:]*(?:[\v\f\xa0]|\r(?!\n))/;

const isParsed = /^\s*(?:from|content-type|return-path)\s*:/i;

const isSignature = /^\s*(?:dkim-signature|arc-[\w-]+)\s*:/i;

const isDkimSignature = /^\s*dkim-signature\s*:/i;

const isUseful = (field: string, from: string): boolean => {
  if (!isDkimSignature.test(field) || field.length > longestParsed) return false;
  const { d = '', h = '', a = '' } = tagsOf(field);
  return isAligned(d, from) && h.toLowerCase().split(':').includes('from') && /-sha256$/i.test(a);
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
