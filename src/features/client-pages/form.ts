import { readBytes } from '../../core/request/readBytes.ts';
import type { DoorAnswer } from '../client-sessions/feature.ts';
import type { Visit } from './page.ts';

/** The largest form without files, in bytes. */
const largestText = 1024 * 1024;

/** A form that a browser has sent. */
export interface SentForm {
  /** The text of a field; `''` for one that is not there. */
  text(name: string): string;
  /** The files of a field, without the empty part of an unused input. */
  files(name: string): readonly File[];
}

/** A form that is larger than the portal takes. */
export class FormTooLarge extends Error {}

/** @throws {FormTooLarge} */
export const readForm = async ({ request, portal, person }: Visit): Promise<SentForm> => {
  const type = request.headers.get('Content-Type') ?? '';
  const takesFiles = person !== null && /^multipart\//i.test(type);
  const most = takesFiles ? portal.options.files.maxBytes + largestText : largestText;
  const bytes = await readBytes(
    request as unknown as Parameters<typeof readBytes>[0],
    most,
    () => new FormTooLarge('The form is too large.'),
  );
  const data = await new Response(new Uint8Array(bytes), { headers: { 'Content-Type': type } })
    .formData()
    .catch(() => new FormData());
  return {
    text(name) {
      const value = data.get(name);
      return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
    },
    files: (name) =>
      data.getAll(name).filter((value) => value instanceof File && value.name !== '') as File[],
  };
};

/** A file that the portal did not take, and the reason. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: string;
  readonly status: number;
}

interface Uploading {
  readonly files: readonly File[];
  readonly folder: string;
  readonly ticket?: string;
}

/** Uploads files one by one. If one is refused, those before it are removed: a form is taken whole, or not at all. */
export const uploadAll = async (
  { door }: Visit,
  { files, folder, ticket }: Uploading,
): Promise<RefusedFile | null> => {
  const uploaded: string[] = [];
  for (const file of files) {
    const body = new FormData();
    body.set('file', file, file.name);
    body.set('folder_id', folder);
    if (ticket !== undefined) body.set('ticket_id', ticket);
    const answer = await door.send({ method: 'POST', path: '/files', body });
    if (answer.status !== 201) {
      for (const id of uploaded) await door.send({ method: 'DELETE', path: `/files/${id}` });
      return { name: file.name, reason: reasonOf(answer), status: answer.status };
    }
    uploaded.push(String(answer.body.id));
  }
  return null;
};

const reasonOf = ({ body }: DoorAnswer): string => String(body?.details?.[0]?.message ?? body?.message ?? '');
