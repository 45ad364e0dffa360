import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import type { Payload } from 'payload';
import { SMTPServer } from 'smtp-server';

/** Recipients' domains: they decide whether the proxy accepts a mail. */
const domains = { accepted: 'proxy-accepts.example', refused: 'proxy-refuses.example' } as const;

/** A mail proxy on this machine with Resend's API: accepts mail for one domain and answers 503 for all others. */
export const startMailProxy = async (): Promise<DemoService> => {
  const server = createServer(async (request, response) => {
    const { to } = (await json(request)) as { readonly to: readonly string[] };
    const isAccepted = to.every((recipient) => recipient.endsWith(`@${domains.accepted}`));
    const answer = isAccepted ? { id: randomUUID() } : { message: 'The proxy is down for maintenance' };
    response.writeHead(isAccepted ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/emails`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

interface DemoService {
  readonly url: string;
  close(): Promise<void>;
}

/** A mailbox that the mail server does not know, at any domain. */
const unknownMailbox = 'nobody';

/**
 * A real SMTP server on this machine: takes every mail and forgets it, except mail to `nobody@…`, which it refuses for
 * good.
 *
 * @param onMail is given each mail
 */
export const startMailServer = async (onMail: (raw: string) => void): Promise<DemoService> => {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    // Otherwise the server would wait for a connection that is kept for the next mail.
    closeTimeout: 100,
    onRcptTo({ address }, _session, callback) {
      callback(address.startsWith(`${unknownMailbox}@`) ? unknownUser(address) : null);
    },
    onData(stream, _session, callback) {
      text(stream).then((raw) => {
        onMail(raw);
        callback(null, 'Queued');
      }, callback);
    },
  });
  server.on('error', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

const unknownUser = (address: string): Error =>
  Object.assign(new Error(`5.1.1 <${address}>: Recipient address rejected: User unknown`), {
    responseCode: 550,
  });

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
