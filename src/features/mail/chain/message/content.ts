import type { SendMailOptions } from 'nodemailer-10';
import { detectMimeType } from 'nodemailer-10/lib/mime-funcs';
import { destroyStream, parseDataURI, resolveContent } from 'nodemailer-10/lib/shared';
import { messageOf, onOneLine } from '../property.ts';

/** A part of a message as nodemailer takes it: an object that holds its content or says where to find it. */
type Part = Record<string, unknown>;

/** Reads one part; `what` names it in an error. */
type ReadPart = (part: Part, what: string) => Promise<Part>;

const bodies = ['text', 'html', 'watchHtml', 'amp', 'icalEvent', 'raw'] as const;

/**
 * The parts of a message, read into memory: files, addresses and streams become buffers, encoded strings are
 * decoded. Every transport can write them again; the caller's objects stay as they are.
 *
 * @param limit for each part, in milliseconds.
 * @throws Error that names the part that could not be read.
 */
export const readContents = async (
  message: SendMailOptions,
  limit: number,
): Promise<Partial<SendMailOptions>> => {
  const { disableFileAccess, disableUrlAccess } = message;
  const readPart: ReadPart = async (part, what) => {
    const { content, path, href, encoding, httpHeaders, tls, raw, headers, ...options } = part;
    const rest = { ...options, ...(headers !== undefined && { headers: safeHeaders(headers as Headers) }) };
    if (raw) return { ...rest, raw: await readBody(readPart, raw, `the raw ${what}`) };
    if (!(content || path || href)) return { ...rest, content: '' };
    const source = { content, path, href, encoding, httpHeaders, tls };
    const reading = resolveContent({ source }, 'source', { disableFileAccess, disableUrlAccess });
    try {
      return { ...rest, content: asContent(await within(limit, reading)) };
    } catch (error) {
      destroyStream(content);
      throw new Error(`Could not read ${what} of the mail: ${messageOf(error)}`, { cause: error });
    }
  };
  // All at once: otherwise a stream that fails while another is read would have no listener.
  const [read, attachments, alternatives] = await Promise.all([
    Promise.all(bodies.map(async (name) => [name, await readBody(readPart, message[name], name)] as const)),
    readList(message.attachments, (part, what) => readAttachment(readPart, part, `attachment ${what}`)),
    readList(message.alternatives, (part, what) => readAlternative(readPart, part, `alternative ${what}`)),
  ]);
  return { ...Object.fromEntries(read.filter(([, body]) => body !== undefined)), attachments, alternatives };
};

const readBody = async (readPart: ReadPart, body: unknown, what: string): Promise<unknown> => {
  if (body === undefined || body === null || body === false || body === '') return undefined;
  if (typeof body !== 'object') return String(body);
  if (body instanceof Uint8Array) return asContent(body);
  const { content, ...options } = await readPart('pipe' in body ? { content: body } : { ...body }, what);
  return Object.keys(options).length > 0 ? { content, ...options } : content;
};

const readList = async (parts: unknown, read: ReadPart): Promise<Part[] | undefined> => {
  if (!parts) return undefined;
  const list = (Array.isArray(parts) ? parts : [parts]).filter(
    (part) => typeof part === 'object' && part !== null,
  );
  return await Promise.all(list.map((part: Part, index) => read(part, `${part.filename || index + 1}`)));
};

const readAttachment = async (readPart: ReadPart, part: Part, what: string): Promise<Part> => {
  const name = placeOf(part)?.split(/[/\\]/).pop()?.split('?')[0];
  const { filename = isEmbedded(part) ? undefined : name, ...read } = await readAlternative(
    readPart,
    part,
    what,
  );
  return filename === undefined ? read : { ...read, filename };
};

/** The type is what nodemailer would have found in the place that the content was read from. */
const readAlternative = async (readPart: ReadPart, part: Part, what: string): Promise<Part> => {
  const place = placeOf(part);
  const named = typeof part.filename === 'string' && part.filename !== '' ? part.filename : place;
  const contentType =
    part.contentType ?? parseDataURI(place)?.contentType ?? (place && detectMimeType(named));
  return { ...(await readPart(part, what)), ...(contentType !== undefined && { contentType }) };
};

const placeOf = ({ path, href }: Part): string | undefined =>
  path || href ? String(path || href) : undefined;

const isEmbedded = (part: Part): boolean => /^data:/i.test(placeOf(part) ?? '');

const asContent = (value: unknown): string | Buffer => {
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error('it is neither text nor bytes');
};

const within = async <Value>(limit: number, reading: Promise<Value>): Promise<Value> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`it took longer than ${limit / 1_000} s`)), limit);
  });
  try {
    return await Promise.race([reading, tooLong]);
  } finally {
    clearTimeout(timer);
  }
};

type Headers = SendMailOptions['headers'];

/**
 * The caller's own headers without line breaks, which would add further headers: nodemailer writes a value marked
 * `prepared` as it is, and HTTP APIs do so with every value. A long prepared value is folded again. A Bcc header is left out:
 * it would show the hidden recipients.
 */
export const safeHeaders = (headers: Headers): Headers => {
  if (!headers) return undefined;
  if (!Array.isArray(headers)) return Object.fromEntries(safeFields(Object.entries(headers))) as Headers;
  const fields = safeFields(headers.map(({ key, value }) => [key, value]));
  return fields.map(([key, value]) => ({ key, value })) as Headers;
};

const safeFields = (fields: readonly [unknown, unknown][]): [string, unknown][] =>
  fields
    .map(([key, value]): [string, unknown] => [
      String(key).replace(/[^\x21-\x39\x3b-\x7e]/g, ''),
      safeValue(value),
    ])
    .filter(([key]) => key !== '' && key.toLowerCase() !== 'bcc');

const safeValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(safeValue);
  if (typeof value === 'string') return onOneLine(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const { prepared, value: content } = value as { prepared?: unknown; value?: unknown };
  return { prepared: Boolean(prepared), foldLines: true, value: onOneLine(String(content ?? '')) };
};
