import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { s3Storage } from '@payloadcms/storage-s3';
import { createRequest, sendResponse } from '@remix-run/node-fetch-server';
import { getPayload, handleEndpoints, type SanitizedConfig } from 'payload';
import { endUnreadBody } from '../../../src/server/http/plainResponse.ts';
import { pushSchema } from '../../support/portal/pushSchema.ts';
import { type AppOptions, configOf } from './app.ts';

/**
 * A portal in a process of its own that serves its API, as the portal's server does. It answers `{ port, key, folder }`
 * once it is ready; to `{ watch: true }` and `{ report: true }` with how far its memory grew between the two, in bytes.
 */
export interface UploadsOptions extends AppOptions {
  readonly s3?: {
    url: string;
    bucket: string;
    credentials: { accessKeyId: string; secretAccessKey: string };
  };
}

let start = 0;
let peak = 0;
// Keeps the process alive while it waits for nothing but the database, too.
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);

const options = JSON.parse(process.argv[2] ?? '') as UploadsOptions;
const { s3 } = options;
const storage =
  s3 &&
  s3Storage({
    bucket: s3.bucket,
    collections: { files: true },
    config: {
      endpoint: s3.url,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: s3.credentials,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    },
  });
const config: SanitizedConfig = await configOf(options, storage ? [storage] : []);
const cacheKey = 'uploads';
if (s3) {
  // The storage plugin has columns of its own, of which the portal's migrations know nothing.
  const unready = await getPayload({ config, key: 'schema', disableOnInit: true });
  await pushSchema(unready);
  await unready.destroy();
}
const payload = await getPayload({ config, key: cacheKey });

const handle = (request: Request): Promise<Response> =>
  handleEndpoints({ config, payloadInstanceCacheKey: cacheKey, request });

const server = createServer(async (request, response) => {
  try {
    const answer = await handle(createRequest(request, response));
    if (response.destroyed) return void answer.body?.cancel();
    endUnreadBody(request, response);
    await sendResponse(response, answer);
  } catch {
    response.destroy();
  }
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

const call = async (path: string, headers: Record<string, string>, json: object) => {
  const response = await handle(
    new Request(`http://127.0.0.1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(json),
    }),
  );
  return (await response.json()) as Record<string, string>;
};

const prepare = async () => {
  const organization = await payload.create({
    collection: 'organizations',
    data: { name: 'Acme' },
    overrideAccess: true,
  });
  const credentials = { email: `${randomUUID()}@example.com`, password: randomUUID() };
  const data = { ...credentials, role: 'administrator' };
  await payload.create({ collection: 'users', data, overrideAccess: true });
  const { token } = await payload.login({ collection: 'users', data: credentials });
  const session = { Authorization: `JWT ${token}` };
  const { key } = await call('/api/portal/v1/api-keys', session, {
    name: 'uploads',
    organization_id: String(organization.id),
  });
  const { id: folder } = await call('/api/v1/folders', { Authorization: `Bearer ${key}` }, { name: 'Plans' });
  return { key, folder };
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

process.on('message', (order: { watch?: true; report?: true; count?: true }) => {
  if (order.watch) {
    collectGarbage();
    start = process.memoryUsage.rss();
    peak = start;
    process.send?.({ watching: true });
  }
  if (order.report) process.send?.({ grown: peak - start });
  if (order.count) {
    void payload
      .count({ collection: 'files', overrideAccess: true })
      .then(({ totalDocs }) => process.send?.({ rows: totalDocs }));
  }
});

process.send?.({ port: (server.address() as AddressInfo).port, ...(await prepare()) });
