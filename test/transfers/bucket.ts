import { S3 } from '@aws-sdk/client-s3';
import { s3Storage } from '@payloadcms/storage-s3';
import { S3Store } from '@tus/s3-store';
import type { Plugin } from 'payload';
import type { SupportPortalOptions } from 'payload-support-portal';
import { type S3Proxy, startS3Proxy } from '../support/servers/s3Proxy.ts';
import { startS3Server } from '../support/servers/s3Server.ts';

/** A bucket of S3 that keeps files and unfinished uploads. */
export interface Bucket {
  readonly s3: S3Proxy;
  /** The keys of its objects. */
  objects(): Promise<string[]>;
  /** The options and plugins of one instance. */
  instance(): { readonly options: SupportPortalOptions; readonly plugins: readonly Plugin[] };
  stop(): Promise<void>;
}

export const startBucket = async (): Promise<Bucket> => {
  const server = await startS3Server();
  const s3 = await startS3Proxy(server.url);
  const config = {
    endpoint: s3.url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: server.credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
  } as const;
  const { bucket } = server;
  const client = new S3({ ...config, endpoint: server.url });
  return {
    s3,
    objects: async () =>
      ((await client.listObjectsV2({ Bucket: bucket })).Contents ?? []).map(({ Key = '' }) => Key),
    instance: () => ({
      options: {
        uploads: {
          store: new S3Store({
            // The test server knows no tags.
            useTags: false,
            // Each request may reach another instance, which has cached nothing.
            cache: { get: async () => undefined, set: async () => {}, delete: async () => {} },
            s3ClientConfig: { ...config, bucket },
          }),
        },
      },
      plugins: [s3Storage({ bucket, collections: { files: { prefix: 'files' } }, config })],
    }),
    async stop() {
      s3.stop();
      await server.stop();
    },
  };
};
