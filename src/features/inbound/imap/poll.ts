import type { ImapFlow } from 'imapflow';
import type { ImapOptions } from '../../settings/feature.ts';
import { failureOf } from './connectMailbox.ts';
import { type Head, headsOf, messageIdIn, readIdentity } from './heads.ts';

/** The position up to which a mailbox was read. */
export interface MailboxState {
  readonly uidValidity: string;
  /** The last message that was handed over, or that was there when the mailbox was connected. */
  readonly lastUid: number;
  /**
   * The messages of the last second before the mailbox was connected, by the server's clock. Null means the mailbox was
   * empty.
   */
  readonly newestOld: { readonly receivedAt: string; readonly messageIds: readonly string[] } | null;
}

/** A mailbox that was read under another name of its server. */
export interface FormerMailbox {
  readonly state: MailboxState;
  /** Time at which it was last read to its end. */
  readonly readAt: Date;
}

export interface FetchedMessage {
  readonly uid: number;
  /** Size in bytes. */
  readonly size: number;
  /** Only the beginning if the message is larger than the limit: enough to recognise it. */
  readonly bytes: Uint8Array;
  readonly isWhole: boolean;
  /** ISO 8601, by the server's clock. */
  readonly receivedAt: string;
  readonly messageId: string | null;
}

/** A mailbox to read, and the handlers of its messages. */
export interface MailboxParts {
  readonly options: ImapOptions;
  /** Limit in bytes. Only the beginning of a larger message is fetched. */
  readonly maxBytes: number;
  /** Returns null for a mailbox that was never read. */
  loadState(): Promise<MailboxState | null>;
  /** Returns null if no mailbox was read that may be this one. */
  former(): Promise<FormerMailbox | null>;
  saveState(state: MailboxState): Promise<void>;
  /** Stores a message durably. The same message may come again. */
  store(message: FetchedMessage): Promise<void>;
  /** The rows of earlier messages may have ended, so that they would not be recognised. Null means all are kept. */
  forgottenBefore(): Promise<Date | null>;
  /** Called after each poll that read the mailbox to its end. */
  polled(): Promise<void>;
}

/** Hands over the messages since the last poll. */
export const poll = async (parts: MailboxParts, client: ImapFlow, signal: AbortSignal): Promise<void> => {
  // The check also tells a server that has gone from one that has no mail.
  await client.noop();
  const { mailbox } = client;
  if (!mailbox) throw new Error('the mailbox was closed');
  const uidValidity = String(mailbox.uidValidity);
  const state = (await parts.loadState()) ?? (await takeOver(parts, client, uidValidity));
  if (state === null) await parts.saveState(await begin(client, uidValidity));
  else if (state.uidValidity === uidValidity) await readFrom(parts, client, state, signal);
  else await readAnew(parts, client, { ...state, uidValidity, lastUid: 0 }, signal);
  if (!signal.aborted) await parts.polled();
};

/**
 * The state from which a mailbox is read on whose server is written otherwise in Settings. Another mailbox may have the same user,
 * folder and UIDVALIDITY: its mails from before the last reading are not read.
 *
 * @returns null for a mailbox that is another one
 */
const takeOver = async (
  { former }: MailboxParts,
  client: ImapFlow,
  uidValidity: string,
): Promise<MailboxState | null> => {
  const found = await former();
  if (!found || !client.mailbox || found.state.uidValidity !== uidValidity) return null;
  const { uidNext } = client.mailbox;
  const { lastUid } = found.state;
  if (uidNext <= lastUid) return null;
  // The server compares days.
  const since = new Date(found.readAt.getTime() - dayLength);
  const uids = (await client.search({ uid: `${lastUid + 1}:*`, since }, { uid: true })) || [];
  return { ...found.state, lastUid: Math.min(uidNext, ...uids.filter((uid) => uid > lastUid)) - 1 };
};

/** A mailbox that is connected is read from then on. */
const begin = async (client: ImapFlow, uidValidity: string): Promise<MailboxState> => {
  const old = await headsOf(client, '1:*', { sequence: true, last: newestKept });
  const lastUid = old.at(-1)?.uid ?? 0;
  const receivedAt =
    old
      .map((head) => head.receivedAt)
      .toSorted()
      .at(-1) ?? null;
  const newest = old.filter((head) => head.receivedAt === receivedAt);
  const messageIds: string[] = [];
  for (const head of newest) messageIds.push(await readIdentity(client, head));
  const newestOld = receivedAt === null ? null : { receivedAt, messageIds };
  return { uidValidity, lastUid, newestOld };
};

/** Number of old messages to look at when a mailbox is connected: no more than these arrive within one second. */
const newestKept = 100;

/** Number of messages listed at once, so that a full mailbox needs no more memory. */
const atOnce = 500;

const readFrom = async (
  parts: MailboxParts,
  client: ImapFlow,
  state: MailboxState,
  signal: AbortSignal,
): Promise<void> => {
  // Any range that ends with `*` includes the last message.
  const uids = (await client.search({ uid: `${state.lastUid + 1}:*` }, { uid: true })) || [];
  const waiting = uids.filter((uid) => uid > state.lastUid).toSorted((one, other) => one - other);
  for (let from = 0; from < waiting.length && !signal.aborted; from += atOnce) {
    const heads = await headsOf(client, waiting.slice(from, from + atOnce).join(','));
    await handOver(parts, client, state, heads, signal);
  }
};

/**
 * Reads again after a change of UIDVALIDITY, which makes all UIDs meaningless. All messages since the mailbox was connected
 * are handed over again; known ones are recognised by their bytes. Messages that may be forgotten were read long ago.
 */
const readAnew = async (
  parts: MailboxParts,
  client: ImapFlow,
  state: MailboxState,
  signal: AbortSignal,
): Promise<void> => {
  const { newestOld } = state;
  const forgotten = (await parts.forgottenBefore())?.toISOString() ?? '';
  // The server compares days.
  const since = newestOld ? { since: new Date(Date.parse(newestOld.receivedAt) - dayLength) } : { all: true };
  const uids = ((await client.search(since, { uid: true })) || []).toSorted((one, other) => one - other);
  for (let from = 0; from < uids.length && !signal.aborted; from += atOnce) {
    const heads = await headsOf(client, uids.slice(from, from + atOnce).join(','));
    const wanted: Head[] = [];
    for (const head of heads)
      if (head.receivedAt >= forgotten && (await isNew(client, head, newestOld))) wanted.push(head);
    // The place is noted at the end: until then, a killed process begins anew.
    await handOver({ ...parts, saveState: async () => {} }, client, state, wanted, signal);
  }
  const last = client.mailbox ? client.mailbox.uidNext - 1 : 0;
  if (!signal.aborted) await parts.saveState({ ...state, lastUid: Math.max(last, uids.at(-1) ?? 0) });
};

const dayLength = 24 * 60 * 60 * 1000;

const isNew = async (
  client: ImapFlow,
  head: Head,
  newestOld: MailboxState['newestOld'],
): Promise<boolean> => {
  if (newestOld === null) return true;
  const { receivedAt } = head;
  if (receivedAt !== newestOld.receivedAt) return receivedAt > newestOld.receivedAt;
  return !newestOld.messageIds.includes(await readIdentity(client, head));
};

/** One message at a time is in memory, and the place is noted after each. */
const handOver = async (
  parts: MailboxParts,
  client: ImapFlow,
  state: MailboxState,
  heads: readonly Head[],
  signal: AbortSignal,
): Promise<void> => {
  for (const head of heads) {
    if (signal.aborted) return;
    const { uid, size, receivedAt } = head;
    const isWhole = size <= parts.maxBytes;
    const source = isWhole || { start: 0, maxLength: beginning };
    const fetched = await client.fetchOne(String(uid), { uid: true, source }, { uid: true });
    const bytes = fetched ? fetched.source : undefined;
    // Without bytes, it was deleted meanwhile.
    const message = bytes && { uid, size, bytes, isWhole, receivedAt, messageId: bareId(messageIdIn(bytes)) };
    if (message) await parts.store(message).catch(failStorage);
    await parts.saveState({ ...state, lastUid: uid });
  }
};

/** The message stays at its server, and the next poll begins with it. */
const failStorage = (error: unknown): never => {
  throw failureOf(error, 'storage');
};

/** Length of the beginning of a message that is too large, in bytes. */
const beginning = 1024 * 1024;

const bareId = (messageId: string | null): string | null => messageId?.replace(/[<>]/g, '') || null;
