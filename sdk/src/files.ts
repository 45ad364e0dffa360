import { type Api, type Filter, type Input, path } from './api.ts';
import { type UploadForm, uploadBody } from './body.ts';
import type { CallOptions } from './options.ts';
import type { PortalFile } from './types.ts';

export type UploadInput = Omit<Input<'upload_file'>, 'file'> & Pick<UploadForm, 'file' | 'filename' | 'type'>;

/** A file as a stream. Node's streams can be iterated; the web's types do not say so. */
export type Download = Response & { readonly body: ReadableStream<Uint8Array> & AsyncIterable<Uint8Array> };

export const filesOf = ({ call, list, send }: Api) => {
  const get = (id: string, options?: CallOptions) =>
    call<'get_file'>({ method: 'GET', path: path`/v1/files/${id}` }, options);
  return {
    /** The files in reach, newest first. */
    list: (filter?: Filter<'list_files'>, options?: CallOptions) =>
      list<PortalFile>('/v1/files', filter, options),
    /** Streams a file into a folder. A file from a stream is sent once, because a retry could not read it again. */
    upload: async ({ file, filename, type, ...fields }: UploadInput, options?: CallOptions) =>
      call<'upload_file'>(
        { method: 'POST', path: '/v1/files', body: uploadBody({ file, filename, type, fields }) },
        options,
      ),
    get,
    delete: async (id: string, options?: CallOptions): Promise<void> => {
      await call<'delete_file'>({ method: 'DELETE', path: path`/v1/files/${id}` }, options);
    },
    /** Reads the file's link, and streams its bytes in `body`. */
    download: async (id: string, options: Pick<CallOptions, 'signal'> = {}): Promise<Download> => {
      const { download_url } = await get(id, options);
      const { signal } = options;
      const { response } = await send({
        method: 'GET',
        path: new URL(download_url),
        signal,
        isDownload: true,
      });
      return response as Download;
    },
  };
};
