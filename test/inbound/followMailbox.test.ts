import { expect, it, onTestFinished } from 'vitest';
import { followMailbox, readMailboxOnce } from '../../src/features/inbound/imap/mailbox.ts';
import type { MailboxParts, MailboxState } from '../../src/features/inbound/imap/poll.ts';
import { written } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { type Dovecot, mailUser, startDovecot } from '../support/servers/dovecot.ts';

const from = 'client@example.com';

const openDovecot = async (): Promise<Dovecot> => {
  const dovecot = await startDovecot();
  onTestFinished(dovecot.close);
  return dovecot;
};

/** What reads a mailbox: its state is kept in memory, and `store` gets the subjects. */
const partsOf = (
  { port }: Dovecot,
  store: (subject: string) => Promise<void>,
  polled: MailboxParts['polled'] = async () => {},
): MailboxParts => {
  let state: MailboxState | null = null;
  return {
    options: { ...{ host: '127.0.0.1', port, secure: false, mailbox: 'INBOX', oauth: null }, ...mailUser },
    maxBytes: 1_000_000,
    loadState: async () => state,
    former: () => Promise.resolve(null),
    saveState: async (next) => {
      state = next;
    },
    forgottenBefore: async () => null,
    store: ({ bytes }) => store(/^Subject: (.*)$/m.exec(Buffer.from(bytes).toString())?.[1]?.trim() ?? ''),
    polled,
  };
};

it('a mailbox that gets a mail while it is read is polled again at once', async () => {
  const dovecot = await openDovecot();
  const append = (subject: string) => dovecot.append(written({ from, subject }));
  const stored: string[] = [];
  const ending = new AbortController();
  let begun = false;
  const parts = partsOf(
    dovecot,
    async (subject) => {
      stored.push(subject);
      // The server tells of it with its answer to the next command of this look.
      if (subject === 'first of two') await append('the late one');
    },
    async () => {
      if (begun) return;
      begun = true;
      await append('first of two');
      await append('second of two');
    },
  );
  const following = followMailbox(parts, ending.signal);
  // Without the server’s word it is looked at once a minute.
  await eventually(async () => stored.includes('the late one'), 40);
  expect(stored).toEqual(['first of two', 'second of two', 'the late one']);
  ending.abort();
  await following;
});

it('a message that cannot be stored stays, and the next poll begins with it', async () => {
  const dovecot = await openDovecot();
  const stored: string[] = [];
  let isFull = true;
  const parts = partsOf(dovecot, async (subject) => {
    if (isFull) throw new Error('There is no room.');
    stored.push(subject);
  });
  const look = () => readMailboxOnce(parts, new AbortController().signal);
  await look();
  for (const subject of ['first', 'second']) await dovecot.append(written({ from, subject }));
  await expect(look()).rejects.toMatchObject({
    kind: 'storage',
    message: 'The portal cannot store a message: There is no room.',
  });
  isFull = false;
  await look();
  expect(stored).toEqual(['first', 'second']);
});
