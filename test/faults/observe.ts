import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
// The first mail loads it, which is no delay that a log is to blame for.
import 'next/headers.js';
import { expect, onTestFinished } from 'vitest';
import type { EmailAttempt } from '../../src/features/email-log/row.ts';
import { readSpooledRows, type SpooledRow } from '../../src/features/email-log/writing/spoolFile.ts';
import type { MailTransport } from '../../src/features/mail/chain/transport.ts';
import { query } from '../support/portal/payload.ts';
import type { TestSmtpServer } from '../support/servers/smtpServer.ts';

export const makeDataDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

export const spoolOf = (dataDir: string): string => join(dataDir, 'mail-spool');

export const spoolFiles = (dataDir: string): string[] => {
  try {
    return readdirSync(spoolOf(dataDir));
  } catch {
    return [];
  }
};

export const spooledText = (dataDir: string): string =>
  spoolFiles(dataDir)
    .map((name) => readFileSync(join(spoolOf(dataDir), name), 'utf8'))
    .join('');

const spooledRows = (dataDir: string): SpooledRow[] =>
  spoolFiles(dataDir).flatMap((name) => [...readSpooledRows(join(spoolOf(dataDir), name)).values()]);

/** The subjects of the rows that no process has written. */
export const pendingRows = (dataDir: string): (string | null)[] =>
  spooledRows(dataDir).map(({ row }) => row.subject);

export const rowsOf = (databaseUrl: string): Promise<EmailAttempt[]> =>
  query<EmailAttempt>(databaseUrl, 'select * from email_log order by id');

/** The subjects of all rows, sorted: a mail that was logged twice is there twice. */
export const loggedSubjects = async (databaseUrl: string): Promise<string[]> =>
  (await rowsOf(databaseUrl)).map(({ subject }) => subject ?? '').sort();

export const receivedSubjects = ({ mails }: TestSmtpServer): string[] =>
  mails.map(({ content }) => /^Subject: (.*)$/im.exec(content)?.[1]?.trim() ?? '').sort();

/** The contract promises that a log that cannot be written delays no mail by more than two seconds; a machine may. */
const longestDelay = 4_500;

/** Sends a mail and holds the log to its promise. The transport has to answer at once. */
export const undelayed = async <Result>(sending: () => Promise<Result>): Promise<Result> => {
  const began = performance.now();
  const result = await sending();
  expect(performance.now() - began).toBeLessThan(longestDelay);
  return result;
};

/** What the contract promises of a database that is back: everything works within this time. */
const longestRecovery = 30_000;

/** Waits until an expectation holds, as long as the contract allows. */
export const recovers = async (expectation: () => unknown): Promise<void> => {
  for (const deadline = performance.now() + longestRecovery; ; await sleep(100)) {
    try {
      await expectation();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
};

/** A transport that takes every mail at once, and counts. */
export const instantTransport = (): MailTransport & { sent(): number } => {
  let count = 0;
  return {
    name: 'instant',
    sent: () => count,
    send: async () => {
      count += 1;
      return { outcome: 'accepted', refused: [], messageId: `instant-${count}`, response: '250 fine' };
    },
  };
};

export const subjects = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${String(index).padStart(5, '0')}`);
