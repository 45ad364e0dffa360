import { type Api, type Filter, type Input, path } from './api.ts';
import type { CallOptions } from './options.ts';
import type { Folder } from './types.ts';

export const foldersOf = ({ call, list }: Api) => ({
  /** The folders in reach, newest first. */
  list: (filter?: Filter<'list_folders'>, options?: CallOptions) =>
    list<Folder>('/v1/folders', filter, options),
  create: (input: Input<'create_folder'>, options?: CallOptions) =>
    call<'create_folder'>({ method: 'POST', path: '/v1/folders', input }, options),
  get: (id: string, options?: CallOptions) =>
    call<'get_folder'>({ method: 'GET', path: path`/v1/folders/${id}` }, options),
  rename: (id: string, input: Input<'rename_folder'>, options?: CallOptions) =>
    call<'rename_folder'>({ method: 'PATCH', path: path`/v1/folders/${id}`, input }, options),
  /** Deletes an empty folder. A folder that holds files is rejected with `conflict`. */
  delete: async (id: string, options?: CallOptions): Promise<void> => {
    await call<'delete_folder'>({ method: 'DELETE', path: path`/v1/folders/${id}` }, options);
  },
});
