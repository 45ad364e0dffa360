import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isMailboxError } from '../../src/features/inbound/imap/MailboxError.ts';
import { readMailboxOnce } from '../../src/features/inbound/imap/mailbox.ts';
import type { FetchedMessage, MailboxState } from '../../src/features/inbound/imap/poll.ts';

interface Served {
  readonly uid: number;
  /** As IMAP writes it. */
  readonly date?: string;
  readonly messageId?: string;
  /** Addresses in `To`. */
  readonly recipients?: number;
  /** The length that is announced; less is sent. */
  readonly size?: number;
}

const textOf = ({ uid, messageId = `<${uid}@b.example>` }: Served): string =>
  `From: a@b.example\r\nMessage-ID: ${messageId}\r\n\r\nHi.`;

/** Says of each message what is asked for. */
const fetched = (query: string, message: Served, index: number): string => {
  const { uid, date = '23-Nov-2026 10:00:00 +0000', recipients = 1, size } = message;
  const to = '(NIL NIL "a" "b.example")'.repeat(recipients);
  const text = textOf(message);
  const items = [`UID ${uid}`];
  if (query.includes('RFC822.SIZE')) items.push(`RFC822.SIZE ${text.length}`);
  if (query.includes('INTERNALDATE')) items.push(`INTERNALDATE "${date}"`);
  if (query.includes('ENVELOPE')) items.push(`ENVELOPE (NIL NIL NIL NIL NIL (${to}) NIL NIL NIL NIL)`);
  if (query.includes('BODY.PEEK[]')) items.push(`BODY[] {${size ?? text.length}}\r\n${text}`);
  return `* ${index + 1} FETCH (${items.join(' ')})\r\n`;
};

const answerTo = (line: string, messages: readonly Served[]): string => {
  const [tag = '', ...words] = line.split(' ');
  const command = words.join(' ').toUpperCase();
  const done = `${tag} OK done\r\n`;
  if (command === 'CAPABILITY') return `* CAPABILITY IMAP4rev1\r\n${done}`;
  if (command.startsWith('EXAMINE'))
    return `* ${messages.length} EXISTS\r\n* OK [UIDVALIDITY 1] .\r\n* OK [UIDNEXT 100] .\r\n${done}`;
  if (command.startsWith('UID SEARCH'))
    return `* SEARCH ${messages.map(({ uid }) => uid).join(' ')}\r\n${done}`;
  if (!command.startsWith('UID FETCH')) return done;
  const wanted = (words[2] ?? '').split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split(':').map(Number);
    return messages.filter(({ uid }) => uid >= first && uid <= last);
  });
  return `${wanted.map((message) => fetched(command, message, messages.indexOf(message))).join('')}${done}`;
};

/** A mail server of the test's own. */
const startServer = async (messages: readonly Served[], greeting = '* OK\r\n'): Promise<number> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = `${rest}${chunk}`.split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) socket.write(answerTo(line, messages));
    });
    socket.write(greeting);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

/** What one look brings. */
const look = async (
  port: number,
): Promise<readonly Pick<FetchedMessage, 'uid' | 'messageId' | 'receivedAt'>[]> => {
  const found: FetchedMessage[] = [];
  let state: MailboxState = { uidValidity: '1', lastUid: 0, newestOld: null };
  await readMailboxOnce(
    {
      options: {
        ...{ host: '127.0.0.1', port, secure: false, mailbox: 'INBOX', oauth: null },
        ...{ user: 'support', password: 'of the mailbox' },
      },
      maxBytes: 1_000_000,
      loadState: async () => state,
      former: () => Promise.resolve(null),
      async saveState(next) {
        state = next;
      },
      forgottenBefore: async () => null,
      store: async (message) => void found.push(message),
      polled: async () => {},
    },
    AbortSignal.timeout(60_000),
  );
  return found;
};

const uids = async (messages: readonly Served[]): Promise<readonly number[]> =>
  (await look(await startServer(messages))).map(({ uid }) => uid);

describe('a mailbox is read to its end', () => {
  it('with a mail to 200,000 addresses', async () => {
    expect(await uids([{ uid: 1 }, { uid: 2, recipients: 200_000 }, { uid: 3 }])).toEqual([1, 2, 3]);
  }, 60_000);

  it('with a mail of no date', async () => {
    expect(await uids([{ uid: 1, date: 'yesterday' }, { uid: 2 }])).toEqual([1, 2]);
  });

  it('and names of messages can be stored', async () => {
    const long = `<${'x'.repeat(2_000)}@b.example>`;
    const port = await startServer([
      { uid: 1, messageId: '<a\0b@b.example>' },
      { uid: 2, messageId: '<folded\r\n\t@b.example>' },
      { uid: 3, messageId: long },
      { uid: 4, messageId: '' },
    ]);
    const ids = (await look(port)).map(({ messageId }) => messageId);
    expect(ids.slice(0, 2)).toEqual(['a b@b.example', 'folded@b.example']);
    expect(ids[2]?.length).toBeLessThanOrEqual(1_000);
    expect(ids[3]).toBeNull();
  });
});

describe('a mail server cannot fill the memory', () => {
  it('with a message that is larger than it said', async () => {
    const failure = await look(await startServer([{ uid: 1, size: 900_000_000 }])).catch(
      (error: unknown) => error,
    );
    expect(isMailboxError(failure)).toBe(true);
  }, 60_000);

  it('with a greeting that does not end', async () => {
    const port = await startServer([], `* OK ${'x'.repeat(300_000_000)}`);
    const failure = await look(port).catch((error: unknown) => error);
    expect(isMailboxError(failure)).toBe(true);
    expect(String(failure)).toContain('exceeds');
  }, 60_000);
});
