import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bytesOnDisk } from '../support/api/files.ts';
import { query } from '../support/portal/payload.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtpServer.ts';
import { spoolOf } from './observe.ts';
import { createPreparedDatabase } from './preparedDatabase.ts';
import { compilePrograms, endLeases, serverRounds } from './processes.ts';
import { startUploads, type UploadsServer } from './uploadsServer.ts';

/** Replies with files, while the server is killed between a reply and its mail. */

let smtp: TestSmtpServer;
beforeAll(async () => {
  await compilePrograms();
  smtp = await startSmtpServer();
});
afterAll(() => smtp.close());

// Each round starts two processes.
vi.setConfig({ testTimeout: 120_000 * (serverRounds + 1) });

const dataDir = mkdtempSync(join(tmpdir(), 'portal-reply-files-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const start = (databaseUrl: string): Promise<UploadsServer> =>
  startUploads({
    databaseUrl,
    dataDir,
    smtpPort: smtp.port,
    serverURL: 'https://portal.example',
    portal: {
      rateLimit: { perMinute: 0 },
      workers: 'inline',
      mail: { from: 'Support <noreply@portal.example>' },
    },
  });

interface Reply {
  readonly ticket: string;
  readonly body: string;
  readonly files: readonly { readonly id: string; readonly bytes: Buffer }[];
}

it('each reply is there once with its files, and its mail leaves once and whole or is logged as failed', async () => {
  const databaseUrl = await createPreparedDatabase();
  let server = await start(databaseUrl);
  // Each process makes a key of its own at its start.
  const { key, folder } = server;
  const post = async (path: string, body: FormData | object, headers: Record<string, string> = {}) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`http://127.0.0.1:${server.port}/api/v1${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${key}`,
        ...(!isForm && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: isForm ? body : JSON.stringify(body),
    });
    return { status: response.status, id: String(Reflect.get(Object(await response.json()), 'id')) };
  };
  const kill = async () => {
    await server.child.kill('SIGKILL');
    server = await start(databaseUrl);
  };
  const upload = async (filename: string) => {
    const bytes = randomBytes(300_000);
    const form = new FormData();
    form.set('file', new File([new Uint8Array(bytes)], filename));
    form.set('folder_id', folder);
    const { status, id } = await post('/files', form);
    expect(status).toBe(201);
    return { id, bytes };
  };

  const replies: Reply[] = [];
  for (let round = 0; round < serverRounds; round += 1) {
    // A server that has just started may answer 503.
    let ticket = { status: 0, id: '' };
    const subject = `Ticket ${round}`;
    await expect
      .poll(
        async () => {
          ticket = await post('/tickets', { subject });
          return ticket.status;
        },
        { timeout: 60_000 },
      )
      .toBe(201);
    await query(
      databaseUrl,
      `with client as (
         insert into users (email, role, organization_id)
         select $2, 'client', organization_id from tickets where id = $1 returning id
       ) update tickets set requester_id = client.id from client where tickets.id = $1`,
      [ticket.id, `ann-${round}@acme.example`],
    );
    const files = [await upload(`a-${round}.bin`), await upload(`b-${round}.bin`)];
    const body = `Reply ${round}, with two files.`;
    replies.push({ ticket: ticket.id, body, files });
    const idempotent = { 'Idempotency-Key': randomUUID() };
    const answer = () =>
      post(`/tickets/${ticket.id}/replies`, { body, file_ids: files.map(({ id }) => id) }, idempotent)
        .then(({ status }) => status)
        .catch(() => null);
    const first = answer();
    await sleep(Math.random() * 200);
    await kill();
    await first;
    await expect.poll(answer, { timeout: 60_000 }).toBe(201);
    await sleep(Math.random() * 200);
    await kill();
  }
  // The work of a process begins with its first request.
  await expect
    .poll(() => post('/tickets', { subject: 'Last' }).then(({ status }) => status), { timeout: 60_000 })
    .toBe(201);
  // Until the spools of the dead are read, the leases of their jobs tell which mails no transport had.
  await expect.poll(() => readdirSync(spoolOf(dataDir)).length, { timeout: 60_000 }).toBeLessThanOrEqual(1);
  await endLeases(databaseUrl);

  const one = <Row>(sql: string, values: unknown[] = []) =>
    query<Row & Record<string, unknown>>(databaseUrl, sql, values);
  await expect
    .poll(() => one(`select id from support_portal.jobs where queue = 'ticket-notices'`), {
      timeout: 120_000,
    })
    .toEqual([]);
  expect(await one('select text from ticket_replies order by id')).toEqual(
    replies.map(({ body }) => ({ text: body })),
  );
  expect(
    await one(
      `select file.id::text as id, reply.text as body, file.ticket_id::text as ticket
       from files file left join ticket_replies reply on reply.id = file.reply_id order by file.id`,
    ),
  ).toEqual(replies.flatMap(({ ticket, body, files }) => files.map(({ id }) => ({ id, body, ticket }))));
  await expect.poll(() => bytesOnDisk({ dataDir }), { timeout: 60_000 }).toMatchObject({ waiting: [] });
  expect(bytesOnDisk({ dataDir }).stored).toHaveLength(2 * serverRounds);

  const mailsOf = async (reply: Reply, round: number) => {
    const address = `ann-${round}@acme.example`;
    const mails = smtp.mails.filter(({ recipients }) => recipients.includes(address));
    const rows = await one<{ status: string; error: string | null }>(
      `select status, error from email_log where type = 'ticket_update' and "to" = $1`,
      [address],
    );
    return {
      sent: mails.map(({ content }) => isWhole(content, reply)),
      logged: rows.map(({ status, error }) => (error?.startsWith('Outcome unknown:') ? 'unknown' : status)),
    };
  };
  const asTheyMay = [
    { sent: [true], logged: ['sent'] },
    // The process died after the transport had taken the mail, or before.
    { sent: [true], logged: ['unknown'] },
    { sent: [], logged: ['unknown'] },
  ];
  for (const [round, reply] of replies.entries())
    await expect.poll(() => mailsOf(reply, round), { timeout: 60_000 }).toBeOneOf(asTheyMay);
});

const isWhole = (content: string, { body, files }: Reply): boolean => {
  const joined = content.replaceAll(/\r?\n/g, '');
  return content.includes(body) && files.every(({ bytes }) => joined.includes(bytes.toString('base64')));
};
