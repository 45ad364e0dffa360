import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { idText, idTextOrNull, relationId } from '../shared/ids.ts';
import { publishEvent } from '../webhooks/outbox.ts';
import type { StoredFile } from './storedFile.ts';

interface Upload {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** The document of the CMS. */
  readonly file: StoredFile & Readonly<Record<string, unknown>>;
}

/** Sets off what follows an upload, committed with it or not at all. */
export const announceFile = async ({ req, portal, file }: Upload): Promise<void> => {
  const uploadedAt = new Date(String(file.createdAt));
  await publishEvent(
    { req, portal },
    {
      event: 'file.uploaded',
      timestamp: uploadedAt,
      organization: relationId(file.organization),
      data: {
        id: idText(file.id),
        filename: file.name,
        size_bytes: file.filesize,
        mime_type: file.mimeType,
        folder_id: idTextOrNull(relationId(file.folder)),
        ticket_id: idTextOrNull(relationId(file.ticket)),
        uploaded_at: uploadedAt.toISOString(),
        uploaded_by: idTextOrNull(relationId(file.uploadedBy)),
      },
    },
  );
};
