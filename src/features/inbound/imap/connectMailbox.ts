import type { ImapFlow, MailboxObject } from 'imapflow';
import { isLoopback } from '../../../core/shared/addresses/hosts.ts';
import { reasonOf } from '../../../core/shared/errors/errors.ts';
import type { ImapOptions } from '../../settings/feature.ts';
import { accessToken, forgetAccessToken } from './accessToken.ts';
import { MailboxError, type MailboxFailure } from './MailboxError.ts';

/** Limits in milliseconds. */
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 180_000 } as const;

/**
 * The most that a server may say at once, in bytes: a message, or the numbers of millions. The library lets it fill gigabytes
 * of memory.
 */
const mostAtOnce = { maxLiteralSize: 64 << 20, maxLineLength: 64 << 20, maxResponseSize: 96 << 20 } as const;

/** Duration of IDLE, in milliseconds. After it the mailbox is read in any case. */
export const betweenPolls = 60_000;

/** An open mailbox, which nothing changes. */
export interface OpenMailbox {
  readonly client: ImapFlow;
  readonly mailbox: MailboxObject;
}

/**
 * Logs in and opens a mailbox read-only.
 *
 * @param signal ends the connection
 * @throws {MailboxError}
 */
export const connectMailbox = async (options: ImapOptions, signal: AbortSignal): Promise<OpenMailbox> => {
  const { oauth } = options;
  try {
    return await connect(options, signal);
  } catch (error) {
    // A token may be revoked before its end: once, a new one is tried.
    if (!oauth || !(error instanceof MailboxError) || error.kind !== 'login') throw error;
    forgetAccessToken(oauth);
    return connect(options, signal);
  }
};

const connect = async (options: ImapOptions, signal: AbortSignal): Promise<OpenMailbox> => {
  const { host, port, secure, user, password, mailbox, oauth } = options;
  // A portal without a mailbox does not load it.
  const { ImapFlow } = await import('imapflow');
  const auth = oauth
    ? { user, accessToken: await accessToken(oauth, signal) }
    : { user, pass: password ?? '' };
  const client = new ImapFlow({
    host,
    port: port ?? (secure ? 993 : 143),
    secure,
    // A login goes over TLS, unless it stays on this machine.
    ...(!secure && !isLoopback(host) && { doSTARTTLS: true }),
    ...(isLoopback(host) && { tls: { rejectUnauthorized: false } }),
    auth,
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    maxIdleTime: betweenPolls,
    ...limits,
    ...mostAtOnce,
  });
  // Without a listener an error of the connection would end the process; each command rejects by itself.
  client.on('error', () => {});
  const close = () => client.close();
  signal.addEventListener('abort', close, { once: true });
  client.once('close', () => signal.removeEventListener('abort', close));
  try {
    await client.connect();
  } catch (error) {
    client.close();
    throw failureOf(error, isRefusedLogin(error) ? 'login' : 'connection');
  }
  try {
    return { client, mailbox: await client.mailboxOpen(mailbox, { readOnly: true }) };
  } catch (error) {
    client.close();
    throw failureOf(error, 'mailbox');
  }
};

const isRefusedLogin = (error: unknown): boolean =>
  Reflect.get(Object(error), 'authenticationFailed') === true;

const sentences: Readonly<Record<MailboxFailure, string>> = {
  connection: 'The mail server cannot be reached',
  login: 'The mail server refused the login',
  mailbox: 'The mailbox cannot be opened',
  oauth: 'The token URL gave no token',
  storage: 'The portal cannot store a message',
};

/** An error as a `MailboxError`, with the server's words if the library threw it. */
export const failureOf = (error: unknown, kind: MailboxFailure): MailboxError => {
  if (error instanceof MailboxError) return error;
  const words = kind === 'storage' ? reasonOf(error) : wordsOf(error);
  return new MailboxError(kind, `${sentences[kind]}: ${words}`, { cause: error });
};

const wordsOf = (error: unknown): string => {
  const given = Object(error) as Record<string, unknown>;
  const { responseText, serverResponseCode, response, reason, message, code } = given;
  if (typeof responseText === 'string' && responseText !== '')
    return [serverResponseCode && `[${String(serverResponseCode)}]`, responseText].filter(Boolean).join(' ');
  const said = [response, reason, message, code].find((words) => typeof words === 'string' && words !== '');
  return said === undefined ? String(error) : String(said);
};
