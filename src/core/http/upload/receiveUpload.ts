import { createHash, type Hash } from 'node:crypto';
import { dirname } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { z } from 'zod';
import { ApiError, type Detail } from '../../shared/errors/errors.ts';
import { removeFile } from '../../shared/files/removeFile.ts';
import { say } from '../../texts/say.ts';
import { roomMeter } from './diskRoom.ts';
import { boundaryOf, type PartHeaders, readParts } from './multipart.ts';
import { writeToDisk } from './temporaryFolder.ts';

/** A file as it came, on local disk until it is stored. */
export interface ReceivedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** The file name that the client sent. */
  readonly fileName: string;
  /** The media type that the client declared; null if it declared none. */
  readonly declaredType: string | null;
}

export interface ReceivedForm {
  /** Each part by its name: text, or {@link ReceivedFile} for the part `file`. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The length of the parts that are text. */
  readonly textBytes: number;
  readonly repeated: readonly Detail[];
  /** SHA-256 of the parts and their bytes, independent of the boundary. */
  readonly fingerprint: string;
  /** Takes the received bytes away. */
  discard(): Promise<void>;
}

export const isReceivedFile = (value: unknown): value is ReceivedFile =>
  typeof value === 'object' && value !== null && 'path' in value;

/** The part `file` of a form. */
export const fileField = z
  .custom<ReceivedFile>(isReceivedFile, 'Send the file here, with a filename.')
  .meta({ type: 'string', format: 'binary' })
  .describe('The file.');

interface Upload {
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
  /** The limit of the file, in bytes. */
  readonly maxBytes: number;
  /** Makes a path for the bytes. */
  readonly newPath: () => Promise<string>;
}

/** Room for the rest of a form that holds a file, in bytes: boundaries, headers, other parts. */
const overhead = 256 * 1024;
/** Longest part that is not a file, in bytes. */
const longestText = 64 * 1024;

const tooLarge = (maxBytes: number) =>
  new ApiError('payload_too_large', say('errors:file:tooLarge', { most: maxBytes }));

/**
 * Refuses an upload by its headers, before its body is read.
 *
 * @throws {ApiError} `payload_too_large`, `unsupported_media_type`, `bad_request`
 */
const checkUploadHeaders = (headers: Headers, maxBytes: number): void => {
  if (Number(headers.get('Content-Length') ?? 0) > maxBytes + overhead) throw tooLarge(maxBytes);
  boundaryOf(headers.get('Content-Type'));
};

/**
 * Streams a form to local disk: its memory does not grow with the file.
 *
 * @throws {ApiError} `payload_too_large` as soon as the file is, `insufficient_storage`, and `bad_request`; then nothing is left
 * on disk
 */
export const receiveUpload = async (upload: Upload): Promise<ReceivedForm> => {
  checkUploadHeaders(upload.headers, upload.maxBytes);
  const received: Received = { values: new Map(), repeated: new Set(), digests: [], paths: [] };
  const discard = async () => {
    await Promise.all(received.paths.map((path) => removeFile(path)));
  };
  try {
    const boundary = boundaryOf(upload.headers.get('Content-Type'));
    await readParts(metered(upload), boundary, (headers, content) =>
      takePart(received, upload, headers, content),
    );
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    values: Object.fromEntries(received.values),
    textBytes: [...received.values.values()].reduce(
      (sum: number, value) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
      0,
    ),
    repeated: [...received.repeated].map((path) => ({ path, message: 'Send this once.' })),
    fingerprint: createHash('sha256').update(received.digests.toSorted().join()).digest('hex'),
    discard,
  };
};

interface Received {
  readonly values: Map<string, unknown>;
  readonly repeated: Set<string>;
  readonly digests: string[];
  readonly paths: string[];
}

/** The body, as long as it is not too long, and as long as it was announced. */
async function* metered({ headers, body, maxBytes }: Upload): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes + overhead) throw tooLarge(maxBytes);
    yield chunk;
  }
  // A proxy between here and the client may end a body early, and as if it were complete.
  const announced = headers.get('Content-Length');
  if (announced !== null && size < Number(announced)) {
    throw new ApiError('bad_request', 'The upload ended before its Content-Length.');
  }
}

const takePart = async (
  received: Received,
  { maxBytes, newPath }: Upload,
  headers: PartHeaders,
  content: Readable,
): Promise<void> => {
  const { name, fileName, declaredType } = headers;
  const isRepeated = received.values.has(name);
  if (isRepeated) received.repeated.add(name);
  else received.values.set(name, null);
  const digest = createHash('sha256').update(JSON.stringify(headers));
  if (name === 'file' && fileName !== null && !isRepeated) {
    const path = await newPath();
    received.paths.push(path);
    const sizeBytes = await writeBytes({ content, digest, path, maxBytes });
    received.values.set(name, { path, sizeBytes, fileName, declaredType } satisfies ReceivedFile);
  } else {
    const text = await readText(content, digest);
    if (!isRepeated) received.values.set(name, fileName === null ? text : { fileName });
  }
  received.digests.push(digest.digest('hex'));
};

interface Target {
  readonly content: Readable;
  readonly digest: Hash;
  readonly path: string;
  readonly maxBytes: number;
}

const writeBytes = async ({ content, digest, path, maxBytes }: Target): Promise<number> => {
  let size = 0;
  const takeRoom = roomMeter(dirname(path));
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      size += chunk.byteLength;
      digest.update(chunk);
      if (size > maxBytes) pass(tooLarge(maxBytes));
      else takeRoom(chunk).then(() => pass(null, chunk), pass);
    },
  });
  await writeToDisk(path, content, meter);
  return size;
};

/** @throws {ApiError} `payload_too_large` */
const readText = async (content: Readable, digest: Hash): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    digest.update(chunk);
    size += chunk.byteLength;
    if (size > longestText)
      throw new ApiError(
        'payload_too_large',
        `A part that is not a file is larger than ${longestText} bytes.`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
