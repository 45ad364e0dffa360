import { createSocket } from 'node:dgram';
import { once } from 'node:events';

type Answer = readonly string[] | 'SERVFAIL' | 'silence';

export interface TestDnsServer {
  /** What `dns.setServers` takes. */
  readonly address: string;
  /** Names that were asked for, in order. */
  readonly asked: string[];
  /** Has a name answer with TXT records, or not at all. */
  set(name: string, answer: Answer): void;
  close(): Promise<void>;
}

const types: Readonly<Record<number, string>> = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA' };

/** A DNS server on loopback, which knows TXT records alone: every other name does not exist. */
export const startDnsServer = async (): Promise<TestDnsServer> => {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question);
    asked.push(`${name} ${type}`);
    const answer = answers.get(name.toLowerCase());
    if (answer === 'silence') return;
    const reply = write(question.subarray(0, end), type === 'TXT' ? answer : answer && []);
    socket.send(reply, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    set: (name, answer) => void answers.set(name.toLowerCase(), answer),
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
};

const readQuestion = (message: Buffer): { name: string; type: string; end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: types[message.readUInt16BE(at + 1)] ?? '?', end: at + 5 };
};

const noSuchName = 3;
const serverFailure = 2;

/** A reply with TXT records of one hour. */
const write = (question: Buffer, answer: Answer | undefined): Buffer => {
  const reply = Buffer.from(question);
  const code = answer === undefined ? noSuchName : answer === 'SERVFAIL' ? serverFailure : 0;
  reply.writeUInt16BE(0x8180 | code, 2);
  const records = Array.isArray(answer) ? answer : [];
  reply.writeUInt16BE(records.length, 6);
  reply.writeUInt16BE(0, 8);
  reply.writeUInt16BE(0, 10);
  return Buffer.concat([reply, ...records.map(record)]);
};

const record = (text: string): Buffer => {
  const parts = (text.match(/.{1,255}/gs) ?? ['']).map((part: string) =>
    Buffer.concat([Buffer.from([Buffer.byteLength(part)]), Buffer.from(part)]),
  );
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  // The name of the question, TXT, the internet, an hour.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(16, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(3_600, 6);
  head.writeUInt16BE(data.byteLength, 10);
  return Buffer.concat([head, data]);
};
