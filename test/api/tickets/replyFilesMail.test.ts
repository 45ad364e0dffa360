import { mkdir, rename, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { portalOf } from 'payload-support-portal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseAttached } from '../../../src/features/tickets/notices/mailedFiles.ts';
import { type Client, clientOf } from '../../support/api/api.ts';
import {
  call,
  type FileBody,
  type FilesPortal,
  makeFolder,
  startFilesPortal,
} from '../../support/api/files.ts';
import { mailsSettled, query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { startSmtpServer, type TestSmtpServer } from '../../support/servers/smtpServer.ts';

let smtp: TestSmtpServer;
let portal: FilesPortal;
/** A second process on the same database and files, which alone sends. */
let worker: TestPortal;
let folder: string;
let staff: Client;
let client: Client;

beforeAll(async () => {
  smtp = await startSmtpServer();
  portal = await startFilesPortal({ workers: 'external' });
  const { keys, payload } = portal;
  folder = await makeFolder(portal, keys.client);
  staff = clientOf(portal, `Bearer ${keys.staff}`);
  client = clientOf(portal, `Bearer ${keys.client}`);
  await payload.updateGlobal({
    slug: 'portal-settings',
    data: {
      notifications: {
        from: 'portal@example.com',
        notificationEmail: 'desk@example.com',
        smtp: { host: '127.0.0.1', port: smtp.port },
      },
    },
    overrideAccess: true,
  });
});

afterAll(async () => {
  await worker?.stop();
  await portal.stop();
  await smtp.close();
});

/** Starts the process that sends, once: everything before is left by one that died. */
const settled = async () => {
  worker ??= await startPortal({
    portal: { dataDir: portal.dataDir },
    databaseUrl: portal.databaseUrl,
  });
  portalOf(worker.payload)?.work();
  await mailsSettled(worker, 'ticket-notices');
};

const upload = async (name: string, content: string | Uint8Array, key = portal.keys.staff) => {
  const form = new FormData();
  form.set('file', new File([content as BlobPart], name, { type: 'text/plain' }));
  form.set('folder_id', folder);
  return (await call<FileBody>(portal, '/files', { key, method: 'POST', form })).body.id;
};

const newTicket = async () => (await client.post('/v1/tickets', { subject: 'VPN is slow' })).body.id;

const mailsTo = (address: string, text: string) =>
  smtp.mails.filter(({ recipients, content }) => recipients.includes(address) && content.includes(text));

const encoded = (text: string) => Buffer.from(text).toString('base64');

it('each file that still fits into 10 MB goes along, in their order', () => {
  const files = [6, 5, 4, 1].map((size) => ({ filesize: String(size * 1024 * 1024) }));
  const { attached, linked } = chooseAttached(files);
  expect([attached, linked]).toEqual([
    [files[0], files[2]],
    [files[1], files[3]],
  ]);
  expect(chooseAttached([{ filesize: String(10 * 1024 * 1024) }]).linked).toEqual([]);
  expect(chooseAttached([{ filesize: String(10 * 1024 * 1024 + 1) }]).attached).toEqual([]);
});

it('the client’s mail brings the files of the reply once and whole, though the process died before it', async () => {
  const ticket = await newTicket();
  const large = await upload('large.bin', new Uint8Array(10 * 1024 * 1024 + 1));
  const ids = [await upload('büro.txt', 'the plan of the office'), large, await upload('gone.txt', 'gone')];
  const body = 'Here are the files.';
  expect((await staff.post(`/v1/tickets/${ticket}/replies`, { body, file_ids: ids })).status).toBe(201);
  await staff.delete(`/v1/files/${ids[2]}`);
  expect(mailsTo('client@example.com', body)).toEqual([]);
  await settled();
  const [mail, ...others] = mailsTo('client@example.com', body);
  expect(others).toEqual([]);
  expect(mail?.content).toContain(encoded('the plan of the office'));
  expect(mail?.content).toMatch(/filename\*0\*=utf-8''b%C3%BCro\.txt|=\?UTF-8\?\w\?[^?]*b/i);
  expect(mail?.content.length).toBeLessThan(100_000);
  expect(mail?.content.replaceAll(/=\r?\n/g, '')).toMatch(/page: large\.bin/);
  expect(mail?.content).not.toContain('gone.txt');
  const rows = await query(portal.databaseUrl, `select * from email_log where "to" = 'client@example.com'`);
  expect(JSON.stringify(rows)).not.toMatch(/office|büro|large\.bin/);
});

it('a note’s file is in no mail, and the team’s mail of a client’s reply names the files', async () => {
  const ticket = await newTicket();
  const secret = await upload('secret.txt', 'the secret');
  await staff.post(`/v1/tickets/${ticket}/replies`, { body: 'For us.', internal: true, file_ids: [secret] });
  const log = await upload('trace.log', 'the trace', portal.keys.client);
  await client.post(`/v1/tickets/${ticket}/replies`, { body: 'My log.', file_ids: [log] });
  await settled();
  const [mail] = mailsTo('desk@example.com', 'My log.');
  expect(mail?.content).toContain('Files: trace.log');
  const all = smtp.mails.map(({ content }) => content).join('\n');
  expect([
    all.includes('secret.txt'),
    all.includes(encoded('the secret')),
    all.includes(encoded('the trace')),
  ]).toEqual([false, false, false]);
});

/** The jobs that failed, and are tried later. */
const triedLater = () =>
  query<{ claims: number }>(
    portal.databaseUrl,
    `select claims from support_portal.jobs
     where queue = 'ticket-notices' and due_at > now() and not is_claimed`,
  );

const pathOfFile = async (id: string): Promise<string> => {
  const sql = 'select filename from files where id = $1';
  const [{ filename } = { filename: '' }] = await query<{ filename: string }>(portal.databaseUrl, sql, [id]);
  return join(portal.dataDir, 'uploads', filename.slice(0, 2), filename);
};

it('a storage that fails delays the mail, and takes nothing from it', async () => {
  const ticket = await newTicket();
  await settled();
  const id = await upload('later.txt', 'it comes later');
  const path = await pathOfFile(id);
  await rename(path, `${path}.away`);
  await mkdir(path);
  const body = 'With a file that cannot be read yet.';
  await staff.post(`/v1/tickets/${ticket}/replies`, { body, file_ids: [id] });
  await expect.poll(async () => (await triedLater())[0]?.claims).toBeGreaterThan(0);
  expect(mailsTo('client@example.com', body)).toEqual([]);
  await rm(path, { recursive: true });
  await rename(`${path}.away`, path);
  await query(portal.databaseUrl, `update support_portal.jobs set due_at = now()`);
  await settled();
  const mails = mailsTo('client@example.com', body);
  expect(mails.map(({ content }) => content.includes(encoded('it comes later')))).toEqual([true]);
});

it('a file that the storage has shortened goes along with no mail, which waits two minutes for it and then names it', async () => {
  const ticket = await newTicket();
  await settled();
  const content = 'the first half, the other half';
  const id = await upload('half.txt', content);
  await truncate(await pathOfFile(id), content.length / 2);
  const body = 'With a file of which the half is gone.';
  await staff.post(`/v1/tickets/${ticket}/replies`, { body, file_ids: [id] });
  await expect.poll(async () => (await triedLater())[0]?.claims).toBeGreaterThan(0);
  expect(mailsTo('client@example.com', body)).toEqual([]);
  await query(portal.databaseUrl, `update support_portal.jobs set due_at = now(), claims = 5`);
  await settled();
  const [mail] = mailsTo('client@example.com', body);
  expect(mail?.content.replaceAll(/=\r?\n/g, '')).toMatch(/page: half\.txt/);
  expect(mail?.content).not.toContain('Content-Disposition: attachment');
});
