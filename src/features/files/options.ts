import type { Payload, PayloadRequest } from 'payload';
import type { SupportPortalOptions } from '../../core/options/options.ts';
import type { FeatureOptions } from '../../core/options/resolve.ts';
import { callable, group, text, wholeFrom } from '../../core/options/shapes.ts';

/** Looks into a file before it is stored; throws to refuse it. */
export type FileScan = (args: {
  payload: Payload;
  req: PayloadRequest;
  /** The path of the bytes on local disk. They are deleted when the scan is over. */
  path: string;
  filename: string;
  mimeType: string;
  sizeBytes: number;
}) => unknown;

declare module '../../core/options/options.ts' {
  interface SupportPortalOptions {
    files?: {
      /**
       * Called before any user can see a file, whichever API received it. Throwing rejects the file, and nothing of it is
       * kept; the uploader gets the message of an `Error`. The place for a virus scanner.
       *
       * @default no scan
       */
      scan?: FileScan;
      /**
       * The limit of one file, in bytes, for every API. The CMS's own APIs have another limit as well: the lower one of
       * `limits.fileSize` and `requestSizeLimit` of the app's `upload`.
       *
       * @default 52428800 (50 MiB)
       */
      maxBytes?: number;
      /**
       * The address under which files are downloaded, without a slash at its end: `download_url` is this and
       * `/{id}/download?…`. For a host of its own that hands such requests on to the API.
       *
       * @default the app's `serverURL`, its API route and `/v1/files`
       */
      url?: string;
    };
  }
}

declare module '../../core/options/resolve.ts' {
  interface ResolvedOptions {
    readonly files: {
      readonly scan: FileScan | null;
      readonly maxBytes: number;
      /** The address without a slash at its end; null for that of the API. */
      readonly url: string | null;
    };
  }
}

const isHttpAddress = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && search === '' && hash === '';
};

export const fileOptions: FeatureOptions = {
  shape: {
    files: group<NonNullable<SupportPortalOptions['files']>>({
      scan: callable.optional(),
      maxBytes: wholeFrom(1).optional(),
      url: text
        .refine(
          isHttpAddress,
          'has to be an address that begins with https:// or http:// and ends with its path.',
        )
        .optional(),
    }),
  },
  resolve: ({ files }) => ({
    files: {
      scan: files?.scan ?? null,
      maxBytes: files?.maxBytes ?? 52_428_800,
      url: files?.url?.replace(/\/+$/, '') ?? null,
    },
  }),
};
