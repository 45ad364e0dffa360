import type { ImapFlow } from 'imapflow';
import type { ImapOptions } from '../../settings/feature.ts';
import { betweenPolls, connectMailbox, failureOf, type OpenMailbox } from './connectMailbox.ts';
import { type MailboxParts, poll } from './poll.ts';

/**
 * Reads new messages until the signal aborts: at once if the server announces them (IDLE), else every minute. Changes
 * nothing in the mailbox.
 *
 * @throws {MailboxError} if the connection ends, or the mailbox is gone
 */
export const followMailbox = async (parts: MailboxParts, signal: AbortSignal): Promise<void> => {
  await withMailbox(parts.options, signal, async ({ client }) => {
    const news = listen(client);
    while (!signal.aborted) {
      news.forget();
      await poll(parts, client, signal);
      await waitForMail(client, news, signal);
    }
  });
};

/** The server's announcements of mail, those that come while the mailbox is read included. */
interface News {
  /** Forgets what was announced so far: the next poll finds it. */
  forget(): void;
  /** True if one came since then. */
  isTold(): boolean;
  /** Calls back with the next one. */
  onNext(listener: () => void): void;
}

const listen = (client: ImapFlow): News => {
  let isTold = false;
  let listener = (): void => {};
  client.on('exists', () => {
    isTold = true;
    listener();
  });
  return {
    forget() {
      isTold = false;
      listener = () => {};
    },
    isTold: () => isTold,
    onNext(wanted) {
      listener = wanted;
    },
  };
};

/** One poll. @throws {MailboxError} */
export const readMailboxOnce = (parts: MailboxParts, signal: AbortSignal): Promise<void> =>
  withMailbox(parts.options, signal, ({ client }) => poll(parts, client, signal));

interface TriedMailbox {
  readonly messages: number;
  /** True if the server announces new mail at once. */
  readonly idle: boolean;
}

/** Logs in, opens the mailbox and leaves. @throws {MailboxError} */
export const tryMailbox = async (options: ImapOptions, signal: AbortSignal): Promise<TriedMailbox> => {
  const { client, mailbox } = await connectMailbox(options, signal);
  const found = { messages: mailbox.exists, idle: client.capabilities.has('IDLE') };
  await leave(client);
  return found;
};

const withMailbox = async (
  options: ImapOptions,
  signal: AbortSignal,
  work: (open: OpenMailbox) => Promise<void>,
): Promise<void> => {
  if (signal.aborted) return;
  const open = await connectMailbox(options, signal).catch((error: unknown) => {
    if (signal.aborted) return null;
    throw error;
  });
  if (!open) return;
  try {
    await work(open);
    await leave(open.client);
  } catch (error) {
    open.client.close();
    if (!signal.aborted) throw failureOf(error, 'connection');
  }
};

const leave = async (client: ImapFlow): Promise<void> => {
  await client.logout().catch(() => {});
  client.close();
};

/** Waits until the server announces mail, for a minute at most. */
const waitForMail = async (client: ImapFlow, news: News, signal: AbortSignal): Promise<void> => {
  if (signal.aborted || news.isTold()) return;
  let tell = (): void => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const timer = setTimeout(tell, betweenPolls);
  news.onNext(tell);
  client.once('close', tell);
  signal.addEventListener('abort', tell, { once: true });
  // The next command ends it.
  const idling = client.capabilities.has('IDLE') ? client.idle() : Promise.resolve();
  idling.catch(() => {});
  await told;
  clearTimeout(timer);
  client.off('close', tell);
  signal.removeEventListener('abort', tell);
};
