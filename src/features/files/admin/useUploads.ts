import { formatAdminURL } from 'payload/shared';
import { useState } from 'react';
import { type CmsAnswer, reasonOf } from '../../../core/ui/cmsApi.ts';
import { type Reason, unreachable } from '../../../core/ui/reason.ts';

interface Upload {
  readonly apiRoute: string;
  readonly filesSlug: string;
  readonly file: File;
  /** Its fields: the folder, or the ticket whose folder the server knows, or both. */
  readonly data: object;
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress(share: number): void;
}

/** Uploads one file by the CMS's REST. `fetch` would not say how far it is. Never rejects. */
const uploadFile = ({
  apiRoute,
  filesSlug,
  file,
  data,
  onProgress,
}: Upload): Promise<CmsAnswer<{ readonly doc: { readonly name: string } }>> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.set('_payload', JSON.stringify(data));
    form.set('file', file);
    request.open(
      'POST',
      formatAdminURL({ apiRoute: apiRoute as `/${string}`, path: `/${filesSlug}?depth=0` }),
    );
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
  readonly name: string;
  /** The share that has been sent, from 0 to 1. */
  readonly share: number;
  readonly problem: Reason | null;
}

/** Uploads files one after the other; those that are in are no longer listed. */
export const useUploads = (apiRoute: string, filesSlug: string) => {
  const [uploads, setUploads] = useState<readonly UploadState[]>([]);

  /** @returns the names of those that are in, as they are stored */
  const upload = async (files: readonly File[], data: object): Promise<readonly string[]> => {
    const stored: string[] = [];
    setUploads(files.map(({ name }) => ({ name, share: 0, problem: null })));
    const change = (index: number, by: Partial<UploadState>) =>
      setUploads((all) => all.map((one, at) => (at === index ? { ...one, ...by } : one)));
    for (const [index, file] of files.entries()) {
      const answer = await uploadFile({
        apiRoute,
        filesSlug,
        file,
        data,
        onProgress: (share) => change(index, { share }),
      });
      if (answer.ok) stored.push(answer.output.doc.name);
      change(index, answer.ok ? { share: 1 } : { problem: answer.message });
    }
    setUploads((all) => all.filter(({ problem }) => problem !== null));
    return stored;
  };

  return { uploads, upload };
};
