import { expect, it, onTestFinished } from 'vitest';
import { followMailbox, type MailboxState } from '../../src/features/inbound/imap/mailbox.ts';
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
