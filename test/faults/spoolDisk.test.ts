import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Payload } from 'payload';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { query } from '../support/portal/payload.ts';
import { startSmtpServer } from '../support/servers/smtpServer.ts';
import { lockTable } from './lockTable.ts';
import {
  instantTransport,
  loggedSubjects,
  makeDataDir,
  pendingRows,
  receivedSubjects,
  recovers,
  spoolFiles,
  spoolOf,
  subjects,
  undelayed,
} from './observe.ts';
import { createPreparedDatabase } from './preparedDatabase.ts';
import { compilePrograms, launch } from './processes.ts';
import { type AppOptions, openApp } from './programs/app.ts';

beforeAll(compilePrograms);

vi.setConfig({ testTimeout: 240_000 });

let databaseUrl: string;
let dataDir: string;

beforeEach(async () => {
  databaseUrl = await createPreparedDatabase();
  dataDir = makeDataDir();
});

const open = async (options: Partial<AppOptions> = {}): Promise<Payload> => {
  const payload = await openApp({
    databaseUrl,
    dataDir,
    portal: { mail: { transports: [instantTransport()] } },
    ...options,
  });
  onTestFinished(() => payload.destroy());
  return payload;
};

const send = (payload: Payload, subject: string): Promise<unknown> =>
  undelayed(() => payload.sendEmail({ to: 'ann@example.com', subject, text: 'Hi' }));

describe('a spool folder that cannot be made', () => {
  it('is told at the start, and rows wait in memory', async () => {
    const path = join(dataDir, 'file');
    writeFileSync(path, '');
    const lines: string[] = [];
    const payload = await open({ dataDir: path, hear: (line) => lines.push(line) });
    expect(lines.join('')).toContain(`mkdir '${join(path, 'mail-spool')}'`);
    await send(payload, 'first');
    await recovers(async () => expect(await loggedSubjects(databaseUrl)).toEqual(['first']));
    const { unlock } = await lockTable(databaseUrl, 'email_log');
    await send(payload, 'second');
    await unlock();
    await recovers(async () => expect(await loggedSubjects(databaseUrl)).toEqual(['first', 'second']));
  });
});

describe('a spool folder that is removed', () => {
  it('is made again with all rows that wait in it', async () => {
    const payload = await open();
    const { unlock } = await lockTable(databaseUrl, 'email_log');
    await send(payload, 'first');
    rmSync(spoolOf(dataDir), { recursive: true });
    await send(payload, 'second');
    expect(pendingRows(dataDir)).toEqual(['first', 'second']);
    await unlock();
    await recovers(async () => expect(await loggedSubjects(databaseUrl)).toEqual(['first', 'second']));
    await recovers(() => expect(pendingRows(dataDir)).toEqual([]));
  });
});

describe('a disk that is full', () => {
  it('delays no mail, loses no row of a process that lives, and none is written again after its death', async () => {
    const smtp = await startSmtpServer();
    onTestFinished(smtp.close);
    const child = launch('child', { databaseUrl, dataDir, smtpPort: smtp.port }, { largestFile: 4 });
    await child.hears('ready');
    child.tell({ send: 'before' });
    await child.hears('sent');
    const { unlock } = await lockTable(databaseUrl, 'email_log');
    const sent = subjects('full', 12);
    for (const subject of sent) {
      child.tell({ send: subject });
      expect(await undelayed(() => child.hears('sent'))).toEqual({ sent: subject, error: null });
    }
    expect(pendingRows(dataDir).length).toBeLessThan(sent.length);
    await unlock();
    await recovers(async () => expect(await loggedSubjects(databaseUrl)).toEqual(['before', ...sent]));
    await recovers(() => expect(pendingRows(dataDir)).toEqual([]));
    await child.kill('SIGKILL');
    await query(databaseUrl, 'truncate email_log');
    await open();
    expect(await loggedSubjects(databaseUrl)).toEqual([]);
    expect(receivedSubjects(smtp)).toEqual(['before', ...sent]);
  });

  it('leaves the file of a dead process in its place until it has room for the rows', async () => {
    const smtp = await startSmtpServer();
    onTestFinished(smtp.close);
    const { unlock } = await lockTable(databaseUrl, 'email_log');
    const dead = launch('mailer', {
      databaseUrl,
      dataDir,
      smtpPort: smtp.port,
      name: 'left',
      atOnce: 1,
      each: 3,
    });
    await dead.hears('done');
    await dead.kill('SIGKILL');
    const heir = launch('child', { databaseUrl, dataDir }, { largestFile: 0 });
    await heir.hears('ready');
    await heir.kill('SIGKILL');
    expect(pendingRows(dataDir)).toEqual(['left.0.0', 'left.0.1', 'left.0.2']);
    await unlock();
    await open();
    await recovers(async () => expect(await loggedSubjects(databaseUrl)).toEqual(receivedSubjects(smtp)));
    expect(receivedSubjects(smtp)).toHaveLength(3);
  });

  it('is used again once it has room', async () => {
    const payload = await open();
    const { unlock } = await lockTable(databaseUrl, 'email_log');
    await send(payload, 'first');
    rmSync(spoolOf(dataDir), { recursive: true });
    writeFileSync(spoolOf(dataDir), 'in the way');
    await send(payload, 'second');
    rmSync(spoolOf(dataDir));
    // The disk is left alone for some seconds after a failure.
    await recovers(async () => {
      await send(payload, 'another');
      expect(pendingRows(dataDir).slice(0, 3)).toEqual(['first', 'second', 'another']);
    });
    await unlock();
    await recovers(() => expect(pendingRows(dataDir)).toEqual([]));
    expect(spoolFiles(dataDir)).toHaveLength(1);
  });
});
