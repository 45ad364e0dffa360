import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface DemoService {
  readonly url: string;
  close(): Promise<void>;
}

/** A mailbox that the mail server does not know, at any domain. */
export const unknownMailbox = 'nobody';

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
