import { dirname } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { roomMeter } from '../../core/http/upload/diskRoom.ts';
import { StreamedForm } from '../../core/http/upload/streamedForm.ts';
import { writeToDisk } from '../../core/http/upload/temporaryFolder.ts';
import { fileSize } from '../../core/shared/text/fileSize.ts';
import { messageIn } from './problems.ts';
import type { SentFile } from './sentForm.ts';
import type { Visit } from './visit.ts';

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

/** The reason why the portal did not take the files of a form. */
interface Refused {
  readonly message: string;
  readonly status: number;
  /** The code of the API's error; null if the API was not asked. */
  readonly error: string | null;
}

interface FormFiles {
  readonly files: readonly SentFile[];
  readonly folder: string;
  readonly ticket?: string;
  /** The key of a form: each time it is sent it has the same one, so its files are stored once. */
  readonly key: string;
}

interface Uploaded {
  /** It is null if all files were taken; otherwise none of them is stored any more. */
  readonly refused: Refused | null;
  /** The ids of the files, including those of the same form sent before. */
  readonly ids: readonly string[];
  /** Removes the files again: a form is taken whole, or not at all. */
  undo(): Promise<void>;
}

/** Most files of one form. */
export const mostFiles = 50;

/** Uploads files one by one. If one is refused, those before it are removed. */
export const uploadAll = async (
  visit: Visit,
  { files, folder, ticket, key }: FormFiles,
): Promise<Uploaded> => {
  const { api, t } = visit;
  const ids: string[] = [];
  // Without those of the same form sent before, which that one may still need.
  const own: string[] = [];
  const undo = async () => {
    for (const id of own) await api.send({ method: 'DELETE', path: `/files/${id}`, isUndoing: true });
  };
  const refused = beforehand(visit, files);
  if (refused) return { refused, ids, undo };
  const fields = { folder_id: folder, ...(ticket !== undefined && { ticket_id: ticket }) };
  for (const [index, { name, path, type }] of files.entries()) {
    const body = new StreamedForm({ fields, file: { path: path ?? '', name, type } });
    const idempotencyKey = `${key}-${index}`;
    const answer = await api.send({ method: 'POST', path: '/files', body, idempotencyKey });
    if (answer.status !== 201) {
      await undo();
      const message = t('clientPages:files:notTaken', { name, reason: messageIn(visit, answer) });
      return { refused: { message, status: answer.status, error: answer.body?.error ?? null }, ids, undo };
    }
    const id = String(answer.body.id);
    ids.push(id);
    if (!answer.headers.has('Idempotent-Replayed')) own.push(id);
  }
  return { refused: null, ids, undo };
};

const beforehand = (visit: Visit, files: readonly SentFile[]): Refused | null => {
  const { t } = visit;
  if (files.length > mostFiles)
    return { message: t('clientPages:files:tooMany', { most: mostFiles }), status: 422, error: null };
  for (const file of files) {
    const lost = whyNotKept(visit, file);
    if (!lost) continue;
    const message = t('clientPages:files:notTaken', { name: file.name, reason: lost.reason });
    return { message, status: lost.status, error: null };
  }
  return null;
};
