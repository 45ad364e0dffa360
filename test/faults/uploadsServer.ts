import { tusClient } from '../support/api/uploads.ts';
import { type Child, launch } from './processes.ts';
import type { UploadsOptions } from './programs/uploads.ts';

/** A portal in a process of its own, which serves its API. */
export interface UploadsServer {
  readonly child: Child;
  readonly port: number;
  /** An API key. Each process makes one at its start. */
  readonly key: string;
  /** The id of a folder. */
  readonly folder: string;
}

export const startUploads = async (options: UploadsOptions): Promise<UploadsServer> => {
  const child = launch('uploads', options);
  return { child, ...((await child.hears('port')) as unknown as Omit<UploadsServer, 'child'>) };
};

export const fetchAt =
  ({ port }: UploadsServer) =>
  (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, init);

/** Sends large uploads by a token. */
export const tusClientAt = (server: UploadsServer, token: string) =>
  tusClient({ fetch: fetchAt(server), isRemote: true }, { Authorization: `Bearer ${token}` });
