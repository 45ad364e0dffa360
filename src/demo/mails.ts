import type { Payload } from 'payload';
import { domains } from './mailProxy.ts';
import { unknownMailbox } from './mailServer.ts';

/** Sends one mail that is handed over, one that a fallback carries, and one that fails for good. */
export const seedMails = async (payload: Payload, user: number | string): Promise<void> => {
  const mails = [
    {
      to: `hanna@${domains.accepted}`,
      subject: 'Your files are ready',
      portal: { type: 'transfer_ready', relatedTo: { type: 'transfer', id: 12 }, user },
    },
    {
      to: `felix@${domains.refused}`,
      subject: '[#7] New reply: VPN is slow',
      portal: { type: 'ticket_update', relatedTo: { type: 'ticket', id: 7 }, user },
    },
    {
      to: `${unknownMailbox}@${domains.refused}`,
      subject: 'Please upload documents',
      portal: { type: 'upload_request', relatedTo: { type: 'ticket', id: 8 }, user },
    },
  ];
  for (const mail of mails) await sent(payload, { ...mail, text: 'Hello from the demo.' });
};

/** Sends a mail, ignoring failures: the sender gets a rejection, but here only the email log matters. */
const sent = async (payload: Payload, mail: Parameters<Payload['sendEmail']>[0]): Promise<void> => {
  await payload.sendEmail(mail).catch(() => {});
};
