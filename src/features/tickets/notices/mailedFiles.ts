import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { type FileRow, filesOfReplies, isOtherBytes, readStoredBytes } from '../../files/feature.ts';

/** Bytes of the files in one mail, in all. Mail servers take some 25 MB, and a file grows by a third on its way. */
const mostMailedBytes = 10 * 1024 * 1024;

interface Choice<File> {
  readonly attached: readonly File[];
  readonly linked: readonly File[];
}

/** Decides which files go along with a mail: in their order, each one that still fits. The others are links. */
export const chooseAttached = <File extends Pick<FileRow, 'filesize'>>(
  files: readonly File[],
): Choice<File> => {
  const attached: File[] = [];
  const linked: File[] = [];
  let left = mostMailedBytes;
  for (const file of files) {
    const size = Number(file.filesize);
    if (size > left) linked.push(file);
    else {
      attached.push(file);
      left -= size;
    }
  }
  return { attached, linked };
};

export interface Attachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** The files of a reply in its mail. */
export interface MailedFiles {
  readonly attachments: readonly Attachment[];
  /** The names of those that are too large for the mail. */
  readonly linked: readonly string[];
  /** The names of all, in a mail that brings none. */
  readonly named: readonly string[];
}

interface MailedReply {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly replyId: RecordId | null;
  /** False means the mail names the files, and brings none. */
  readonly isAttached: boolean;
  /** Number of tries to send it, this one included. */
  readonly claims: number;
}

/** Number of tries after which a mail goes without a file that is damaged: two minutes after the first. */
const mostTries = 6;

/**
 * Reads the files of a reply for its mail, when that is sent: the job of the mail holds no bytes.
 *
 * @throws if the storage fails; the job is then done again. A mail does not wait for good for a file that is damaged
 */
export const mailedFiles = async ({
  payload,
  portal,
  replyId,
  isAttached,
  claims,
}: MailedReply): Promise<MailedFiles> => {
  const found = replyId === null ? [] : await filesOfReplies({ req: { payload }, portal }, null, [replyId]);
  const files = [...found.values()].flat().filter(({ internal }) => internal !== true);
  if (!isAttached) return { attachments: [], linked: [], named: files.map(({ name }) => name) };
  const { attached, linked } = chooseAttached(files);
  const attachments: Attachment[] = [];
  const names = linked.map(({ name }) => name);
  for (const file of attached) {
    const content = await readStoredBytes(payload, portal, file).catch((error: unknown) => {
      if (!isOtherBytes(error) || claims < mostTries) throw error;
      return null;
    });
    if (content) attachments.push({ filename: file.name, contentType: file.mime_type, content });
    // A file that was deleted meanwhile has no bytes; a damaged one stays where it can be mended.
    else names.push(file.name);
  }
  return { attachments, linked: names, named: [] };
};
