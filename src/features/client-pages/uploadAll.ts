import { StreamedForm } from '../../core/http/upload/streamedForm.ts';
import { messageIn } from './problems.ts';
import { type SentFile, whyNotKept } from './sentFile.ts';
import type { Visit } from './visit.ts';

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
