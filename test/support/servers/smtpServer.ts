import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly recipients: string[];
  readonly content: string;
}

export interface TestSmtpServer {
  readonly port: number;
  readonly mails: ReceivedMail[];
  connections(): number;
  close(): Promise<void>;
}

/** A real SMTP server that takes every mail, unless `options` say otherwise. It brings a self-signed certificate. */
export const startSmtpServer = async (
  options: SMTPServerOptions = {},
  host = '127.0.0.1',
): Promise<TestSmtpServer> => {
  const mails: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 50,
    logger: false,
    onConnect(_session, callback) {
      connections++;
      callback();
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          recipients: rcptTo.map(({ address }) => address),
          content: Buffer.concat(chunks).toString(),
        });
        callback(null, `queued as ${mails.length}`);
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

/** One client of a scripted server, from the server's side. */
export interface ScriptedClient {
  readonly socket: Socket;
  /** Number of the connection, from 1. */
  readonly connection: number;
  say(line: string): void;
  /** The client's next line; rejects when the client leaves. */
  line(): Promise<string>;
  /** Reads a body up to its dot. */
  body(): Promise<string>;
  /** Greets, and answers every command with 250 until one begins with `verb`; returns that one unanswered. */
  until(verb: string): Promise<string>;
}

export interface ScriptedSmtpServer {
  readonly port: number;
  /** Commands of clients, bodies left out. */
  readonly commands: string[];
  connections(): number;
  close(): Promise<void>;
}

/** A server that speaks by a script, for behaviour that no real one shows. The script runs once for each connection. */
export const startScriptedSmtp = async (
  script: (client: ScriptedClient) => Promise<void>,
): Promise<ScriptedSmtpServer> => {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    script(scriptedClient(socket, ++connections, commands)).catch(() => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const scriptedClient = (socket: Socket, connection: number, commands: string[]): ScriptedClient => {
  let received = '';
  let wake = () => {};
  socket.on('readable', () => wake());
  socket.on('close', () => wake());
  const somethingNew = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  const take = async (separator: string): Promise<string> => {
    for (let end = received.indexOf(separator); ; end = received.indexOf(separator)) {
      if (end >= 0) {
        const taken = received.slice(0, end);
        received = received.slice(end + separator.length);
        return taken;
      }
      const chunk: Buffer | null = socket.read();
      if (chunk) received += chunk.toString('latin1');
      else if (socket.destroyed || socket.readableEnded) throw new Error('The client has left.');
      else await somethingNew();
    }
  };
  const client: ScriptedClient = {
    socket,
    connection,
    say: (line) => void socket.write(`${line}\r\n`),
    async line() {
      const line = await take('\r\n');
      commands.push(line);
      return line;
    },
    body: () => take('\r\n.\r\n'),
    async until(verb) {
      client.say('220 test ready');
      for (;;) {
        const line = await client.line();
        if (line.toUpperCase().startsWith(verb)) return line;
        client.say('250 fine');
      }
    },
  };
  return client;
};
