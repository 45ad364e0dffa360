import { type Readable, Transform } from 'node:stream';
import { writeToDisk } from '../../core/http/upload/writeToDisk.ts';
import type { Visit } from './page.ts';

/** A file of a form, on local disk until the response is out. */
export interface SentFile {
  readonly name: string;
  /** The media type that the browser declared; null if it declared none. */
  readonly type: string | null;
  /** Null for a file that the portal does not take: nothing of it is kept. */
  readonly path: string | null;
}

/** Reads a part to its end, and keeps nothing of it. */
export const drain = async (content: Readable): Promise<void> => {
  for await (const _ of content);
};

interface Part {
  readonly name: string;
  readonly type: string | null;
  readonly content: Readable;
}

/** Reads a file to its end that the portal does not take. */
export const skip = async (_visit: Visit, { content, name, type }: Part): Promise<SentFile> => {
  await drain(content);
  return { name, type, path: null };
};

/** Writes a file of a form to disk. One that is too large is read to its end, so that the rest of the form can be. */
export const spool = async (
  { portal, received }: Visit,
  { name, type, content }: Part,
): Promise<SentFile> => {
  const { maxBytes } = portal.options.files;
  const path = await portal.temporaryFiles.newPath();
  received.push(path);
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      size += chunk.byteLength;
      pass(null, size > maxBytes ? undefined : chunk);
    },
  });
  await writeToDisk(path, content, meter);
  return { name, type, path: size > maxBytes ? null : path };
};
