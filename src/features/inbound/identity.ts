import { createHash } from 'node:crypto';

/** Headers that each server on the way adds: two copies of one message differ in them. */
const traces = /^(?:received|x-received|delivered-to|x-original-to|envelope-to|x-envelope-to)$/i;

const lineFeed = 0x0a;

/**
 * What makes two messages the same: their `Message-ID` and their bytes. Line ends do not count, and neither do the
 * traces of the way: the same mail may come by IMAP and over HTTP.
 *
 * @returns SHA-256, in hex
 */
export const identityOf = (bytes: Uint8Array): string => {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { head, body } = split(message);
  const fields = head
    .replace(/\r\n?/g, '\n')
    .split(/\n(?![ \t])/)
    .filter((field) => !isTrace(field));
  const hash = createHash('sha256').update(fields.join('\n'), 'latin1').update('\n\n');
  for (const line of linesOf(body)) hash.update(line).update('\n');
  return hash.digest('hex');
};

const isTrace = (field: string): boolean => {
  const [name = '', value = ''] = field.split(/:(.*)/s);
  if (traces.test(name.trim())) return true;
  // An empty return path says that the message is automatic.
  return /^return-path$/i.test(name.trim()) && value.trim() !== '<>';
};

const split = (message: Buffer): { head: string; body: Buffer } => {
  const at = [message.indexOf('\r\n\r\n'), message.indexOf('\n\n')].filter((index) => index >= 0);
  if (at.length === 0) return { head: message.toString('latin1'), body: Buffer.alloc(0) };
  const end = Math.min(...at);
  const length = message[end] === lineFeed ? 2 : 4;
  return { head: message.toString('latin1', 0, end), body: message.subarray(end + length) };
};

/** The lines without their ends; empty ones at the end of the message are left out. */
function* linesOf(body: Buffer): Generator<Buffer> {
  let empty = 0;
  for (let start = 0; start < body.byteLength; ) {
    const found = body.indexOf(lineFeed, start);
    const end = found < 0 ? body.byteLength : found;
    const line = body.subarray(start, end > start && body[end - 1] === 0x0d ? end - 1 : end);
    start = end + 1;
    if (line.byteLength === 0) empty += 1;
    else {
      for (; empty > 0; empty -= 1) yield Buffer.alloc(0);
      yield line;
    }
  }
}
