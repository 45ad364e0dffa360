import { formatAdminURL } from 'payload/shared';
import { type CmsAnswer, sentenceOf } from '../shared/cmsApi.ts';

interface Upload {
  readonly apiRoute: string;
  readonly filesSlug: string;
  readonly file: File;
  /** Its fields: folder and ticket. */
  readonly data: object;
  /** From 0 to 1. */
  onProgress(share: number): void;
}

/** Uploads one file by the CMS's REST. `fetch` would not say how far it is. Never rejects. */
export const uploadFile = ({
  apiRoute,
  filesSlug,
  file,
  data,
  onProgress,
}: Upload): Promise<CmsAnswer<unknown>> =>
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
          : { ok: false, message: sentenceOf(request.response, request.status) },
      );
    request.onerror = () =>
      resolve({ ok: false, message: 'The portal could not be reached. Try again in a moment.' });
    request.send(form);
  });
