import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OutgoingMail } from '../../src/features/mail/chain/transport.ts';
import { query, startPortal, stopAfterTest } from '../support/portal/payload.ts';

let carried: OutgoingMail[] = [];

beforeEach(() => {
  carried = [];
});

afterEach(() => expect(carried).toHaveLength(1));

/** The headers with which a mail was carried, by names in small letters, and the Message-ID of its row. */
const send = async (mailEvents: { postmark?: string }) => {
  const transport = {
    name: 'recording',
    send: async (mail: OutgoingMail) => {
      carried.push(mail);
      return { outcome: 'accepted', refused: [], messageId: mail.messageId, response: null } as const;
    },
  };
  const portal = stopAfterTest(
    await startPortal({ portal: { workers: 'external', mail: { transports: [transport] }, mailEvents } }),
  );
  const headers = { 'X-Ticket': '7' };
  await portal.payload.sendEmail({ to: 'ann@example.com', subject: 'Hello', text: 'Hello', headers });
  const [row] = await query<{ message_id: string }>(portal.databaseUrl, 'select message_id from email_log');
  return { headers: carried[0]?.message.headers, messageId: row?.message_id };
};

it('a mail has a name by which Postmark’s events find its row, beside its own headers', async () => {
  const { headers, messageId } = await send({ postmark: 'portal:a long secret of Postmark' });
  expect(headers).toEqual({ 'X-Ticket': '7', 'X-PM-Metadata-message-id': messageId });
});

it('a mail has no such name if Postmark reports nothing', async () => {
  expect((await send({})).headers).toEqual({ 'X-Ticket': '7' });
});
