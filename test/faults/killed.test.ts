import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type ScriptedSmtpServer,
  startScriptedSmtp,
  startSmtpServer,
} from '../support/servers/smtpServer.ts';
import {
  loggedSubjects,
  makeDataDir,
  pendingRows,
  receivedSubjects,
  recovers,
  rowsOf,
  spooledText,
} from './observe.ts';
import { createPreparedDatabase } from './preparedDatabase.ts';
import { type Child, compilePrograms, killRounds, launch } from './processes.ts';
import { type AppOptions, openApp } from './programs/app.ts';

beforeAll(compilePrograms);

/** How many of them live at the same time. */
const atOnce = 4;

vi.setConfig({ testTimeout: 240_000 + killRounds * 60_000 });

let databaseUrl: string;
let dataDir: string;

beforeEach(async () => {
  databaseUrl = await createPreparedDatabase();
  dataDir = makeDataDir();
});

const open = async (options: Partial<AppOptions> = {}) => {
  const payload = await openApp({ databaseUrl, dataDir, ...options });
  onTestFinished(() => payload.destroy());
  return payload;
};

const mailer = (options: object): Child =>
  launch('mailer', { databaseUrl, dataDir, atOnce: 1, each: 1_000_000, ...options });

/** A server that takes a mail's body and says nothing any more. */
const silentServer = async (): Promise<ScriptedSmtpServer & { bodies: number }> => {
  const counted = { bodies: 0 };
  const server = await startScriptedSmtp(async (client) => {
    await client.until('DATA');
    client.say('354 go on');
    await client.body();
    counted.bodies += 1;
  });
  onTestFinished(server.close);
  return Object.assign(counted, server);
};

const acceptingServer = async () => {
  const smtp = await startSmtpServer();
  onTestFinished(smtp.close);
  return smtp;
};

/** Where nobody listens. */
const deadDatabase = 'postgres://nobody:nothing@127.0.0.1:1/nowhere';

describe('a process killed with a mail in flight', () => {
  it('leaves one row, whose outcome is unknown, and nothing is sent again', async () => {
    const server = await silentServer();
    const child = launch('child', { databaseUrl, dataDir, smtpPort: server.port });
    await child.hears('ready');
    child.tell({ send: 'in flight' });
    await recovers(() => expect(server.bodies).toBe(1));
    await child.kill('SIGKILL');
    await open({ smtpPort: server.port });
    expect(await rowsOf(databaseUrl)).toMatchObject([
      {
        subject: 'in flight',
        status: 'failed',
        transport: 'smtp',
        fallback: null,
        message_id: null,
        error: expect.stringMatching(/^Outcome unknown:/),
      },
    ]);
    await open({ smtpPort: server.port });
    expect(await rowsOf(databaseUrl)).toHaveLength(1);
    expect(server.bodies).toBe(1);
  });

  it('is logged with the transport that had it, and with those that refused before', async () => {
    const server = await silentServer();
    const proxyUrl = 'http://127.0.0.1:1/emails';
    const child = launch('child', { databaseUrl, dataDir, smtpPort: server.port, proxyUrl });
    await child.hears('ready');
    child.tell({ send: 'fallen back' });
    await recovers(() => expect(server.bodies).toBe(1));
    await child.kill('SIGKILL');
    await open();
    expect(await rowsOf(databaseUrl)).toMatchObject([
      {
        transport: 'smtp',
        fallback: [{ transport: 'proxy', error: expect.stringContaining('ECONNREFUSED') }],
        error: expect.stringMatching(/^Outcome unknown:/),
      },
    ]);
  });

  it('is not given up while it is only stopped, and not while it lives', async () => {
    const server = await silentServer();
    const child = mailer({ smtpPort: server.port, name: 'waiting', each: 1 });
    await child.hears('ready');
    await recovers(() => expect(server.bodies).toBe(1));
    await open();
    await child.kill('SIGSTOP');
    await open();
    expect(await rowsOf(databaseUrl)).toEqual([]);
    expect(spooledText(dataDir)).toContain('waiting.0.0');
    await server.close();
    await child.kill('SIGCONT');
    await recovers(async () => expect(await loggedSubjects(databaseUrl)).toEqual(['waiting.0.0']));
    const [row] = await rowsOf(databaseUrl);
    expect(row?.error).not.toContain('the process ended');
  });

  it('is given up by a process that lives on beside it, within the time of a recovery', async () => {
    const server = await silentServer();
    const child = mailer({ smtpPort: server.port, name: 'lost', each: 1 });
    await child.hears('ready');
    await recovers(() => expect(server.bodies).toBe(1));
    await open();
    await child.kill('SIGKILL');
    await recovers(async () => expect(await loggedSubjects(databaseUrl)).toEqual(['lost.0.0']));
  });
});

describe('a process killed with rows that wait', () => {
  it('leaves them to two that start at once: each is written once, though it had no id yet', async () => {
    const smtp = await acceptingServer();
    const child = mailer({
      smtpPort: smtp.port,
      databaseUrl: deadDatabase,
      name: 'kept',
      atOnce: 3,
      each: 20,
    });
    await child.hears('done');
    await child.kill('SIGKILL');
    expect(receivedSubjects(smtp)).toHaveLength(60);
    expect(spooledText(dataDir)).toContain('"id":null');
    await Promise.all([open(), open()]);
    await recovers(async () => expect(await loggedSubjects(databaseUrl)).toEqual(receivedSubjects(smtp)));
    expect((await rowsOf(databaseUrl)).every(({ status }) => status === 'sent')).toBe(true);
    expect(receivedSubjects(smtp)).toHaveLength(60);
    await recovers(() => expect(pendingRows(dataDir)).toEqual([]));
  });

  it('leaves a row once if PostgreSQL has committed it, and the process died before it heard of that', async () => {
    const smtp = await acceptingServer();
    const proxy = await startDeafProxy(databaseUrl);
    const child = mailer({ smtpPort: smtp.port, databaseUrl: proxy.url, name: 'committed', each: 1 });
    await child.hears('ready');
    await recovers(async () => expect(await loggedSubjects(databaseUrl)).toEqual(['committed.0.0']));
    await child.kill('SIGKILL');
    expect(spooledText(dataDir)).toContain('committed.0.0');
    await open();
    expect(await rowsOf(databaseUrl)).toMatchObject([{ subject: 'committed.0.0', status: 'sent' }]);
    expect(pendingRows(dataDir)).toEqual([]);
  });

  it('leaves UUIDs as well', async () => {
    databaseUrl = await createPreparedDatabase({ idType: 'uuid' });
    const app = { databaseUrl, dataDir, idType: 'uuid' } as const;
    const server = await silentServer();
    const child = launch('child', { ...app, smtpPort: server.port });
    await child.hears('ready');
    child.tell({ send: 'in flight' });
    await recovers(() => expect(server.bodies).toBe(1));
    await child.kill('SIGKILL');
    await open({ idType: 'uuid' });
    await open({ idType: 'uuid' });
    expect(await loggedSubjects(databaseUrl)).toEqual(['in flight']);
  });
});

describe('many processes killed at random moments', () => {
  it(`leave each mail one row, in ${killRounds} rounds`, {
    timeout: 120_000 + killRounds * 20_000,
  }, async () => {
    const smtp = await acceptingServer();
    const firstMailOf = (round: number): Promise<void> =>
      recovers(() => expect(receivedSubjects(smtp).some((subject) => isOf(round, subject))).toBe(true));
    const killOne = async (round: number): Promise<void> => {
      const child = mailer({ smtpPort: smtp.port, name: nameOf(round), atOnce: 5 });
      await child.hears('ready');
      // Every fifth dies before its first mail is out, or about then; the others among many.
      if (round % 5 > 0) await firstMailOf(round);
      await sleep(Math.random() * 150);
      await child.kill('SIGKILL');
    };
    let round = 0;
    const killInTurn = async (): Promise<void> => {
      while (round < killRounds) await killOne(round++);
    };
    await Promise.all(Array.from({ length: atOnce }, killInTurn));
    await open();
    await recovers(() => expect(pendingRows(dataDir)).toEqual([]));

    const received = receivedSubjects(smtp);
    // Of every round that waited for its first mail; how many more are out is chance.
    expect(received.length).toBeGreaterThanOrEqual(killRounds - Math.ceil(killRounds / 5));
    expect(received).toEqual([...new Set(received)]);
    const rows = await rowsOf(databaseUrl);
    const logged = rows.map(({ subject }) => subject ?? '').sort();
    expect(logged).toEqual([...new Set(logged)]);
    expect(received.filter((subject) => !logged.includes(subject))).toEqual([]);
    for (const { subject, status, error } of rows) {
      if (status === 'failed') expect(error).toMatch(/^Outcome unknown:/);
      else expect(received).toContain(subject);
    }
  });
});

const nameOf = (round: number): string => `round ${round}`;

const isOf = (round: number, subject: string): boolean => subject.startsWith(`${nameOf(round)}.`);

/** Stands between a process and PostgreSQL, and passes on no answer to a row. */
const startDeafProxy = async (target: string): Promise<{ url: string }> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let isDeaf = false;
    client.on('data', (chunk) => {
      isDeaf ||= chunk.toString('latin1').includes('insert into "email_log"');
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => void (isDeaf || client.write(chunk)));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = new URL(target);
  url.searchParams.delete('host');
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href };
};
