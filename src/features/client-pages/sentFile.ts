import { dirname } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { roomMeter } from '../../core/http/upload/diskRoom.ts';
import { writeToDisk } from '../../core/http/upload/temporaryFolder.ts';
import { fileSize } from '../../core/shared/text/fileSize.ts';
import type { Visit } from './visit.ts';

/** A file of a form, on local disk until the response is out. */
export interface SentFile {
  readonly name: string;
  /** The media type that the browser declared; null if it declared none. */
  readonly type: string | null;
  /** It is null for a file that the portal does not take: nothing of it is kept. */
  readonly path: string | null;
  /** True if the disk had no room for it. */
  readonly hasNoRoom?: boolean;
}

/** The reason why nothing of a file was kept; null if it was. */
export const whyNotKept = (
  visit: Visit,
  { path, hasNoRoom }: SentFile,
): { readonly reason: string; readonly status: number } | null => {
  if (path !== null) return null;
  const { portal, t } = visit;
  if (hasNoRoom) return { reason: t('errors:noRoom'), status: 507 };
  const size = fileSize(portal.options.files.maxBytes, visit.language);
  return { reason: t('clientPages:files:tooLarge', { size }), status: 413 };
};

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

/**
 * Writes a file of a form to disk. A file that is too large, or has no room on the disk, is read to its end, so that the
 * rest of the form can be read.
 */
export const spool = async (
  { portal, received }: Visit,
  { name, type, content }: Part,
): Promise<SentFile> => {
  const { maxBytes } = portal.options.files;
  const path = await portal.temporaryFiles.newPath();
  received.push(path);
  const takeRoom = roomMeter(dirname(path));
  let size = 0;
  let hasNoRoom = false;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      size += chunk.byteLength;
      if (hasNoRoom || size > maxBytes) return pass();
      const skipRest = () => {
        hasNoRoom = true;
        pass();
      };
      takeRoom(chunk).then(() => pass(null, chunk), skipRest);
    },
  });
  await writeToDisk(path, content, meter);
  return { name, type, path: hasNoRoom || size > maxBytes ? null : path, hasNoRoom };
};
