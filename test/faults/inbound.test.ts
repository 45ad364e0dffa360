import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { authservId, inboundSecret, written } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { query } from '../support/portal/payload.ts';
import { type Dovecot, mailUser, startDovecot } from '../support/servers/dovecot.ts';
import { createPreparedDatabase } from './preparedDatabase.ts';
import { type Child, compilePrograms, endLeases, killRounds, launch } from './processes.ts';

beforeAll(compilePrograms);

// Each round starts a process.
vi.setConfig({ testTimeout: 300_000 + killRounds * 60_000 });

/** In a round, by each way. */
const messagesEach = 3;

const start = async (dovecot: Dovecot) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-inbound-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const databaseUrl = await createPreparedDatabase();
  const imap = `imap://${mailUser.user}:${encodeURIComponent(mailUser.password)}@127.0.0.1:${dovecot.port}/`;
  const options = {
    databaseUrl,
    dataDir,
    portal: {
      workers: 'inline' as const,
      rateLimit: { perMinute: 0 },
      inbound: { secret: inboundSecret, trustedAuthservId: { imap: authservId, http: authservId }, imap },
    },
  };
  return { dataDir, databaseUrl, options };
};

const filesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

const post = async (port: number, message: string): Promise<boolean> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/portal/v1/inbound`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${inboundSecret}`, 'Content-Type': 'message/rfc822' },
    body: message,
  }).catch(() => null);
  return response?.ok ?? false;
};

it(`loses no message and doubles none, however often the process is killed, in ${killRounds} rounds`, async () => {
  const dovecot = await startDovecot();
  onTestFinished(dovecot.close);
  const { dataDir, databaseUrl, options } = await start(dovecot);
  const run = async (): Promise<{ child: Child; port: number }> => {
    const child = launch('uploads', options);
    const { port } = (await child.hears('port')) as unknown as { port: number };
    return { child, port };
  };
  const count = async (sql: string): Promise<number> =>
    Number((await query<{ count: string }>(databaseUrl, `select count(*) as count from ${sql}`))[0]?.count);

  const first = await run();
  await query(
    databaseUrl,
    `insert into organizations_texts ("order", parent_id, path, text) values (1, 1, 'domains', 'client.example')`,
  );
  await post(first.port, written({ from: 'first@client.example', subject: 'first' }));
  await eventually(async () => (await count('support_portal.mailboxes where read_at is not null')) === 1, 60);
  await first.child.kill('SIGKILL');

  let sent = 1;
  const unsent: string[] = [];
  const write = () => {
    sent += 1;
    return written({
      // Few people write much: of a domain without proofs, only some become clients in a day.
      from: `person${sent % 4}@client.example`,
      subject: `message ${sent}`,
      attachments: { 'file.txt': `the file of ${sent}` },
    });
  };
  for (let round = 0; round < killRounds; round += 1) {
    for (let index = 0; index < messagesEach; index += 1) {
      unsent.push(write());
      await dovecot.append(write());
    }
    const { child, port } = await run();
    const killing = sleep(Math.random() * 1_500).then(() => child.kill('SIGKILL'));
    for (const message of [...unsent])
      if (await post(port, message)) unsent.splice(unsent.indexOf(message), 1);
    await killing;
    await endLeases(databaseUrl);
  }

  const { port } = await run();
  // A server that has just started may answer 503.
  for (const message of unsent) await expect.poll(() => post(port, message), { timeout: 60_000 }).toBe(true);
  await eventually(async () => (await count(`inbound_mails where outcome = 'ticket'`)) === sent, 120);
  expect(await count('inbound_mails')).toBe(sent);
  expect(await count('tickets')).toBe(sent);
  expect(await count('(select distinct subject from tickets) as subjects')).toBe(sent);
  expect(await count('files')).toBe(sent - 1);
  // A job goes after its ticket is there.
  await eventually(async () => (await count("support_portal.jobs where queue = 'inbound-mails'")) === 0, 60);
  // The bytes of each message go once it is a ticket, and those of a dead process with the next start.
  await eventually(() => filesIn(join(dataDir, 'inbound')) === 0, 60);
  await eventually(() => filesIn(join(dataDir, 'uploads')) === sent - 1, 60);
});
