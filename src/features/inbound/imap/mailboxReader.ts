import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { within } from '../../../core/shared/concurrency/within.ts';
import { type ImapOptions, inboundOptions } from '../../settings/feature.ts';
import { identify, noteUnreceived, receiveMail } from '../receiveMail.ts';
import { forgottenBefore } from '../storage/prune.ts';
import { largestMessage } from '../vocabulary.ts';
import { followMailbox, readMailboxOnce } from './mailbox.ts';
import { type HeldMailbox, holdMailbox, mailboxName } from './mailboxes.ts';
import type { FetchedMessage, MailboxParts } from './poll.ts';

/** Reads the mailbox that Settings or the options name, while this process does background work. */
interface MailboxReader {
  start(): void;
  /** One poll, whether or not reading has begun here, for so many milliseconds at most. */
  round(longest: number): Promise<void>;
  /** Stops the reading within two seconds. */
  stop(): Promise<void>;
}

/**
 * Interval between two reads of Settings, in milliseconds, and so the longest time until a process takes over a mailbox that
 * another has released.
 */
const betweenPolls = 2_000;

/** Interval at which the lease of the mailbox is renewed and Settings are read, in milliseconds. */
const betweenRenewals = 2_000;

const longestStop = 2_000;

export const buildMailboxReader = (payload: Payload, portal: PortalContext): MailboxReader => {
  let stopping = new AbortController();
  let running: Promise<void> | null = null;

  const optionsNow = async (): Promise<ImapOptions | null> =>
    (await inboundOptions(payload, portal.options.inbound)).imap;

  const parts = (options: ImapOptions, held: HeldMailbox): Omit<MailboxParts, 'polled'> => ({
    options,
    maxBytes: largestMessage,
    loadState: held.loadState,
    former: held.former,
    saveState: held.saveState,
    forgottenBefore: async () => forgottenBefore(portal.options.inboundMails, await held.readAt()),
    store: (message) => store(payload, portal, options, message),
  });

  const read = async (
    options: ImapOptions,
    work: (parts: MailboxParts, signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<Reading> => {
    const held = await holdMailbox(payload, mailboxName(options));
    if (!held) return 'ended';
    let hasPolled = false;
    const polled = async () => {
      hasPolled = true;
      await held.polled();
    };
    const ending = new AbortController();
    const renewing = setInterval(() => {
      void keepOn(held, options).then((goesOn) => goesOn || ending.abort());
    }, betweenRenewals).unref();
    try {
      await work({ ...parts(options, held), polled }, AbortSignal.any([signal, ending.signal]));
      return 'ended';
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      await held.failed(reason).catch(() => {});
      payload.logger.warn(`The mailbox ${mailboxName(options)} cannot be read: ${reason}`);
      return hasPolled ? 'broken' : 'failed';
    } finally {
      clearInterval(renewing);
      await held.release().catch(() => {});
    }
  };

  /** True if this process goes on reading: it still holds the mailbox, and Settings still name the same one. */
  const keepOn = async (held: HeldMailbox, options: ImapOptions): Promise<boolean> => {
    const isHeld = await held.renew().catch(() => true);
    return isHeld && JSON.stringify(await optionsNow()) === JSON.stringify(options);
  };

  const loop = async (signal: AbortSignal): Promise<void> => {
    for (let pause = 0; !signal.aborted; ) {
      const options = await optionsNow().catch(() => null);
      const reading =
        options === null
          ? 'ended'
          : await read(options, followMailbox, signal).catch(() => 'failed' as const);
      pause = pauseAfter(reading, pause);
      await sleep(pause || betweenPolls, undefined, { signal, ref: false }).catch(() => {});
    }
  };

  return {
    start() {
      if (running) return;
      stopping = new AbortController();
      running = loop(stopping.signal);
    },
    async round(longest) {
      const options = await optionsNow();
      if (options && !running) await read(options, readMailboxOnce, AbortSignal.timeout(longest));
    },
    async stop() {
      stopping.abort();
      await within(running ?? Promise.resolve(), longestStop, undefined);
      running = null;
    },
  };
};

const store = async (
  payload: Payload,
  portal: PortalContext,
  options: ImapOptions,
  { bytes, isWhole, size, receivedAt, messageId }: FetchedMessage,
): Promise<void> => {
  if (isWhole) {
    await receiveMail(payload, portal, { bytes, via: 'imap', connection: null });
    return;
  }
  // Its UID may change.
  const digest = createHash('sha256')
    .update(`${mailboxName(options)} ${receivedAt} ${size} `)
    .update(bytes)
    .digest('hex');
  const reason = `The message has ${size} bytes, and the limit is ${largestMessage} (35 MiB). It is still in the mailbox.`;
  const { headers } = await identify(payload, { bytes, connection: null });
  await noteUnreceived(payload, portal, {
    ...headers,
    via: 'imap',
    messageId: messageId?.slice(0, 1_000) ?? null,
    digest,
    reason,
  });
};

/**
 * The end of reading a mailbox: by itself, by a failure before it was read to its end once, or by a connection that broke
 * after that.
 */
type Reading = 'ended' | 'failed' | 'broken';

/** Pauses after a failure, in milliseconds. */
const shortestPause = 2_000;
const longestPause = 60_000;

/**
 * The pause before the mailbox is tried again, in milliseconds: twice the last for each failure in a row. A connection that
 * worked begins anew with the shortest.
 *
 * @param last the pause before; 0 if there was none
 * @returns 0 if nothing failed
 */
export const pauseAfter = (reading: Reading, last: number): number => {
  if (reading === 'ended') return 0;
  return reading === 'broken' ? shortestPause : Math.min(Math.max(last * 2, shortestPause), longestPause);
};
