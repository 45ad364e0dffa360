import { expect, it, onTestFinished } from 'vitest';
import {
  followMailbox,
  type MailboxParts,
  type MailboxState,
  readMailboxOnce,
} from '../../src/features/inbound/imap/mailbox.ts';
import { mailUser, startDovecot } from '../support/dovecot.ts';
import { written } from '../support/inbound.ts';
import { eventually } from '../support/mail.ts';

const from = 'client@example.com';

it('a mailbox that gets a mail while it is read is looked at again at once', async () => {
  const dovecot = await startDovecot();
  onTestFinished(dovecot.close);
  const stored: string[] = [];
  const ending = new AbortController();
  let begun = false;
  let state: MailboxState | null = null;
  const following = followMailbox(
    {
      options: {
        ...{ host: '127.0.0.1', port: dovecot.port, secure: false, mailbox: 'INBOX', oauth: null },
        ...mailUser,
      },
      maxBytes: 1_000_000,
      loadState: async () => state,
      saveState: async (next) => {
        state = next;
      },
      forgottenBefore: async () => null,
      async store({ bytes }) {
        stored.push(/^Subject: (.*)$/m.exec(Buffer.from(bytes).toString())?.[1]?.trim() ?? '');
        // The server tells of it with its answer to the next command of this look.
        if (stored.at(-1) === 'first of two')
          await dovecot.append(written({ from, subject: 'the late one' }));
      },
      async lookedAt() {
        if (stored.length > 0 || begun) return;
        begun = true;
        await dovecot.append(written({ from, subject: 'first of two' }));
        await dovecot.append(written({ from, subject: 'second of two' }));
      },
    },
    ending.signal,
  );
  // Without the server’s word it is looked at once a minute.
  await eventually(async () => stored.includes('the late one'), 40);
  expect(stored).toEqual(['first of two', 'second of two', 'the late one']);
  ending.abort();
  await following;
});

it('a message that cannot be stored stays, and the next look begins with it', async () => {
  const dovecot = await startDovecot();
  onTestFinished(dovecot.close);
  const stored: string[] = [];
  let isFull = true;
  let state: MailboxState | null = null;
  const parts: MailboxParts = {
    options: {
      ...{ host: '127.0.0.1', port: dovecot.port, secure: false, mailbox: 'INBOX', oauth: null },
      ...mailUser,
    },
    maxBytes: 1_000_000,
    loadState: async () => state,
    saveState: async (next) => {
      state = next;
    },
    forgottenBefore: async () => null,
    async store({ bytes }) {
      if (isFull) throw new Error('There is no room.');
      stored.push(/^Subject: (.*)$/m.exec(Buffer.from(bytes).toString())?.[1]?.trim() ?? '');
    },
    lookedAt: async () => {},
  };
  const look = () => readMailboxOnce(parts, new AbortController().signal);
  await look();
  await dovecot.append(written({ from, subject: 'first' }));
  await dovecot.append(written({ from, subject: 'second' }));
  await expect(look()).rejects.toMatchObject({
    kind: 'storage',
    message: 'The portal cannot store a message: There is no room.',
  });
  isFull = false;
  await look();
  expect(stored).toEqual(['first', 'second']);
});
