import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { startSmtpServer } from '../support/servers/smtpServer.ts';
import { lockTable } from './lockTable.ts';
import {
  instantTransport,
  loggedSubjects,
  makeDataDir,
  pendingRows,
  recovers,
  spoolFiles,
  undelayed,
} from './observe.ts';
import { createPreparedDatabase } from './preparedDatabase.ts';
import { compilePrograms, launch } from './processes.ts';
import { openApp } from './programs/app.ts';

beforeAll(compilePrograms);

vi.setConfig({ testTimeout: 240_000 });

let databaseUrl: string;
let dataDir: string;

beforeEach(async () => {
  databaseUrl = await createPreparedDatabase();
  dataDir = makeDataDir();
});

it('lets the process end by itself, and takes an empty spool away', async () => {
  const smtp = await startSmtpServer();
  onTestFinished(smtp.close);
  const child = launch('mailer', {
    databaseUrl,
    dataDir,
    smtpPort: smtp.port,
    name: 'last',
    atOnce: 1,
    each: 1,
  });
  await child.hears('done');
  expect(spoolFiles(dataDir)).toHaveLength(1);
  await recovers(async () => expect(await loggedSubjects(databaseUrl)).toEqual(['last.0.0']));
  child.tell({});
  expect(await child.ended).toEqual({ code: 0, signal: null });
  expect(spoolFiles(dataDir)).toEqual([]);
});

it('leaves rows that wait to the next portal, though the process lives on', async () => {
  const portal = { mail: { transports: [instantTransport()] } };
  const first = await openApp({ databaseUrl, dataDir, portal });
  await first.sendEmail({ to: 'ann@example.com', subject: 'logged', text: 'Hi' });
  await recovers(async () => expect(await loggedSubjects(databaseUrl)).toEqual(['logged']));
  const { unlock } = await lockTable(databaseUrl, 'email_log');
  await undelayed(() => first.sendEmail({ to: 'ann@example.com', subject: 'kept', text: 'Hi' }));
  await first.destroy();
  expect(pendingRows(dataDir)).toEqual(['kept']);
  await unlock();
  const second = await openApp({ databaseUrl, dataDir, portal });
  onTestFinished(() => second.destroy());
  await recovers(async () => expect(await loggedSubjects(databaseUrl)).toEqual(['kept', 'logged']));
  await recovers(() => expect(pendingRows(dataDir)).toEqual([]));
});

it('logs a mail that was under way, and leaves nothing behind', async () => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isAsked = false;
  const slow = {
    name: 'slow',
    send: async () => {
      isAsked = true;
      await asked;
      return { outcome: 'accepted', refused: [], messageId: 'late', response: null } as const;
    },
  };
  const payload = await openApp({ databaseUrl, dataDir, portal: { mail: { transports: [slow] } } });
  const sending = payload.sendEmail({ to: 'ann@example.com', subject: 'under way', text: 'Hi' });
  await recovers(() => expect(isAsked).toBe(true));
  await payload.destroy();
  expect(pendingRows(dataDir)).toEqual(['under way']);
  answer();
  await sending;
  await recovers(async () => expect(await loggedSubjects(databaseUrl)).toEqual(['under way']));
  await recovers(() => expect(spoolFiles(dataDir)).toEqual([]));
});
