import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** Sends its port to the process that started it, and ends with that process. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData(stream, _session, callback) {
    stream.resume();
    stream.on('end', () => callback(null));
  },
});
server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
