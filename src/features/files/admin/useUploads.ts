import { useConfig } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { useRef, useState } from 'react';
import { usePortalRoute, useSlugs } from '../../../core/ui/react/usePortal.ts';
import { type CmsResult, reasonOf } from '../../../core/ui/requests/cmsApi.ts';
import {
  type PortalRoute,
  personOfPage,
  type Reason,
  unreachable,
} from '../../../core/ui/requests/portalApi.ts';
import { largeFrom, sendInChunks } from '../../uploads/ui.ts';

/** The place of a file: the folder, or the ticket whose folder the server knows, or both. */
interface UploadData {
  readonly folder?: number | string;
  readonly ticket?: number | string;
  readonly internal?: boolean;
}

interface Upload {
  readonly apiRoute: string;
  readonly filesSlug: string;
  readonly person: PortalRoute['person'];
  readonly file: File;
  readonly data: UploadData;
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress(share: number): void;
  /** Called when the connection is lost, and when it is back. */
  onWaiting(isWaiting: boolean): void;
}

/** A file whose upload is complete. */
interface StoredUpload {
  readonly id: number | string;
  readonly name: string;
  readonly filesize: number;
}

type Uploaded = CmsResult<{ readonly doc: StoredUpload }>;

/** Never rejects. */
const uploadLarge = async (
  portalRoute: PortalRoute,
  { file, data: { folder, ticket, internal }, onProgress, onWaiting }: Upload,
): Promise<Uploaded> => {
  const sent = await sendInChunks(portalRoute, {
    file,
    metadata: {
      target: folder === undefined ? `ticket:${ticket}` : `file:${folder}`,
      ...(folder !== undefined && ticket !== undefined && { ticket: String(ticket) }),
      ...(internal && { internal: 'true' }),
    },
    onProgress,
    onWaiting,
  });
  if (!sent.ok) return sent;
  return { ok: true, output: { doc: { id: sent.id, name: sent.name, filesize: sent.size } } };
};

/** Uploads one file by the CMS's REST. `fetch` would not say how far it is. Never rejects. */
const uploadFile = ({ apiRoute, filesSlug, person, file, data, onProgress }: Upload): Promise<Uploaded> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.set('_payload', JSON.stringify(data));
    form.set('file', file);
    request.open(
      'POST',
      formatAdminURL({ apiRoute: apiRoute as `/${string}`, path: `/${filesSlug}?depth=0` }),
    );
    for (const [header, value] of Object.entries(personOfPage(person)))
      request.setRequestHeader(header, value);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () =>
      resolve(
        request.status < 300
          ? { ok: true, output: request.response }
          : { ok: false, message: reasonOf(request.response, request.status) },
      );
    request.onerror = () => resolve({ ok: false, message: unreachable });
    request.send(form);
  });

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
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const filesSlug = useSlugs().files;
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
      const one: Upload = {
        apiRoute,
        filesSlug,
        person: portalRoute.person,
        file,
        data,
        onProgress: (share) => change(id, { share }),
        onWaiting: (isWaiting) => change(id, { isWaiting }),
      };
      const result = await (file.size > largeFrom ? uploadLarge(portalRoute, one) : uploadFile(one));
      if (result.ok) stored.push(result.output.doc);
      change(id, result.ok ? { share: 1 } : { problem: result.message });
    }
    const hasEnded = new Set(added.map(({ id }) => id));
    setUploads((all) => all.filter(({ id, problem }) => problem !== null || !hasEnded.has(id)));
    return stored;
  };

  return { uploads, upload };
};
