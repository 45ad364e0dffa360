import type { EmailAttempt } from '../features/email-log/row.ts';
import { emailLogPath, type Session } from './emailLog.ts';
import type { ArrivedMail } from './mailIn.ts';
import { logins } from './people.ts';
import type { DemoRecords } from './records.ts';

/** The email log as a table, a mail a line. */
export const printEmailLog = (mails: readonly EmailAttempt[]): void => {
  console.log('\nThe email log:\n');
  console.log(table(['time', 'status', 'transport', 'to', 'subject', 'error, fallback'], mails.map(cellsOf)));
};

/** Prints the messages that came by mail, one per line. */
export const printMailIn = (mails: readonly ArrivedMail[]): void => {
  console.log('\nMail in:\n');
  const rows = mails.map(({ from, outcome, ticket }) => [from, outcome, ticket === null ? '' : `#${ticket}`]);
  console.log(table(['from', 'outcome', 'ticket'], rows));
};

/** Prints the logins and the address of the admin UI. */
export const printLogins = (address: string, password: string): void => {
  const people = Object.entries(logins).map(([role, email]) => [role, email, password]);
  console.log(`\nAdmin: ${address}/admin\n`);
  console.log(table(['role', 'login', 'password'], people));
};

/** Prints all addresses and logins. */
export const printAddresses = (
  { address, token }: Session,
  password: string,
  { key, tickets, files }: DemoRecords,
): void => {
  printLogins(address, password);
  console.log(`\ncurl -H 'Authorization: JWT ${token}' '${address}${emailLogPath}'`);
  console.log(`\nAPI key of Globex, which has ${tickets} tickets and ${files} file: ${key}`);
  console.log(`curl -H 'Authorization: Bearer ${key}' '${address}/api/v1/tickets'`);
  console.log(
    `\nClient pages: ${address}/support, for ${logins.client}. The codes of their mails appear here.`,
  );
  console.log('\nPress Ctrl-C to stop; all data is removed then.');
};

const cellsOf = (mail: EmailAttempt): readonly string[] => {
  const { created_at, status, transport, to, subject, error, fallback } = mail;
  const refusedBefore = (fallback ?? []).map(
    (refusal) => `fallback from ${refusal.transport}: ${refusal.error}`,
  );
  const trouble = [...(error === null ? [] : [error]), ...refusedBefore].join('; ');
  return [created_at, status, transport ?? '', to, subject ?? '', trouble];
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [head, ...rows].map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ')));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return lines.map((cells) => `  ${line(cells)}`.trimEnd()).join('\n');
};
