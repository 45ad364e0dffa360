import { createServer } from 'node:http';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import type { Payload } from 'payload';
import { bytesOf, type DatedFile, serveBytes, zipOf } from '../../src/features/files/feature.ts';
import { diskStorageName } from '../../src/features/files/storage/diskStorage.ts';
import { storageOf } from '../../src/features/files/storage/storageOf.ts';

/** Serves files of a folder over HTTP: `/zip?names=a,b&size=N` as a zip, `/file?names=a&size=N` alone, `/` as 200. */
const { PORT, FOLDER: staticDir } = process.env;

const slug = 'files';
// All that the storage asks of the CMS.
const payload = {
  collections: { [slug]: { config: { slug, upload: { adapter: diskStorageName, staticDir } } } },
} as unknown as Payload;

const serve = async (request: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(request.url);
  const size = Number(searchParams.get('size'));
  const files = (searchParams.get('names') ?? '').split(',').map(
    (filename): DatedFile => ({
      id: filename,
      filename,
      name: filename,
      mimeType: 'application/octet-stream',
      filesize: size,
      // The checksum is not measured, and no one unpacks the zip.
      crc32: 1,
      createdAt: '2026-11-26T00:00:00.000Z',
    }),
  );
  const [file] = files;
  if (pathname === '/' || !file) return new Response('ready');
  const served =
    pathname === '/zip'
      ? await zipOf({ payload, slug, name: 'bench.zip' }, files)
      : bytesOf(file, storageOf(payload, slug));
  return serveBytes(served, request);
};

createServer(async (request, response) => {
  await sendResponse(response, await serve(createRequest(request, response)));
}).listen(Number(PORT), '127.0.0.1');
