import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Payload } from 'payload';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { query } from '../support/portal/payload.ts';
import { makePostgresServer, type PostgresServer } from '../support/servers/postgresServer.ts';
import { startSmtpServer, type TestSmtpServer } from '../support/servers/smtpServer.ts';
import {
  instantTransport,
  loggedSubjects,
  makeDataDir,
  pendingRows,
  receivedSubjects,
  recovers,
  rowsOf,
  spooledText,
  spoolFiles,
  spoolOf,
  subjects,
  undelayed,
} from './observe.ts';
import { compilePrograms, launch } from './processes.ts';
import { type AppOptions, openApp, prepareDatabase } from './programs/app.ts';

beforeAll(compilePrograms);

vi.setConfig({ testTimeout: 240_000 });

let postgres: PostgresServer;
let smtp: TestSmtpServer;

beforeAll(async () => {
  postgres = await makePostgresServer();
  smtp = await startSmtpServer();
  await prepareDatabase({ databaseUrl: postgres.url, dataDir: '.' });
});

afterAll(async () => {
  await smtp.close();
  await postgres.remove();
});

beforeEach(async () => {
  smtp.mails.length = 0;
  await query(postgres.url, 'truncate email_log, portal_settings cascade');
});

const open = async (options: Partial<AppOptions> = {}): Promise<{ payload: Payload; dataDir: string }> => {
  const dataDir = makeDataDir();
  const payload = await openApp({ databaseUrl: postgres.url, dataDir, ...options });
  onTestFinished(() => payload.destroy());
  return { payload, dataDir };
};

const send = (payload: Payload, subject: string): Promise<unknown> =>
  undelayed(() =>
    payload.sendEmail({ to: 'ann@example.com', subject, text: 'The body is nobody’s business.' }),
  );

const sendAll = async (payload: Payload, all: readonly string[]): Promise<void> => {
  for (const subject of all) await send(payload, subject);
};

const stoppedForTest = async (): Promise<void> => {
  await postgres.stop();
  onTestFinished(postgres.start);
};

const frozenForTest = (): void => {
  postgres.freeze();
  onTestFinished(postgres.thaw);
};

describe('while PostgreSQL is away', () => {
  it('logs a mail, and has one file for rows that wait, in normal times', async () => {
    const { payload, dataDir } = await open({ smtpPort: smtp.port });
    await send(payload, 'first');
    await recovers(async () => expect(await loggedSubjects(postgres.url)).toEqual(['first']));
    expect(spoolFiles(dataDir)).toHaveLength(1);
  });

  it('sends mail without delay while it is stopped, and logs each mail once when it is back', async () => {
    const { payload } = await open({ smtpPort: smtp.port });
    await send(payload, 'before');
    await stoppedForTest();
    const sent = subjects('stopped', 8);
    await sendAll(payload, sent);
    expect(receivedSubjects(smtp)).toEqual(['before', ...sent]);
    await postgres.start();
    await recovers(async () => expect(await loggedSubjects(postgres.url)).toEqual(['before', ...sent]));
    await send(payload, 'again');
    await recovers(async () =>
      expect(await loggedSubjects(postgres.url)).toEqual(['again', 'before', ...sent]),
    );
    expect((await rowsOf(postgres.url)).every(({ status }) => status === 'sent')).toBe(true);
  });

  it('keeps a waiting row on disk: masked, for its owner alone, and without the body', async () => {
    const { payload, dataDir } = await open({ smtpPort: smtp.port });
    await stoppedForTest();
    await send(payload, `Reset ${'a1'.repeat(20)}`);
    expect(spooledText(dataDir)).toContain('Reset [masked]');
    expect(spooledText(dataDir)).not.toMatch(/a1a1|nobody/);
    const [name = ''] = spoolFiles(dataDir);
    expect(name).toMatch(/\.jsonl$/);
    expect(statSync(join(spoolOf(dataDir), name)).mode & 0o777).toBe(0o600);
    expect(statSync(spoolOf(dataDir)).mode & 0o777).toBe(0o700);
  });

  it('goes by the Settings it read last while the database hangs, and logs each mail once', async () => {
    const { payload } = await open();
    await payload.updateGlobal({
      slug: 'portal-settings',
      data: { notifications: { smtp: { host: '127.0.0.1', port: smtp.port } } },
      overrideAccess: true,
    });
    await send(payload, 'before');
    frozenForTest();
    const sent = subjects('frozen', 12);
    await Promise.all(sent.slice(0, 6).map((subject) => send(payload, subject)));
    await undelayed(() => sendAll(payload, sent.slice(6)));
    expect(receivedSubjects(smtp)).toEqual(['before', ...sent]);
    postgres.thaw();
    await recovers(async () => expect(await loggedSubjects(postgres.url)).toEqual(['before', ...sent]));
  });

  it('logs every mail once that is sent while it restarts', async () => {
    const { payload } = await open({ smtpPort: smtp.port });
    const sent = subjects('restart', 60);
    const sending = sendAll(payload, sent);
    await postgres.stop();
    await postgres.start();
    await sending;
    expect(receivedSubjects(smtp)).toEqual(sent);
    await recovers(async () => expect(await loggedSubjects(postgres.url)).toEqual(sent));
  });

  it('has every row again that a crash undid, and each once', async () => {
    const { payload, dataDir } = await open({ smtpPort: smtp.port });
    for (let crash = 0; crash < 3; crash++) {
      await Promise.all(subjects(`crash ${crash}`, 20).map((subject) => send(payload, subject)));
      postgres.crash();
      await postgres.start();
    }
    await recovers(async () => expect(await loggedSubjects(postgres.url)).toEqual(receivedSubjects(smtp)));
    expect(receivedSubjects(smtp)).toHaveLength(60);
    expect((await rowsOf(postgres.url)).every(({ status }) => status === 'sent')).toBe(true);
    await recovers(() => expect(pendingRows(dataDir)).toEqual([]));
  });

  it('has every row, as it was, of a process that dies together with it', async () => {
    const dataDir = makeDataDir();
    const child = launch('mailer', {
      databaseUrl: postgres.url,
      dataDir,
      smtpPort: smtp.port,
      name: 'both',
      atOnce: 5,
      each: 4,
    });
    await child.hears('done');
    postgres.crash();
    await child.kill('SIGKILL');
    await postgres.start();
    const payload = await openApp({ databaseUrl: postgres.url, dataDir });
    onTestFinished(() => payload.destroy());
    await recovers(async () => expect(await loggedSubjects(postgres.url)).toEqual(receivedSubjects(smtp)));
    expect(receivedSubjects(smtp)).toHaveLength(20);
    expect((await rowsOf(postgres.url)).every(({ status }) => status === 'sent')).toBe(true);
  });

  it('works off thousands of rows in time, and lets a new mail through meanwhile', async () => {
    const transport = instantTransport();
    const { payload, dataDir } = await open({ portal: { mail: { transports: [transport] } } });
    await send(payload, 'before');
    await stoppedForTest();
    const sent = subjects('backlog', 6_000);
    for (let index = 0; index < sent.length; index += 200) {
      await Promise.all(sent.slice(index, index + 200).map((subject) => send(payload, subject)));
    }
    await postgres.start();
    let meanwhile = 0;
    await recovers(async () => {
      await send(payload, `meanwhile ${meanwhile++}`);
      expect(await loggedSubjects(postgres.url)).toHaveLength(transport.sent());
    });
    expect(transport.sent()).toBe(1 + sent.length + meanwhile);
    await recovers(() => expect(pendingRows(dataDir)).toEqual([]));
    expect(spooledText(dataDir).length).toBeLessThan(1_000_000);
  });
});
