import { execFile } from 'node:child_process';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseNetworks } from '../../src/core/outgoing/guard/address.ts';
import { buildSender, type SenderOptions } from '../../src/core/outgoing/sending/sender.ts';
import { eventually } from '../support/mail/mail.ts';
import { certificate } from '../support/servers/certificate.ts';
import { onceRequested, startHttpServer, startRawHttp } from '../support/servers/httpServer.ts';

const loopback = parseNetworks(['127.0.0.0/8']);

const senderFor = (options: Partial<SenderOptions> = {}) => {
  const sender = buildSender({ allowedNetworks: loopback, longestTry: 10_000, ...options });
  onTestFinished(() => sender.close());
  return (url: string, signal?: AbortSignal) =>
    sender.send(
      { url, headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' }, body },
      signal,
    );
};

/** For who does not answer, or not to the end; the beginning has to come in time on a busy machine, too. */
const soon = { longestTry: 2_500 };

const body = '{"event":"ticket.created","data":{"subject":"Grüße 🎉"}}';

const send = (url: string, options: Partial<SenderOptions> = {}) => senderFor(options)(url);

const answering = async (...args: Parameters<typeof startHttpServer>) => {
  const server = await startHttpServer(...args);
  onTestFinished(server.close);
  return server;
};

/** Answers each whole request with bytes; what follows them is up to the test. */
const raw = async (answer: string | Buffer, { thenEnd = false, onRequest = () => {} } = {}) => {
  const server = await startRawHttp((socket) => {
    onceRequested(socket, () => {
      onRequest();
      socket.write(answer);
      if (thenEnd) socket.end();
    });
  });
  onTestFinished(server.close);
  return server;
};

/** Answers with a beginning, and then with the same part for as long as it is read. */
const flooding = async (head: string, part: string) => {
  let written = 0;
  const server = await startRawHttp((socket) => {
    onceRequested(socket, () => {
      socket.write(head);
      const flood = () => {
        while (!socket.destroyed && socket.write(part)) written += part.length;
      };
      socket.on('drain', flood);
      flood();
    });
  });
  onTestFinished(server.close);
  return { url: server.url, written: () => written };
};

const resolvingTo = (...addresses: string[]) => ({
  resolve: async (): Promise<LookupAddress[]> => addresses.map((address) => ({ address, family: 4 })),
});

describe('a receiver that answers', () => {
  it('gets the request as it was signed', async () => {
    const server = await answering((response) => response.writeHead(204).end());
    const outcome = await send(`${server.url}?a=b%20c#part`);
    expect(outcome).toMatchObject({ kind: 'delivered', status: 204, answer: { status: 204, body: '' } });
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/emails?a=b%20c',
        body,
        headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
      },
    ]);
  });

  it.each([200, 201, 202, 299])('with %d has it', async (status) => {
    const server = await answering((response) => response.writeHead(status).end('thanks'));
    expect(await send(server.url)).toMatchObject({ kind: 'delivered', status, answer: { body: 'thanks' } });
  });

  it.each([400, 401, 404, 409, 410, 429, 500, 503])('with %d has not', async (status) => {
    const server = await answering((response) => response.writeHead(status).end('no'));
    expect(await send(server.url)).toMatchObject({
      kind: 'failed',
      errorClass: 'status',
      status,
      error: `The receiver answered ${status}.`,
      answer: { body: 'no' },
      retryAfter: null,
    });
  });

  it.each([301, 302, 303, 307, 308])('with a redirect (%d) is not followed', async (status) => {
    const target = await answering((response) => response.end());
    const server = await answering((response) => response.writeHead(status, { location: target.url }).end());
    expect(await send(server.url)).toMatchObject({ kind: 'failed', errorClass: 'redirect', status });
    expect(target.requests).toEqual([]);
  });

  it('may say when to come again', async () => {
    const server = await answering((response) => response.writeHead(429, { 'retry-after': '90' }).end());
    expect(await send(server.url)).toMatchObject({ status: 429, retryAfter: 90 });
  });

  it('is quoted in part: the first 2 KiB, as text that PostgreSQL takes', async () => {
    const bytes = Buffer.concat([Buffer.from('a\0b'), Buffer.from([0xff, 0xfe]), Buffer.alloc(5_000, 'x')]);
    const server = await answering((response) => response.writeHead(500, { 'x-why': 'because' }).end(bytes));
    const outcome = await send(server.url);
    if (outcome.kind !== 'failed') throw new Error('It was delivered.');
    expect(outcome.answer?.body).toBe(`a\u{fffd}b\u{fffd}\u{fffd}${'x'.repeat(2_048 - 5)}`);
    expect(outcome.answer?.headers).toMatchObject({ 'x-why': 'because' });
  });

  it('is kept with whole headers of 4 KiB together', async () => {
    const header = {
      'x-first': 'a'.repeat(2_000),
      'x-longest': 'b'.repeat(5_000),
      'x-second': 'c'.repeat(1_800),
    };
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, number) => [`x-${number}`, 'd'.repeat(50)]),
    );
    const server = await answering((response) => response.writeHead(200, { ...header, ...many }).end());
    const headers = (await send(server.url)).answer?.headers ?? {};
    const kept = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    expect(headers).toMatchObject({ 'x-first': header['x-first'], 'x-second': header['x-second'] });
    expect(headers).not.toHaveProperty('x-longest');
    expect(kept.join('').length).toBeLessThanOrEqual(4_096);
    expect(new Set(kept.map((line) => line.replace(/^x-\d+/, 'x')))).toContain(`x: ${'d'.repeat(50)}\r\n`);
    expect(kept.join('')).not.toMatch(/: d{1,49}\r/);
  });

  it('is asked over one connection for several deliveries', async () => {
    const server = await startRawHttp((socket) => {
      socket.on('data', () => socket.write('HTTP/1.1 204 No Content\r\n\r\n'));
    });
    onTestFinished(server.close);
    const sendOn = senderFor();
    for (let number = 0; number < 3; number++) {
      expect(await sendOn(server.url)).toMatchObject({ kind: 'delivered' });
    }
    expect(server.connections()).toBe(1);
  });

  it('may close a kept connection: the next delivery takes a new one', async () => {
    let requests = 0;
    const server = await startRawHttp((socket) => {
      let served = 0;
      socket.on('data', () => {
        requests += 1;
        // The second request of a connection finds it closing.
        if (++served > 1) socket.destroy();
        else socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      });
    });
    onTestFinished(server.close);
    const sendOn = senderFor();
    for (let number = 0; number < 3; number++) {
      expect(await sendOn(server.url)).toMatchObject({ kind: 'delivered' });
    }
    expect(server.connections()).toBe(3);
    expect(requests).toBe(5);
  });
});

describe('a receiver that misbehaves', () => {
  it.each([
    ['its body', 'HTTP/1.1 200 OK\r\n\r\n', 'f'.repeat(16_384), 'f'.repeat(2_048)],
    [
      'the extension of a chunk',
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;',
      'f'.repeat(16_384),
      '',
    ],
  ])(
    'and floods %s after a success is read no further than 64 KiB, and has it',
    async (_, head, part, kept) => {
      const server = await flooding(head, part);
      const outcome = await send(server.url);
      expect(outcome).toMatchObject({ kind: 'delivered', status: 200, answer: { body: kept } });
      expect(server.written()).toBeLessThan(64 * 1_048_576);
    },
  );

  it('and floods the time before its response has not got it', async () => {
    const server = await flooding('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(500));
    expect(await send(server.url)).toMatchObject({ kind: 'failed', errorClass: 'connect', answer: null });
    expect(server.written()).toBeLessThan(64 * 1_048_576);
  });

  it('and says nothing is given up in time', async () => {
    const server = await raw('');
    expect(await send(server.url, soon)).toMatchObject({
      kind: 'failed',
      errorClass: 'timeout',
      status: null,
    });
  });

  it('and drips its headers is given up in time', async () => {
    const server = await startRawHttp((socket) => {
      onceRequested(socket, () => {
        socket.write('HTTP/1.1 500 ');
        const timer = setInterval(() => socket.write('x'), 50);
        socket.on('close', () => clearInterval(timer));
      });
    });
    onTestFinished(server.close);
    expect(await send(server.url, soon)).toMatchObject({ errorClass: 'timeout' });
  });

  it('and never ends its headers is given up in time', async () => {
    const server = await raw('HTTP/1.1 200 OK\r\nx-a: b\r\n');
    expect(await send(server.url, soon)).toMatchObject({
      kind: 'failed',
      errorClass: 'timeout',
      answer: null,
    });
  });

  it('and breaks off in the body of a success has it', async () => {
    const server = await raw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', { thenEnd: true });
    expect(await send(server.url)).toMatchObject({ kind: 'delivered', answer: { body: 'half' } });
  });

  it('and drips its body after a failure is judged by its status', async () => {
    const server = await raw('HTTP/1.1 503 Busy\r\ncontent-length: 100\r\n\r\nx');
    expect(await send(server.url, soon)).toMatchObject({ errorClass: 'status', status: 503 });
  });

  it('and speaks no HTTP has not got it', async () => {
    const server = await raw('220 mail.example ESMTP\r\n', { thenEnd: true });
    const outcome = await send(server.url);
    expect(outcome).toMatchObject({ kind: 'failed', errorClass: 'connect', status: null });
    expect(outcome).toMatchObject({ error: expect.not.stringContaining('undefined') });
  });

  it('and resets the connection has not got it', async () => {
    const server = await startRawHttp((socket) => onceRequested(socket, () => socket.resetAndDestroy()));
    onTestFinished(server.close);
    expect(await send(server.url)).toMatchObject({ errorClass: 'connect', status: null });
  });

  it('is not there', async () => {
    const server = await answering((response) => response.end());
    await server.close();
    expect(await send(server.url)).toMatchObject({
      errorClass: 'connect',
      error: expect.stringContaining('ECONNREFUSED'),
    });
  });
});

/** Sends in a process of its own, for which certificates are trusted at its start alone. */
const sendTrusting = async (url: string): Promise<unknown> => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'certificate.pem');
  writeFileSync(file, certificate.cert);
  const program = fileURLToPath(new URL('./trustingSender.ts', import.meta.url));
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: file };
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, url], { env });
  return JSON.parse(stdout);
};

describe('TLS', () => {
  const startTls = async () => {
    const server = createTlsServer(certificate, (_, response) => response.end());
    let handshakes = 0;
    server.on('secureConnection', () => {
      handshakes += 1;
    });
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return { port: (server.address() as AddressInfo).port, handshakes: () => handshakes };
  };

  it('with a certificate that is not trusted is refused', async () => {
    const { port } = await startTls();
    expect(await send(`https://receiver.example:${port}/`, resolvingTo('127.0.0.1'))).toMatchObject({
      errorClass: 'tls',
      error: expect.stringContaining('SELF_SIGNED'),
    });
  });

  it('with a certificate that the process trusts is taken, for its name alone', async () => {
    const { port } = await startTls();
    expect(await sendTrusting(`https://receiver.example:${port}/`)).toMatchObject({ kind: 'delivered' });
    expect(await sendTrusting(`https://other.example:${port}/`)).toMatchObject({ errorClass: 'tls' });
  });

  it('that is none is refused', async () => {
    const server = await answering((response) => response.end());
    expect(await send(server.url.replace('http:', 'https:'))).toMatchObject({ errorClass: 'tls' });
    const dead = await startRawHttp((socket) => socket.destroy());
    onTestFinished(dead.close);
    expect(await send(dead.url.replace('http:', 'https:'))).toMatchObject({ errorClass: 'tls' });
  });

  it('without a listening server is a refused connection', async () => {
    const server = await answering((response) => response.end());
    await server.close();
    expect(await send(server.url.replace('http:', 'https:'))).toMatchObject({ errorClass: 'connect' });
  });
});

describe('the guard', () => {
  /** Counts who comes to a listening socket that must never be reached. */
  const trap = async () => {
    const server = await startRawHttp((socket) => socket.destroy());
    onTestFinished(server.close);
    return { port: new URL(server.url).port, ...server };
  };

  it('keeps every form of a forbidden address from being connected to', async () => {
    const { port, connections } = await trap();
    const hosts = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '0177.0.0.1',
      '0',
      '[::1]',
      '[::ffff:7f00:1]',
      'localhost',
    ];
    for (const host of hosts) {
      for (const protocol of ['http:', 'https:']) {
        const outcome = await send(`${protocol}//${host}:${port}/`, { allowedNetworks: [] });
        expect([host, outcome]).toEqual([host, expect.objectContaining({ errorClass: 'blocked' })]);
      }
    }
    expect(connections()).toBe(0);
  });

  it('keeps names from it that lead there, and among other places there', async () => {
    const { port, connections } = await trap();
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['127.0.0.1', '169.254.169.254']]) {
      const options = { allowedNetworks: [], ...resolvingTo(...addresses) };
      expect(await send(`https://receiver.example:${port}/`, options)).toMatchObject({
        errorClass: 'blocked',
      });
    }
    expect(connections()).toBe(0);
  });

  it('catches a name that changes its mind, and asks once for each connection', async () => {
    const { port, connections } = await trap();
    let asked = 0;
    const resolve = async (): Promise<LookupAddress[]> => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.2' : '169.254.169.254', family: 4 }];
    };
    const sendOn = senderFor({ allowedNetworks: parseNetworks(['127.0.0.2']), resolve });
    expect(await sendOn(`http://receiver.example:${port}/`)).toMatchObject({ errorClass: 'connect' });
    expect(asked).toBe(1);
    expect(await sendOn(`http://receiver.example:${port}/`)).toMatchObject({ errorClass: 'blocked' });
    expect(asked).toBe(2);
    expect(connections()).toBe(0);
  });

  it('connects to the address that was judged, with the name in Host', async () => {
    const server = await answering((response) => response.end());
    const { port } = new URL(server.url);
    expect(await send(`http://receiver.example:${port}/`, resolvingTo('127.0.0.1'))).toMatchObject({
      kind: 'delivered',
    });
    expect(server.requests[0]?.headers.host).toBe(`receiver.example:${port}`);
  });

  it('says that a name is unknown', async () => {
    expect(await send('https://receiver.invalid/')).toMatchObject({ errorClass: 'dns' });
  });

  it('is asked for no longer than a try may take', async () => {
    const resolve = () => new Promise<LookupAddress[]>(() => {});
    expect(await send('https://receiver.example/', { resolve, ...soon })).toMatchObject({
      errorClass: 'timeout',
    });
  });
});

describe('a try that is given up', () => {
  it('has no outcome', async () => {
    let requested = false;
    const server = await raw('', {
      onRequest: () => {
        requested = true;
      },
    });
    const aborter = new AbortController();
    const sending = senderFor({ longestTry: 30_000 })(server.url, aborter.signal);
    await eventually(() => requested);
    aborter.abort();
    await expect(sending).rejects.toThrow('aborted');
    await expect(senderFor()(server.url, aborter.signal)).rejects.toThrow('aborted');
  });
});
