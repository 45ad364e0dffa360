import { useRef, useState } from 'react';
import { usePortalRoute } from '../../../core/ui/react/usePortal.ts';
import {
  type PortalRoute,
  type Reason,
  reasonOfRejection,
  sendFile,
} from '../../../core/ui/requests/portalApi.ts';
import { largeFrom, sendInChunks } from '../../uploads/ui.ts';

/** The place of a file: the ticket, and the folder, if it is another than that for tickets. */
interface UploadData {
  readonly ticket: number | string;
  readonly folder?: number | string;
  readonly internal?: boolean;
}

/** A file whose upload is complete. */
interface StoredUpload {
  readonly id: number | string;
  readonly name: string;
  readonly filesize: number;
}

interface Upload {
  readonly file: File;
  readonly data: UploadData;
  /** Called when more has been sent, and when the connection is lost or back. */
  onChange(by: Partial<Pick<UploadState, 'share' | 'isWaiting'>>): void;
}

type Uploaded = StoredUpload | { readonly problem: Reason };

/** Uploads one file. Never rejects. */
const uploadSmall = async (
  portalRoute: PortalRoute,
  { file, data: { folder, ticket, internal }, onChange }: Upload,
): Promise<Uploaded> => {
  const sent = await sendFile<{ id: string; filename: string; size_bytes: number }>(portalRoute, {
    path: `/tickets/${ticket}/files`,
    file,
    fields: {
      ...(folder !== undefined && { folder_id: String(folder) }),
      ...(internal && { internal: 'true' }),
    },
    onProgress: (share) => onChange({ share }),
  });
  if (!sent.ok) return { problem: reasonOfRejection(sent) };
  const { id, filename, size_bytes } = sent.output;
  return { id, name: filename, filesize: size_bytes };
};

const uploadLarge = async (
  portalRoute: PortalRoute,
  { file, data: { folder, ticket, internal }, onChange }: Upload,
): Promise<Uploaded> => {
  const sent = await sendInChunks(portalRoute, {
    file,
    metadata: {
      target: folder === undefined ? `ticket:${ticket}` : `file:${folder}`,
      ...(folder !== undefined && { ticket: String(ticket) }),
      ...(internal && { internal: 'true' }),
    },
    onProgress: (share) => onChange({ share }),
    onWaiting: (isWaiting) => onChange({ isWaiting }),
  });
  return sent.ok ? { id: sent.id, name: sent.name, filesize: sent.size } : { problem: sent.message };
};

/** An upload that runs or was refused. */
export interface UploadState {
  readonly id: number;
  readonly name: string;
  /** The share that has been sent, from 0 to 1. */
  readonly share: number;
  /** True while the connection is lost. */
  readonly isWaiting: boolean;
  readonly problem: Reason | null;
}

/** Uploads files one after the other. A finished upload is no longer listed. */
export const useUploads = () => {
  const portalRoute = usePortalRoute();
  const [uploads, setUploads] = useState<readonly UploadState[]>([]);
  const nextId = useRef(0);

  /** @returns the complete uploads */
  const upload = async (files: readonly File[], data: UploadData): Promise<readonly StoredUpload[]> => {
    const stored: StoredUpload[] = [];
    const added = files.map((file) => ({ id: nextId.current++, file }));
    const shown = added.map(({ id, file }) => ({
      id,
      name: file.name,
      share: 0,
      isWaiting: false,
      problem: null,
    }));
    // The refusals of an earlier call end with the next one; its uploads may still run.
    setUploads((all) => [...all.filter(({ problem }) => problem === null), ...shown]);
    const change = (id: number, by: Partial<UploadState>) =>
      setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...by } : one)));
    for (const { id, file } of added) {
      const upload = file.size > largeFrom ? uploadLarge : uploadSmall;
      const result = await upload(portalRoute, { file, data, onChange: (by) => change(id, by) });
      change(id, 'problem' in result ? result : { share: 1 });
      if (!('problem' in result)) stored.push(result);
    }
    const hasEnded = new Set(added.map(({ id }) => id));
    setUploads((all) => all.filter(({ id, problem }) => problem !== null || !hasEnded.has(id)));
    return stored;
  };

  return { uploads, upload };
};
