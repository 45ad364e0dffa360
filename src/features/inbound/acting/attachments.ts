import { writeFile } from 'node:fs/promises';
import type { CollectionSlug, File, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { errorTable, toApiError } from '../../../core/shared/errors/errors.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { ticketFolder } from '../../files/feature.ts';
import type { Attachment } from '../message/attachments.ts';

/** An attachment that did not become a file of the ticket, with the reason. */
export interface RefusedAttachment {
  readonly index: number;
  readonly name: string;
  readonly reason: string;
}

/** The upload path rejected an attachment. Its transaction is over: the caller begins anew without it. */
export class AttachmentRefused extends Error {
  override readonly name = 'AttachmentRefused';
  readonly refused: RefusedAttachment;

  constructor(refused: RefusedAttachment, options: ErrorOptions) {
    super(`The attachment ${refused.name} was refused: ${refused.reason}`, options);
    this.refused = refused;
  }
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
  /** The attachments that are left out. */
  readonly refused: readonly RefusedAttachment[];
}

/**
 * Uploads the attachments of a message as the request's user, as files of a ticket.
 *
 * @returns the ids of the files
 * @throws {AttachmentRefused}
 */
export const attachFiles = async ({
  req,
  portal,
  ticketId,
  organization,
  attachments,
  refused,
}: MailedAttachments): Promise<readonly RecordId[]> => {
  const wanted = attachments
    .slice(0, mostAttachments)
    .map((attachment, index) => ({ attachment, index }))
    .filter(({ index }) => !refused.some((known) => known.index === index));
  if (wanted.length === 0 || organization === null) return [];
  const ids: RecordId[] = [];
  const folder = await ticketFolder(req, portal, organization);
  for (const { attachment, index } of wanted) {
    try {
      const { id } = await req.payload.create({
        collection: portal.options.slugs.files as CollectionSlug,
        data: { folder, ticket: ticketId },
        file: await onDisk(portal, attachment),
        depth: 0,
        overrideAccess: req.user === null,
        req,
      });
      ids.push(id);
    } catch (cause) {
      const { code, message, details } = toApiError(cause);
      // A fault of the storage is no verdict on the file: the message is processed again.
      if (errorTable[code].status >= 500) throw cause;
      const reason = String(details?.[0]?.message ?? message);
      throw new AttachmentRefused({ index, name: attachment.name, reason }, { cause });
    }
  }
  return ids;
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
