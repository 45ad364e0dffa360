import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

type Answer = readonly string[] | 'SERVFAIL' | 'silence';

type RecordType = keyof typeof numbers;

export interface TestDnsServer {
  /** The address in the form that `dns.setServers` takes. */
  readonly address: string;
  /** The queries in order: `name.example TXT`. */
  readonly asked: string[];
  /**
   * Sets the records of a name, or leaves its queries without a response.
   *
   * @param type type of the query; left out: TXT for records, any for no response. The data of MX is a name, of priority 10.
   */
  set(name: string, answer: Answer, type?: RecordType): void;
  close(): Promise<void>;
}

const numbers = { A: 1, PTR: 12, MX: 15, TXT: 16, AAAA: 28 } as const;
const types = new Map<number, string>(Object.entries(numbers).map(([type, number]) => [number, type]));

/** Largest reply over UDP, in bytes. A client asks again over TCP for more. */
const largestDatagram = 1_232;

/** A DNS server on loopback that knows the records of a test: every other name does not exist. */
export const startDnsServer = async (): Promise<TestDnsServer> => {
  const names = new Map<string, Map<string, Answer>>();
  const asked: string[] = [];

  /** Null for a question that gets no reply. */
  const replyTo = (message: Buffer): Buffer | null => {
    const { name, type, end } = readQuestion(message);
    asked.push(`${name} ${type}`);
    const known = names.get(name.toLowerCase());
    const answer = known?.get('any') ?? known?.get(type) ?? (known && []);
    return answer === 'silence' ? null : write(message.subarray(0, end), type, answer);
  };

  const sockets = new Set<Socket>();
  const overTcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0);
        const reply = replyTo(received.subarray(2, end));
        received = received.subarray(end);
        if (reply) socket.write(Buffer.concat([uint16(reply.length), reply]));
      }
    });
  });
  overTcp.listen(0, '127.0.0.1');
  await once(overTcp, 'listening');
  const address = overTcp.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  const overUdp = createSocket('udp4');
  overUdp.on('message', (message, from) => {
    const reply = replyTo(message);
    if (reply)
      overUdp.send(reply.length > largestDatagram ? truncated(message) : reply, from.port, from.address);
  });
  overUdp.bind(port, '127.0.0.1');
  await once(overUdp, 'listening');

  return {
    address: `127.0.0.1:${port}`,
    asked,
    set(name, answer, type) {
      const key = name.toLowerCase();
      const known = names.get(key) ?? new Map<string, Answer>();
      names.set(key, known.set(type ?? (typeof answer === 'string' ? 'any' : 'TXT'), answer));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([
        new Promise<void>((resolve) => overUdp.close(() => resolve())),
        new Promise((resolve) => overTcp.close(resolve)),
      ]);
    },
  };
};

const readQuestion = (message: Buffer): { name: string; type: string; end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: types.get(message.readUInt16BE(at + 1)) ?? '?', end: at + 5 };
};

const noSuchName = 3;
const serverFailure = 2;

/** A reply with records of one hour. */
const write = (question: Buffer, type: string, answer: Answer | undefined): Buffer => {
  const reply = Buffer.from(question);
  const code = answer === undefined ? noSuchName : answer === 'SERVFAIL' ? serverFailure : 0;
  reply.writeUInt16BE(0x8180 | code, 2);
  const records = Array.isArray(answer) ? answer : [];
  reply.writeUInt16BE(records.length, 6);
  reply.writeUInt16BE(0, 8);
  reply.writeUInt16BE(0, 10);
  return Buffer.concat([reply, ...records.map((text: string) => record(type, dataOf(type, text)))]);
};

const truncated = (message: Buffer): Buffer => {
  const reply = write(message.subarray(0, readQuestion(message).end), 'TXT', []);
  reply.writeUInt16BE(0x8380, 2);
  return reply;
};

const record = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(12);
  // The name of the question, its type, the internet, an hour.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(numbers[type as RecordType], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(3_600, 6);
  head.writeUInt16BE(data.byteLength, 10);
  return Buffer.concat([head, data]);
};

const dataOf = (type: string, text: string): Buffer => {
  switch (type) {
    case 'A':
      return Buffer.from(text.split('.').map(Number));
    case 'AAAA':
      return Buffer.from(text.split(':').join(''), 'hex');
    case 'MX':
      return Buffer.concat([uint16(10), nameOf(text)]);
    case 'PTR':
      return nameOf(text);
    default:
      return Buffer.concat((text.match(/.{1,255}/gs) ?? ['']).map((part) => labelOf(part)));
  }
};

const nameOf = (name: string): Buffer => Buffer.concat([...name.split('.').map(labelOf), Buffer.alloc(1)]);

const labelOf = (text: string): Buffer =>
  Buffer.concat([Buffer.from([Buffer.byteLength(text)]), Buffer.from(text)]);

const uint16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};
