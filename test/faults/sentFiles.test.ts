import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bytesOnDisk } from '../support/api/files.ts';
import { sendRest } from '../support/api/uploads.ts';
import { query } from '../support/portal/payload.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtpServer.ts';
import { spoolOf } from './observe.ts';
import { createPreparedDatabase } from './preparedDatabase.ts';
import { compilePrograms, endLeases, serverRounds } from './processes.ts';
import { fetchAt, startUploads, tusClientAt, type UploadsServer } from './uploadsServer.ts';

/** Large files that are sent to people and asked for, while the server is killed. */

let smtp: TestSmtpServer;
beforeAll(async () => {
  await compilePrograms();
  smtp = await startSmtpServer();
});
afterAll(() => smtp.close());

// Each round starts two processes.
vi.setConfig({ testTimeout: 240_000 * (serverRounds + 1) });

const megabyte = 1024 * 1024;
const content = randomBytes(6 * megabyte + 5);
const dataDir = mkdtempSync(join(tmpdir(), 'portal-sent-files-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const start = (databaseUrl: string): Promise<UploadsServer> =>
  startUploads({
    databaseUrl,
    dataDir,
    smtpPort: smtp.port,
    serverURL: 'https://portal.example',
    portal: {
      files: { maxBytes: megabyte },
      rateLimit: { perMinute: 0 },
      workers: 'inline',
      mail: { from: 'Support <noreply@portal.example>' },
    },
  });

it('each file arrives once, each transfer is sent once, and no mail gets lost unseen, whatever is killed', async () => {
  const databaseUrl = await createPreparedDatabase();
  let server = await start(databaseUrl);
  // Each process makes a key of its own at its start.
  const { key, folder } = server;
  const ask = async (path: string, json?: object) => {
    const response = await fetchAt(server)(`/api/v1${path}`, {
      method: json ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${key}`, ...(json && { 'Content-Type': 'application/json' }) },
      ...(json && { body: JSON.stringify(json) }),
    });
    return (await response.json()) as Record<string, string>;
  };
  const transfers: string[] = [];
  const requests: string[] = [];
  const uploads: { token: string; location: string }[] = [];
  const kill = async () => {
    await server.child.kill('SIGKILL');
    server = await start(databaseUrl);
  };
  for (let round = 0; round < serverRounds; round += 1) {
    const { id: transfer = '' } = await ask('/transfers', {
      title: `Plans ${round}`,
      recipients: [{ email: `to-${round}@example.com` }],
    });
    const { id: request = '' } = await ask('/upload-requests', {
      title: `Texts ${round}`,
      folder_id: folder,
      recipients: [],
    });
    const { url = '' } = await ask(`/upload-requests/${request}/links`, {});
    const link = /spl_\w+/.exec(url)?.[0] ?? '';
    transfers.push(transfer);
    requests.push(request);
    const begun: typeof uploads = [];
    for (const [token, target] of [
      [key, `transfer:${transfer}`],
      [link, 'link'],
    ] as const) {
      const metadata = { filename: `${round}.bin`, target };
      const { headers, body } = await tusClientAt(server, token).begin({ size: content.length, metadata });
      expect(body.status).toBe('open');
      begun.push({ token, location: headers.get('Location') ?? '' });
    }
    uploads.push(...begun);
    const send = () =>
      begun.map(({ token, location }) => sendRest(tusClientAt(server, token), location, content));
    const sending = Promise.allSettled(send());
    await sleep(Math.random() * 600);
    await kill();
    await sending;
    await Promise.all(send());
    for (const { token, location } of begun)
      await expect
        .poll(async () => (await tusClientAt(server, token).read(location)).body.status, { timeout: 60_000 })
        .toBe('complete');
    const sent = ask(`/transfers/${transfer}/send`, {}).catch(() => {});
    await sleep(Math.random() * 150);
    await kill();
    await sent;
    // As a person would: they look, and press the button again. A server that has just started may answer 503.
    await expect
      .poll(
        async () => {
          const { status } = await ask(`/transfers/${transfer}`);
          if (status === 'draft') await ask(`/transfers/${transfer}/send`, {});
          return status;
        },
        { timeout: 60_000 },
      )
      .toBe('ready');
  }
  // Until the spools of the dead are read, the leases of their jobs tell which mails no transport had.
  await expect.poll(() => readdirSync(spoolOf(dataDir)).length, { timeout: 60_000 }).toBeLessThanOrEqual(1);
  await endLeases(databaseUrl);
  const one = <Row>(sql: string) => query<Row & Record<string, unknown>>(databaseUrl, sql);
  await expect
    .poll(() => one(`select * from support_portal.jobs where queue like '%mails'`), { timeout: 120_000 })
    .toEqual([]);
  for (const id of transfers)
    expect(await ask(`/transfers/${id}`)).toMatchObject({
      status: 'ready',
      files: [{ size_bytes: content.length }],
    });
  for (const id of requests)
    expect(await ask(`/upload-requests/${id}`)).toMatchObject({
      received_files: 1,
      received_bytes: content.length,
    });
  expect(await one('select id from files')).toHaveLength(2 * serverRounds);
  await expect.poll(() => bytesOnDisk({ dataDir }), { timeout: 60_000 }).toMatchObject({ waiting: [] });
  expect(bytesOnDisk({ dataDir }).stored).toHaveLength(2 * serverRounds);
  await expect.poll(() => readdirSync(join(dataDir, 'uploads-open')), { timeout: 60_000 }).toEqual([]);
  // A mail whose process died while it was handed over is logged as failed by the next one, within seconds.
  const mailsOf = async (round: number) => {
    const address = `to-${round}@example.com`;
    const sent = smtp.mails.filter(({ recipients }) => recipients.includes(address)).length;
    const rows = await one<{ status: string }>(
      `select status from email_log where type = 'transfer_ready' and "to"::text like '%${address}%'`,
    );
    return { sent, logged: rows.map(({ status }) => status) };
  };
  const asTheyMay = [
    { sent: 1, logged: ['sent'] },
    // The process died after the transport had taken the mail, or before.
    { sent: 1, logged: ['failed'] },
    { sent: 0, logged: ['failed'] },
  ];
  for (let round = 0; round < serverRounds; round += 1)
    await expect.poll(() => mailsOf(round), { timeout: 60_000 }).toBeOneOf(asTheyMay);
});
