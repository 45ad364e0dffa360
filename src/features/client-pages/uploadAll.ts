import { StreamedForm } from '../../core/http/upload/streamedForm.ts';
import type { DoorAnswer } from '../client-sessions/feature.ts';
import { sizeOf, type Visit } from './page.ts';
import type { SentFile } from './sentFile.ts';

/** A file that the portal did not take, and the reason. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
  readonly status: number;
}

interface Uploading {
  readonly files: readonly SentFile[];
  readonly folder: string;
  readonly ticket?: string;
  /** The same for each sending of one form, so that its files are stored once. */
  readonly key: string;
}

interface Uploaded {
  /** Null if all files were taken; otherwise none is there any more. */
  readonly refused: RefusedFile | null;
  /** Removes the files again: a form is taken whole, or not at all. */
  undo(): Promise<void>;
}

/** Uploads files one by one. If one is refused, those before it are removed. */
export const uploadAll = async (
  visit: Visit,
  { files, folder, ticket, key }: Uploading,
): Promise<Uploaded> => {
  const { door } = visit;
  const ids: string[] = [];
  const undo = async () => {
    for (const id of ids) await door.send({ method: 'DELETE', path: `/files/${id}` });
  };
  const tooLarge = files.find(({ path }) => path === null);
  if (tooLarge) return { refused: { name: tooLarge.name, ...sizeRefusal(visit) }, undo };
  const fields = { folder_id: folder, ...(ticket !== undefined && { ticket_id: ticket }) };
  for (const [index, { name, path, type }] of files.entries()) {
    const body = new StreamedForm({ fields, file: { path: path ?? '', name, type } });
    const idempotencyKey = `${key}-${index}`;
    const answer = await door.send({ method: 'POST', path: '/files', body, idempotencyKey });
    if (answer.status !== 201) {
      await undo();
      return { refused: { name, reason: reasonOf(answer), status: answer.status }, undo };
    }
    ids.push(String(answer.body.id));
  }
  return { refused: null, undo };
};

const sizeRefusal = (visit: Visit): Pick<RefusedFile, 'reason' | 'status'> => {
  const size = sizeOf(visit, visit.portal.options.files.maxBytes);
  return { reason: visit.t('clientPages:files:tooLarge', { size }), status: 413 };
};

const reasonOf = ({ body }: DoorAnswer): string => String(body?.details?.[0]?.message ?? body?.message ?? '');
