import { writeFile } from 'node:fs/promises';
import type { CollectionSlug, File, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { inSavepoint } from '../../../core/database/savepoint.ts';
import { errorTable, toApiError } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import type { Attachment } from '../message/attachments.ts';

/** An attachment that did not become a file of the ticket, with the reason. */
interface RefusedAttachment {
  readonly name: string;
  readonly reason: string;
}

/** Number of attachments of one message that become files. */
export const mostAttachments = 100;

interface MailedAttachments {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticketId: RecordId;
  /** It is null for a ticket of no organization, which has no folder for files. */
  readonly organization: RecordId | null;
  readonly attachments: readonly Attachment[];
}

interface AttachedFiles {
  readonly ids: readonly RecordId[];
  readonly refused: readonly RefusedAttachment[];
}

/**
 * Uploads the attachments of a message as the request's user, as files of a ticket. One that the upload path rejects leaves
 * nothing behind, and the others stay.
 */
export const attachFiles = async (mailed: MailedAttachments): Promise<AttachedFiles> => {
  const { req, organization, attachments } = mailed;
  const ids: RecordId[] = [];
  const refused: RefusedAttachment[] = [];
  const wanted = organization === null ? [] : attachments.slice(0, mostAttachments);
  for (const attachment of wanted) {
    try {
      ids.push(await inSavepoint(req, () => attach(mailed, attachment)));
    } catch (error) {
      const { code, message, details } = toApiError(error);
      // A fault of the storage is no verdict on the file: the message is processed again.
      if (errorTable[code].status >= 500) throw error;
      refused.push({ name: attachment.name, reason: String(details?.[0]?.message ?? message) });
    }
  }
  return { ids, refused };
};

const attach = async (
  { req, portal, ticketId }: MailedAttachments,
  attachment: Attachment,
): Promise<RecordId> => {
  const { id } = await req.payload.create({
    collection: portal.options.slugs.files as CollectionSlug,
    data: { ticket: ticketId },
    file: await onDisk(portal, attachment),
    depth: 0,
    overrideAccess: req.user === null,
    req,
  });
  return id;
};

const onDisk = async ({ temporaryFiles }: PortalContext, attachment: Attachment): Promise<File> => {
  const { name, mimeType, bytes } = attachment;
  const path = await temporaryFiles.newPath();
  await writeFile(path, bytes, { mode: 0o600 });
  return { name, mimetype: mimeType, size: bytes.byteLength, data: Buffer.alloc(0), tempFilePath: path };
};

/** An internal note that names the rejected attachments; null if there are none. */
export const noteOfRefused = (refused: readonly RefusedAttachment[], left: number): string | null => {
  const lines = refused.map(({ name, reason }) => `- ${name}: ${reason}`);
  if (left > 0) lines.push(`- ${left} more: a message may bring ${mostAttachments} files.`);
  return lines.length === 0
    ? null
    : ['These attachments of the mail are not files of the ticket:', ...lines].join('\n');
};
