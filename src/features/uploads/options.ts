import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { SupportPortalOptions } from '../../core/options/options.ts';
import type { FeatureOptions } from '../../core/options/resolve.ts';
import { group, wholeFrom } from '../../core/options/shapes.ts';

/**
 * A store of tus that can be read, such as the `S3Store` of `@tus/s3-store`: a `DataStore` of `@tus/server`, whose types an
 * app need not have.
 */
export interface UploadStore {
  create(upload: object): Promise<object>;
  write(bytes: Readable, id: string, offset: number): Promise<number>;
  /** Rejects for an unknown id. `offset` is the number of bytes that have arrived. */
  getUpload(id: string): Promise<{ readonly offset: number }>;
  remove(id: string): Promise<void>;
  read(id: string): Readable | Promise<Readable>;
}

declare module '../../core/options/options.ts' {
  interface SupportPortalOptions {
    uploads?: {
      /**
       * The limit of one file that is sent as a large upload, in bytes. A storage adapter that holds a whole file in memory
       * keeps to the lower limit of `files.maxBytes`.
       *
       * @default 5368709120 (5 GiB)
       */
      maxBytes?: number;
      /**
       * Keeps the bytes of large uploads until they are complete. Needed by several instances that share no data folder:
       * each request of an upload may reach another one.
       *
       * @default the folder `uploads-open` of `dataDir`
       */
      store?: UploadStore;
    };
  }
}

declare module '../../core/options/resolve.ts' {
  interface ResolvedOptions {
    readonly uploads: {
      readonly maxBytes: number;
      /** It is null for the data folder. */
      readonly store: UploadStore | null;
    };
  }
}

const isStore = (value: unknown): boolean =>
  ['create', 'write', 'getUpload', 'remove', 'read'].every(
    (name) => typeof Reflect.get(Object(value), name) === 'function',
  );

export const uploadOptions: FeatureOptions = {
  shape: {
    uploads: group<NonNullable<SupportPortalOptions['uploads']>>({
      maxBytes: wholeFrom(1).optional(),
      store: z.custom<UploadStore>(isStore, 'has to be a store of tus that can be read.').optional(),
    }),
  },
  resolve: ({ uploads }) => ({
    uploads: { maxBytes: uploads?.maxBytes ?? 5 * 1024 ** 3, store: uploads?.store ?? null },
  }),
};
