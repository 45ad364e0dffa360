import { cloudStoragePlugin } from '@payloadcms/plugin-cloud-storage';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bytesOnDisk,
  call,
  type FileBody,
  type FilesPortal,
  makeFolder,
  pathOf,
  startFilesPortal,
  upload,
} from '../../support/api/files.ts';

/** A storage adapter that takes files only in memory, and knows neither ranges nor lengths. */
const objects = new Map<string, Buffer>();
let loses = 0;
const plugin = cloudStoragePlugin({
  collections: {
    files: {
      adapter: () => ({
        name: 'memory',
        handleUpload: ({ file }) => {
          objects.set(file.filename, file.buffer.subarray(0, file.buffer.length - loses));
        },
        handleDelete: ({ filename }) => {
          objects.delete(filename);
        },
        staticHandler: (_req, { params: { filename } }) => {
          const bytes = objects.get(filename);
          return bytes
            ? new Response(new Blob([new Uint8Array(bytes)]).stream())
            : new Response(null, { status: 404 });
        },
      }),
    },
  },
});

let portal: FilesPortal;
let folder: string;
beforeAll(async () => {
  portal = await startFilesPortal({}, { plugins: [plugin] });
  folder = await makeFolder(portal, portal.keys.client);
});
afterAll(() => portal.stop());
beforeEach(() => {
  loses = 0;
});

const sent = () => upload(portal, { key: portal.keys.client, folder, content: '0123456789' });

describe('a storage adapter that needs the whole file', () => {
  it('gets it, and its files are still served with ranges', async () => {
    const { status, body } = await sent();
    expect(status).toBe(201);
    expect([...objects.values()].map(String)).toEqual(['0123456789']);
    const range = await portal.fetch(pathOf(body.download_url), { headers: { Range: 'bytes=2-4' } });
    expect([range.status, await range.text()]).toEqual([206, '234']);
    await call(portal, `/files/${body.id}`, { key: portal.keys.client, method: 'DELETE' });
    expect(objects.size).toBe(0);
  });

  it('creates no file if it has not stored all of it', async () => {
    loses = 1;
    expect((await sent()).status).toBe(500);
    const { body } = await call<{ data: FileBody[] }>(portal, '/files', { key: portal.keys.client });
    expect(body.data).toEqual([]);
    expect(objects.size).toBe(0);
    expect(bytesOnDisk(portal)).toEqual({ stored: [], waiting: [] });
  });
});
