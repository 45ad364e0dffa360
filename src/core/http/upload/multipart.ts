import type { Readable } from 'node:stream';
import { Dicer } from '@fastify/busboy';
import { ApiError } from '../../shared/errors/errors.ts';

/** Largest headers of one part, in bytes; a file name of 300 characters takes at most 1 200. */
const largestHeaders = 16 * 1024;
/** A form of the API has three. */
const usualMost = 32;

const malformed = (what: string) => new ApiError('bad_request', `The multipart body is malformed: ${what}.`);

/**
 * The boundary of `multipart/form-data`.
 *
 * @throws {ApiError} `unsupported_media_type` for anything else, `bad_request` without a boundary
 */
export const boundaryOf = (contentType: string | null): string => {
  const [type = ''] = (contentType ?? '').split(';', 1);
  if (type.trim().toLowerCase() !== 'multipart/form-data') {
    throw new ApiError('unsupported_media_type', 'Send multipart/form-data.');
  }
  const pattern = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s";,]{1,70}))\s*(?:;|$)/i;
  const [, quoted, plain] = pattern.exec(contentType ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed('its Content-Type names no boundary');
  return boundary;
};

/**
 * Reads a form part by part, no faster than `take` reads the content of each.
 *
 * @param take gets each part as soon as its headers are read, and has to read it to its end
 * @param mostParts the limit of the number of parts
 * @throws {ApiError} `bad_request` for a body that is malformed or ends before its last boundary; the errors of `take`
 */
export const readParts = async (
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  take: (headers: PartHeaders, content: Readable) => Promise<void>,
  mostParts = usualMost,
): Promise<void> => {
  let fail: (reason: unknown) => void = () => {};
  const failure = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // It is raced below. A failure between two races must not be an unhandled rejection.
  failure.catch(() => {});
  const taken: Promise<void>[] = [];
  const parser = parse(boundary, mostParts, {
    onPart: (headers, content) => {
      const work = take(headers, content);
      work.catch(fail);
      taken.push(work);
    },
    onError: fail,
  });
  try {
    for await (const chunk of body) await Promise.race([parser.write(chunk), failure]);
    await Promise.race([parser.end().then(() => Promise.all(taken)), failure]);
  } catch (error) {
    parser.stop();
    // The writer of a part finishes before the caller deletes its file.
    await Promise.allSettled(taken);
    throw error;
  }
};

interface ParserEvents {
  onPart(headers: PartHeaders, content: Readable): void;
  onError(error: ApiError): void;
}

/**
 * Checks that Dicer leaves to its callers: headers that never end, parts without a name, too many parts. It throws within Dicer's
 * events: a chunk of 64 KiB has room for 13,000 parts, and Dicer makes a stream for each as long as no event throws.
 */
const parse = (boundary: string, mostParts: number, { onPart, onError }: ParserEvents) => {
  // Its types do not know the size of headers.
  const limits = { boundary, maxHeaderSize: largestHeaders, maxHeaderPairs: 20 };
  const dicer = new Dicer(limits);
  const parts: Readable[] = [];
  let isFinished = false;
  const finished = new Promise<void>((resolve) => {
    dicer.once('finish', () => {
      isFinished = true;
      resolve();
    });
  });
  let isInHeaders = false;
  dicer.on('error', () => onError(malformed('it ends before its last boundary')));
  dicer.on('part', (part) => {
    const content = part as unknown as Readable;
    content.on('error', () => {});
    parts.push(content);
    if (isInHeaders) throw malformed('the headers of a part do not end');
    if (parts.length > mostParts) throw malformed('it has too many parts');
    isInHeaders = true;
    content.once('header', (raw: Record<string, string[]>) => {
      isInHeaders = false;
      const headers = readPartHeaders(raw);
      if (!headers) throw malformed('a part has no name');
      onPart(headers, content);
    });
  });
  return {
    write: async (chunk: Uint8Array) => {
      if (isFinished) return;
      // Dicer never calls back for a write that the last part has paused: only `finished` ends the wait then.
      await Promise.race([new Promise<void>((resolve) => dicer.write(chunk, () => resolve())), finished]);
    },
    end: async () => {
      dicer.end();
      await finished;
      if (isInHeaders) throw malformed('the headers of a part do not end');
    },
    stop: () => {
      for (const part of parts) part.destroy(new Error('The form is not read on.'));
    },
  };
};

/** The headers of one part of `multipart/form-data`. */
export interface PartHeaders {
  readonly name: string;
  /** It is null for a part that is no file. */
  readonly fileName: string | null;
  /** The part's `Content-Type`; null if it has none. */
  readonly declaredType: string | null;
}

/**
 * Reads the headers of a part, whose bytes come as Latin-1.
 *
 * @returns null if they are not those of a form's part
 */
const readPartHeaders = (headers: Readonly<Record<string, readonly string[]>>): PartHeaders | null => {
  const disposition = readDisposition(utf8(headers['content-disposition']?.[0] ?? ''));
  const name = disposition?.get('name');
  if (!disposition || name === undefined) return null;
  const declaredType = headers['content-type']?.[0] ?? null;
  const fileName = extended(disposition.get('filename*')) ?? disposition.get('filename') ?? null;
  return { name, fileName, declaredType };
};

/**
 * Decodes the extended form of a parameter. RFC 7578 forbids it in forms, and clients send it all the same. If the plain
 * form is sent too, it is a fallback for readers that do not know this one (RFC 6266): .NET writes an encoded word there.
 */
const extended = (value: string | undefined): string | null => {
  const [, encoded] = /^utf-8'[\w-]*'(.*)$/i.exec(value ?? '') ?? [];
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded);
  } catch {
    return null;
  }
};

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

/** A quoted value may hold any character but an unescaped quote. */
const parameter = /^;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";]*))\s*/s;

const readDisposition = (header: string): ReadonlyMap<string, string> | null => {
  const [start] = /^\s*form-data\s*(?=;|$)/i.exec(header) ?? [];
  if (start === undefined) return null;
  const parameters = new Map<string, string>();
  let rest = header.slice(start.length);
  while (rest !== '') {
    const [all, name, quoted, plain] = parameter.exec(rest) ?? [];
    if (all === undefined || name === undefined) return null;
    const value = quoted === undefined ? (plain ?? '') : unescaped(quoted);
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
    rest = rest.slice(all.length);
  }
  return parameters;
};

/** A backslash before anything but a quote or another one is that of a path on Windows. */
const unescaped = (quoted: string): string => quoted.replace(/\\(["\\])/g, '$1');
