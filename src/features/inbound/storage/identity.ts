import { createHash } from 'node:crypto';
import { readReturnPath } from '../message/header/fields.ts';
import { longestHeader } from '../message/readHeaders.ts';

/** Headers that each server on the way adds: two copies of one message differ in them. */
const traces = /^(?:received|x-received|delivered-to|x-original-to|envelope-to|x-envelope-to)$/i;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * The identity of a message: a digest of its `Message-ID` and its bytes. Line ends do not count, and neither do the trace
 * headers: the same mail may come by IMAP and over HTTP.
 *
 * @param isSentByNoOne true for an empty sender of the SMTP connection, which says the same as an empty return path: the message is
 * automatic then, unlike its copy from a person
 * @param isLeftOut true for a field that does not count
 * @returns SHA-256, in hex
 */
export const identityOf = (bytes: Uint8Array, isSentByNoOne = false, isLeftOut = isTrace): string => {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { head, body } = split(message);
  const fields = head
    .replace(/\r\n?/g, '\n')
    .split(/\n(?![ \t])/)
    .filter((field) => !isLeftOut(field));
  return createHash('sha256')
    .update(fields.join('\n'), 'latin1')
    .update('\n\n')
    .update(withLineFeeds(body))
    .update(isSentByNoOne && !fields.some(isReturnPath) ? '\n<>' : '')
    .digest('hex');
};

/** The identity of a message that cannot even be parsed: no other has its bytes. */
export const identityOfUnreadable = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/**
 * True if the bytes are those of a message with this identity. A message that could not be parsed at its receipt, such as one
 * that took too long, may be parsed later.
 */
export const isIdentityOf = (digest: string, bytes: Uint8Array): boolean =>
  digest === identityOf(bytes) ||
  digest === identityOf(bytes, true) ||
  digest === identityOf(bytes, false, isFormerTrace) ||
  digest === identityOfUnreadable(bytes);

const isReturnPath = (field: string): boolean => /^return-path[ \t]*:/i.test(field);

const isTrace = (field: string): boolean => {
  const [name = '', value = ''] = field.split(/:(.*)/s);
  if (traces.test(name.trim())) return true;
  // An empty return path says that the message is automatic.
  return isReturnPath(field) && readReturnPath(value) !== '';
};

/** Up to 4.10 an empty return path was `<>` alone. */
const isFormerTrace = (field: string): boolean => {
  const [name = '', value = ''] = field.split(/:(.*)/s);
  return traces.test(name.trim()) || (isReturnPath(field) && value.trim() !== '<>');
};

/** A header that does not end is cut: a list of its lines could take more memory than the process has. */
const split = (message: Buffer): { head: string; body: Buffer } => {
  const start = message.subarray(0, longestHeader);
  const at = [start.indexOf('\r\n\r\n'), start.indexOf('\n\n')].filter((index) => index >= 0);
  if (at.length === 0) return { head: start.toString('latin1'), body: message.subarray(longestHeader) };
  const end = Math.min(...at);
  const length = message[end] === lineFeed ? 2 : 4;
  return { head: message.toString('latin1', 0, end), body: message.subarray(end + length) };
};

/** The lines, each with LF as its end; empty ones at the end of the message are left out. */
const withLineFeeds = (body: Buffer): Buffer => {
  const lines = Buffer.alloc(body.length + 1);
  let length = 0;
  // Reads byte by byte, because searching for the next line end takes longer if lines are short. `byteLength` would take five
  // times as long.
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    const isOfEnd = byte === carriageReturn && (at + 1 === body.length || body[at + 1] === lineFeed);
    if (isOfEnd) continue;
    lines[length] = byte;
    length += 1;
  }
  while (length > 0 && lines[length - 1] === lineFeed) length -= 1;
  if (length === 0) return lines.subarray(0, 0);
  lines[length] = lineFeed;
  return lines.subarray(0, length + 1);
};
