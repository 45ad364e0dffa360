import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { bytesOnDisk } from '../support/api/files.ts';
import { createDatabase } from '../support/portal/payload.ts';
import { startS3Server } from '../support/servers/s3Server.ts';
import { createPreparedDatabase } from './preparedDatabase.ts';
import { type Child, compilePrograms, launch } from './processes.ts';
import type { UploadsOptions } from './programs/uploads.ts';

beforeAll(compilePrograms);

// Each starts a process, which makes a schema.
vi.setConfig({ testTimeout: 240_000 });

const megabyte = 1024 * 1024;

interface Server {
  child: Child;
  port: number;
  key: string;
  folder: string;
  dataDir: string;
  databaseUrl: string;
}

type Settings = Partial<Pick<UploadsOptions, 'dataDir' | 'databaseUrl' | 's3'>>;

const start = async (settings: Settings = {}): Promise<Server> => {
  const dataDir = settings.dataDir ?? mkdtempSync(join(tmpdir(), 'portal-uploads-'));
  const options: UploadsOptions = {
    databaseUrl: settings.databaseUrl ?? (await (settings.s3 ? createDatabase() : createPreparedDatabase())),
    dataDir,
    portal: { files: { maxBytes: 300 * megabyte }, rateLimit: { perMinute: 0 } },
    ...(settings.s3 && { s3: settings.s3 }),
  };
  const child = launch('uploads', options);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const ready = (await child.hears('port')) as unknown as Pick<Server, 'port' | 'key' | 'folder'>;
  const { port, key, folder } = ready;
  return { child, dataDir, databaseUrl: options.databaseUrl, port, key, folder };
};

interface Upload {
  size: number;
  /** The length that the headers announce; none: the body comes in chunks. */
  length?: number;
  /** Ends the connection after so many bytes of the file. */
  cutAfter?: number;
  /** Leaves the last boundary out. */
  unfinished?: boolean;
}

const openUpload = ({ port, key }: Server, length?: number): ClientRequest =>
  request({
    port,
    host: '127.0.0.1',
    // A connection that an upload was cut off on is of no more use.
    agent: false,
    method: 'POST',
    path: '/api/v1/files',
    headers: {
      Authorization: `Bearer ${key}`,
      // Node ends a connection that is to close with its response, which may be lost then before it is read.
      Connection: 'keep-alive',
      'Content-Type': 'multipart/form-data; boundary=edge',
      ...(length !== undefined && { 'Content-Length': length }),
    },
  });

const head = (folder: string) =>
  Buffer.from(
    `--edge\r\nContent-Disposition: form-data; name="folder_id"\r\n\r\n${folder}\r\n` +
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="big.bin"\r\n\r\n',
  );
const tail = Buffer.from('\r\n--edge--\r\n');

/** The status of the answer; null if the connection ended without one. */
const send = async (
  server: Server,
  { size, length, cutAfter, unfinished }: Upload,
): Promise<number | null> => {
  const upload = openUpload(server, length).setMaxListeners(0);
  let isAnswered = false;
  const answered = new Promise<number | null>((resolve) => {
    upload.once('response', (response: IncomingMessage) => {
      isAnswered = true;
      response.resume();
      resolve(response.statusCode ?? null);
    });
    upload.once('error', () => resolve(null));
  });
  upload.write(head(server.folder));
  const chunk = Buffer.alloc(64 * 1024, 1);
  for (let sent = 0; sent < size && !upload.destroyed; sent += chunk.length) {
    if (cutAfter !== undefined && sent >= cutAfter) {
      upload.destroy();
      return null;
    }
    const isRoomy = upload.write(chunk.subarray(0, Math.min(chunk.length, size - sent)));
    if (!isRoomy) await Promise.race([once(upload, 'drain').catch(() => {}), answered]);
    if (isAnswered) break;
  }
  if (!unfinished && !isAnswered && !upload.destroyed) upload.write(tail);
  if (!upload.destroyed) upload.end();
  return answered;
};

const rowsOf = async ({ child }: Server): Promise<unknown> => {
  child.tell({ count: true });
  return (await child.hears('rows')).rows;
};

const growthOf = async ({ child }: Server, work: () => Promise<unknown>): Promise<number> => {
  child.tell({ watch: true });
  await child.hears('watching');
  await work();
  child.tell({ report: true });
  return Number((await child.hears('grown')).grown);
};

/** Nothing is there but the files that were stored before. */
const expectOnly = async (server: Server, stored: readonly string[]): Promise<void> => {
  await expect.poll(() => bytesOnDisk(server).waiting).toEqual([]);
  expect(bytesOnDisk(server).stored).toEqual(stored);
  expect(await rowsOf(server)).toBe(stored.length);
};

const expectNoMemory = async (server: Server): Promise<void> => {
  await send(server, { size: megabyte });
  const growth = await growthOf(server, async () => {
    expect(await send(server, { size: 200 * megabyte })).toBe(201);
  });
  expect(growth).toBeLessThan(100 * megabyte);
};

describe('an upload', () => {
  it('to local disk takes no more memory if it is large, and leaves nothing if it is too large or cut off, wherever it ends', async () => {
    const server = await start();
    await expectNoMemory(server);
    const { stored } = bytesOnDisk(server);
    expect(stored).toHaveLength(2);
    expect(await send(server, { size: 320 * megabyte })).toBe(413);
    expect(await send(server, { size: 10, length: 400 * megabyte })).toBe(413);
    expect(await send(server, { size: megabyte, unfinished: true })).toBe(400);
    for (const cutAfter of [0, 64 * 1024, 3 * megabyte]) {
      await send(server, { size: 5 * megabyte, cutAfter });
      await send(server, { size: 5 * megabyte, cutAfter, length: 6 * megabyte });
    }
    await expectOnly(server, stored);
  });

  it('to S3 takes no more memory if it is large', async () => {
    const s3 = await startS3Server();
    onTestFinished(() => s3.stop());
    const { url, bucket, credentials } = s3;
    await expectNoMemory(await start({ s3: { url, bucket, credentials } }));
  });

  it('that ends by the death of the process leaves nothing once another one has started, just before its commit either, and costs no other its bytes', async () => {
    const first = await start();
    const upload = openUpload(first);
    upload.on('error', () => {});
    upload.write(Buffer.concat([head(first.folder), Buffer.alloc(megabyte)]));
    await expect.poll(() => bytesOnDisk(first).waiting.length).toBe(1);
    await first.child.kill('SIGKILL');
    expect(bytesOnDisk(first).waiting.length).toBe(1);
    const second = await start({ databaseUrl: first.databaseUrl, dataDir: first.dataDir });
    await expectOnly(second, []);

    expect(await send(second, { size: megabyte })).toBe(201);
    const [committed = ''] = bytesOnDisk(second).stored;
    const lock = new pg.Client({ connectionString: second.databaseUrl });
    await lock.connect();
    onTestFinished(() => lock.end());
    // What an upload does last is to look for webhooks.
    await lock.query('begin; lock table webhooks');
    send(second, { size: megabyte }).catch(() => {});
    await expect.poll(() => bytesOnDisk(second).stored.length).toBe(2);
    const waiting = join(second.dataDir, 'uploads-tmp');
    const [folder = ''] = readdirSync(waiting);
    // As if it had died between the commit of the first one and the end of its answer.
    writeFileSync(join(waiting, folder, basename(committed)), '');
    await second.child.kill('SIGKILL');
    await lock.query('rollback');
    const third = await start({ databaseUrl: first.databaseUrl, dataDir: first.dataDir });
    await expectOnly(third, [committed]);
  });
});
