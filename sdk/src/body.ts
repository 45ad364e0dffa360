import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { ReadableStream as NodeReadableStream } from 'node:stream/web';

/** The body of a request, made again for each try. */
export interface RequestBody {
  readonly contentType: string;
  readonly isUpload: boolean;
  /** True if it can be sent only once. */
  readonly isOnce: boolean;
  open(): Promise<string | NodeReadableStream<Uint8Array>>;
}

export const jsonBody = (value: unknown): RequestBody => ({
  contentType: 'application/json',
  isUpload: false,
  isOnce: false,
  open: async () => JSON.stringify(value),
});

/** The bytes of a file: in memory, in a `Blob`, in a stream, which is read once, or on disk at a path. */
export type FileContent =
  | Uint8Array
  | Blob
  | AsyncIterable<Uint8Array>
  | ReadableStream<Uint8Array>
  | { readonly path: string };

export interface UploadForm {
  readonly file: FileContent;
  /** Needed if the content has none. */
  readonly filename?: string | undefined;
  /** Its media type, for bytes that do not tell it. */
  readonly type?: string | undefined;
  /** The other parts. */
  readonly fields: Readonly<Record<string, string | undefined>>;
}

/** A form of `multipart/form-data` (RFC 7578) that is streamed as it is sent: a file is never in memory as a whole. */
export const uploadBody = ({ file, filename = nameOf(file), type, fields }: UploadForm): RequestBody => {
  if (!filename) throw new TypeError('filename: give the name of the file.');
  const boundary = randomUUID();
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${boundary}\r\n${disposition(name)}\r\n\r\n${value}\r\n`],
  );
  const mediaType = type ?? (file instanceof Blob && file.type ? file.type : 'application/octet-stream');
  const head = `${parts.join('')}--${boundary}\r\n${disposition('file', filename)}\r\nContent-Type: ${oneLine(mediaType)}\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    isUpload: true,
    isOnce: Symbol.asyncIterator in file,
    async open() {
      if (isOnDisk(file)) await access(file.path, constants.R_OK);
      return NodeReadableStream.from(framed(head, file, `\r\n--${boundary}--\r\n`));
    },
  };
};

/** A stream of Node's that reads a file has a path, too, and is read as the stream that it is. */
const isOnDisk = (file: FileContent): file is { readonly path: string } =>
  'path' in file && !(Symbol.asyncIterator in file);

const nameOf = (file: FileContent): string | undefined => {
  if (isOnDisk(file)) return basename(file.path);
  return 'name' in file && typeof file.name === 'string' ? file.name : undefined;
};

const disposition = (name: string, filename?: string): string =>
  `Content-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${quoted(filename)}"`}`;

const quoted = (filename: string): string => oneLine(filename).replaceAll(/["\\]/g, '\\$&');

/** Removes line breaks, which would end a header. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]/g, ' ');

async function* framed(head: string, file: FileContent, tail: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head);
  yield* bytesOf(file);
  yield Buffer.from(tail);
}

async function* bytesOf(file: FileContent): AsyncGenerator<Uint8Array> {
  if (file instanceof Uint8Array) yield file;
  else if (file instanceof Blob) yield* file.stream() as unknown as AsyncIterable<Uint8Array>;
  else if (isOnDisk(file)) yield* createReadStream(file.path);
  else yield* file as AsyncIterable<Uint8Array>;
}
