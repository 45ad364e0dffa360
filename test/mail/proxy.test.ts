import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { MailMessage } from '../../src/features/mail/chain/message/prepare.ts';
import {
  type ProxyTransportOptions,
  proxyTransport,
} from '../../src/features/mail/chain/transports/proxy.ts';
import { impatient, impatientAt, outgoingMail, patient } from '../support/mail/mail.ts';
import { json, onceRequested, startHttpServer, startRawHttp } from '../support/servers/httpServer.ts';
import { describeTransport, type Scene } from './transportContract.ts';

const addressIn = (mailbox: string) => /<(.+)>$/.exec(mailbox)?.[1] ?? mailbox;

const answering = async (answer: (response: ServerResponse) => void, limits = patient): Promise<Scene> => {
  const server = await startHttpServer(answer);
  const received = async () =>
    server.requests.map(({ body }) => {
      const { to, cc = [], bcc = [], ...rest } = JSON.parse(body);
      return {
        recipients: [...to, ...cc, ...bcc].map(addressIn),
        visible: JSON.stringify({ to, cc, ...rest }, null, 1),
      };
    });
  return { transport: proxyTransport({ url: server.url, limits }), received, close: server.close };
};

const serving = async (serve: (socket: Socket) => void, limits = patient): Promise<Scene> => {
  const { url, close } = await startRawHttp(serve);
  return { transport: proxyTransport({ url, limits }), received: async () => [], close };
};

describeTransport('proxy', {
  accepting: () => answering((response) => json(response, 200, {})),
  refusing: () => answering((response) => json(response, 429, { message: 'You are overquota' })),
  unreachable: async () => {
    const scene = await answering(() => {});
    await scene.close();
    return scene;
  },
  stuckInBody: () => serving((socket) => void socket.pause(), impatient),
  breakingInBody: () => serving((socket) => void socket.once('data', () => socket.resetAndDestroy())),
  silentAfterBody: () => answering(() => {}, impatientAt('outcome')),
  breakingAfterBody: () => serving((socket) => onceRequested(socket, () => socket.destroy())),
});

describe('the proxy transport', () => {
  const open: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const { close } of open.splice(0)) await close();
  });

  const api = async (
    answer: (response: ServerResponse) => void = (response) => json(response, 200, { id: 'e-1' }),
    options: Partial<ProxyTransportOptions> = {},
  ) => {
    const server = await startHttpServer(answer);
    open.push(server);
    return {
      ...server,
      transport: proxyTransport({ url: server.url, token: 'tok-123456', limits: patient, ...options }),
    };
  };
  const raw = async (serve: (socket: Socket) => void, limits = patient) => {
    const server = await startRawHttp(serve);
    open.push(server);
    return proxyTransport({ url: server.url, limits });
  };
  const posted = async (message: MailMessage) => {
    const { transport, requests } = await api();
    await transport.send(await outgoingMail(message));
    return JSON.parse(requests[0]?.body ?? '');
  };

  it("posts the JSON of Resend's API, without what the mail does not have", async () => {
    const body = await posted({ messageId: '<1@shop.example>' });
    expect(body).toEqual({
      from: 'Support <support@shop.example>',
      to: ['Ann <ann@a.example>'],
      subject: 'Your ticket',
      text: 'It is solved.',
      headers: { 'Message-ID': '<1@shop.example>' },
    });
  });

  it('posts everything that a mail can have', async () => {
    const body = await posted({
      from: '"Shop, the" <shop@shop.example>',
      cc: 'bob@b.example',
      bcc: { name: 'Cleo', address: 'cleo@bücher.example' },
      replyTo: 'ticket+7@shop.example',
      html: '<p>Hello</p>',
      inReplyTo: '<0@shop.example>',
      priority: 'high',
      headers: { 'X-Ticket': '7' },
      attachments: [
        { filename: 'bill.txt', content: 'MTIwMCBFVVI=', encoding: 'base64' },
        { path: 'data:image/png;base64,AAEC', cid: 'logo@shop' },
      ],
    });
    expect(body).toMatchObject({
      from: '"Shop, the" <shop@shop.example>',
      to: ['Ann <ann@a.example>'],
      cc: ['bob@b.example'],
      bcc: ['Cleo <cleo@xn--bcher-kva.example>'],
      reply_to: ['ticket+7@shop.example'],
      html: '<p>Hello</p>',
      headers: { 'X-Ticket': '7', 'In-Reply-To': '<0@shop.example>', 'X-Priority': '1 (Highest)' },
      attachments: [
        { filename: 'bill.txt', content: 'MTIwMCBFVVI=', content_type: 'text/plain' },
        { filename: 'attachment-2.png', content: 'AAEC', content_type: 'image/png', content_id: 'logo@shop' },
      ],
    });
  });

  it('carries calendar events and alternatives as attachments', async () => {
    const { attachments } = await posted({
      icalEvent: { method: 'request', content: 'BEGIN:VCALENDAR' },
      alternatives: [{ contentType: 'text/x-web-markdown', content: '**Hi**' }],
    });
    expect(attachments).toEqual([
      {
        filename: 'invite.ics',
        content: Buffer.from('BEGIN:VCALENDAR').toString('base64'),
        content_type: 'text/calendar; charset=utf-8; method=REQUEST',
      },
      expect.objectContaining({ content: Buffer.from('**Hi**').toString('base64') }),
    ]);
  });

  it('shows its token, and a key that is the same for the same mail to the same people alone', async () => {
    const { transport, requests } = await api();
    const mail = await outgoingMail({ cc: 'bob@b.example' });
    await transport.send(mail);
    await transport.send(mail);
    await transport.send({ ...mail, recipients: ['bob@b.example'] });
    await transport.send(await outgoingMail({ cc: 'bob@b.example' }));
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(requests[0]).toMatchObject({ method: 'POST', path: '/emails' });
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'Bearer tok-123456',
      'content-type': 'application/json',
    });
    expect(keys[0]).toMatch(/^\S{16,256}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(new Set(keys).size).toBe(3);
  });

  it('shows no token where there is none', async () => {
    const { transport, requests } = await api(undefined, { token: null });
    await transport.send(await outgoingMail());
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
  });

  describe('addresses a mail whose people in To are not asked for', () => {
    it.each([
      ['to those in Cc', ['bob@b.example', 'h1@h.example'], { to: ['bob@b.example'], bcc: ['h1@h.example'] }],
      ['to a single hidden one', ['h1@h.example'], { to: ['h1@h.example'] }],
      [
        'to its sender, so that the hidden ones do not see each other',
        ['h1@h.example', 'h2@h.example'],
        { to: ['Support <support@shop.example>'], bcc: ['h1@h.example', 'h2@h.example'] },
      ],
    ])('%s', async (_whom, recipients, expected) => {
      const { transport, requests } = await api();
      const mail = await outgoingMail({ cc: 'bob@b.example', bcc: 'h1@h.example, h2@h.example' });
      await transport.send({ ...mail, recipients });
      const { to, cc, bcc } = JSON.parse(requests[0]?.body ?? '');
      expect({ to, cc, bcc }).toEqual(expected);
    });
  });

  it('goes to the people of the envelope if it names others than the headers', async () => {
    const { to, cc, bcc } = await posted({ envelope: { to: 'ann@a.example, archive@b.example' } });
    expect({ to, cc, bcc }).toEqual({ to: ['Ann <ann@a.example>'], bcc: ['archive@b.example'] });
  });

  it.each(['raw', 'attachment'])('refuses what the API has no field for: a raw %s', async (kind) => {
    const { transport, requests } = await api();
    const content = 'Subject: hi\r\n\r\nraw';
    const mail = await outgoingMail(kind === 'raw' ? { raw: content } : { attachments: [{ raw: content }] });
    expect(await transport.send(mail)).toEqual({
      outcome: 'refused',
      error: expect.stringContaining('cannot carry a raw'),
      undeliverable: [],
    });
    expect(requests).toEqual([]);
  });

  describe('takes the headers of a 2xx as acceptance', () => {
    it('and calls the mail what the API calls it', async () => {
      const { transport } = await api((response) => json(response, 201, { id: 'e-1' }));
      expect(await transport.send(await outgoingMail())).toEqual({
        outcome: 'accepted',
        messageId: 'e-1',
        response: 'HTTP 201',
        refused: [],
      });
    });

    it.each([
      ['no JSON', 'queued'],
      ['an empty id', '{"id":""}'],
      ['a number as id', '{"id":7}'],
      ['an endless id', `{"id":"${'x'.repeat(256)}"}`],
      ['null', 'null'],
      ['an endless answer', `{"id":"1","more":"${'x'.repeat(300_000)}"}`],
    ])('and goes by the Message-ID if the answer is %s', async (_kind, body) => {
      const { transport } = await api((response) => response.end(body));
      const mail = await outgoingMail();
      expect(await transport.send(mail)).toMatchObject({ outcome: 'accepted', messageId: mail.messageId });
    });

    it.each([
      ['its body breaks', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id":'],
      [
        'an interim answer comes first',
        'HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"id":',
      ],
    ])('even if %s', async (_how, answer) => {
      const transport = await raw((socket) => onceRequested(socket, () => socket.end(answer)));
      const mail = await outgoingMail();
      expect(await transport.send(mail)).toMatchObject({ outcome: 'accepted', messageId: mail.messageId });
    });

    it('but does not know of an answer whose headers break', async () => {
      const transport = await raw((socket) =>
        onceRequested(socket, () => socket.end('HTTP/1.1 202 Accepted\r\nserver: x')),
      );
      expect(await transport.send(await outgoingMail())).toMatchObject({ outcome: 'unknown' });
    });

    it('even if its body never ends', async () => {
      const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"id":';
      const transport = await raw(
        (socket) => onceRequested(socket, () => socket.write(answer)),
        impatientAt('outcome', 1_000),
      );
      expect(await transport.send(await outgoingMail())).toMatchObject({ outcome: 'accepted' });
    });
  });

  describe('takes any other complete answer as a refusal', () => {
    it('422 is a verdict on the mail', async () => {
      const { transport } = await api((response) => json(response, 422, { message: 'Invalid `to` field' }));
      const error = 'Invalid `to` field';
      expect(await transport.send(await outgoingMail({ cc: 'bob@b.example' }))).toEqual({
        outcome: 'refused',
        error,
        undeliverable: [
          { recipient: 'ann@a.example', error },
          { recipient: 'bob@b.example', error },
        ],
      });
    });

    it.each([400, 401, 403, 404, 409, 429, 500, 503])('HTTP %s is not', async (status) => {
      const { transport } = await api((response) => json(response, status, { message: 'No.' }));
      expect(await transport.send(await outgoingMail())).toEqual({
        outcome: 'refused',
        error: 'No.',
        undeliverable: [],
      });
    });

    it.each([
      ['no JSON', '<h1>Bad gateway</h1>'],
      ['no message', '{"error":"x"}'],
      ['an empty message', '{"message":" "}'],
      ['no text', '{"message":{"a":1}}'],
    ])('its error is the status if the answer has %s', async (_kind, body) => {
      const { transport } = await api((response) => response.writeHead(502).end(body));
      expect(await transport.send(await outgoingMail())).toMatchObject({
        outcome: 'refused',
        error: 'HTTP 502',
      });
    });

    it('a redirect is one, and is not followed', async () => {
      const { transport, requests } = await api((response) =>
        response.writeHead(307, { location: '/else' }).end(),
      );
      expect(await transport.send(await outgoingMail())).toMatchObject({
        outcome: 'refused',
        error: 'HTTP 307',
      });
      expect(requests).toHaveLength(1);
    });

    it('its words are kept as they are, however much a provider explains', async () => {
      const message = `Rejected: ${'reason after reason, '.repeat(2_500)}end`;
      const { transport } = await api((response) => json(response, 400, { message }));
      expect(await transport.send(await outgoingMail())).toMatchObject({ error: message });
    });

    it('its words are read to their end, however slowly they come', async () => {
      const { transport } = await api(async (response) => {
        response.writeHead(403, { 'content-type': 'application/json' });
        for (const piece of ['{"mess', 'age":"This domain', ' is not verified.', '"}']) {
          response.write(piece);
          await sleep(300);
        }
        response.end();
      });
      expect(await transport.send(await outgoingMail())).toEqual({
        outcome: 'refused',
        error: 'This domain is not verified.',
        undeliverable: [],
      });
    });

    it('its words are cut, cleaned of control characters, and rid of the token', async () => {
      const message = `Bad key tok-123456\u0000\u001b[31m ${'x'.repeat(100_000)}`;
      const { transport } = await api((response) => json(response, 401, { message }));
      const result = await transport.send(await outgoingMail());
      const error = result.outcome === 'refused' ? result.error : '';
      expect(error).toMatch(/^Bad key \[masked\] {2}\[31m x+$/);
      expect(error.length).toBeLessThanOrEqual(65_536);
      expect(error.length).toBeGreaterThan(65_000);
    });

    it('one that comes before the whole mail, too', async () => {
      const transport = await raw((socket) =>
        socket.once('data', () => {
          socket.pause();
          socket.write('HTTP/1.1 413 Too large\r\ncontent-length: 0\r\n\r\n');
        }),
      );
      expect(await transport.send(await outgoingMail({ text: 'x'.repeat(9_000_000) }))).toMatchObject({
        outcome: 'refused',
        error: 'HTTP 413',
      });
    });

    it('one that goes on and on is read no further than needed', async () => {
      const transport = await raw((socket) =>
        onceRequested(socket, () => {
          socket.write('HTTP/1.1 500 Error\r\ncontent-length: 99999999\r\n\r\n');
          socket.write('x'.repeat(300_000));
        }),
      );
      expect(await transport.send(await outgoingMail())).toMatchObject({
        outcome: 'refused',
        error: 'HTTP 500',
      });
    });

    it('one that breaks off leaves the outcome open', async () => {
      const transport = await raw((socket) =>
        onceRequested(socket, () => socket.end('HTTP/1.1 500 Error\r\ncontent-length: 100\r\n\r\n{"mess')),
      );
      expect(await transport.send(await outgoingMail())).toMatchObject({ outcome: 'unknown' });
    });

    it('one that only begins leaves the outcome open', async () => {
      const transport = await raw((socket) =>
        onceRequested(socket, () => socket.end('HTTP/1.1 500 Error\r\n')),
      );
      expect(await transport.send(await outgoingMail())).toMatchObject({ outcome: 'unknown' });
    });
  });

  it('refuses by a failed TLS handshake before anything is posted', async () => {
    const { url, requests } = await api();
    const transport = proxyTransport({ url: url.replace('http:', 'https:'), limits: impatient });
    expect(await transport.send(await outgoingMail())).toMatchObject({ outcome: 'refused' });
    expect(requests).toEqual([]);
  });

  it('gives up on a connection that is never secured', async () => {
    const { url, close } = await startRawHttp(() => {});
    open.push({ close });
    const transport = proxyTransport({ url: url.replace('http:', 'https:'), limits: impatient });
    expect(await transport.send(await outgoingMail())).toMatchObject({ outcome: 'refused' });
  });

  it('keeps no connection that could turn out dead under the next mail', async () => {
    let connections = 0;
    const transport = await raw((socket) => {
      connections++;
      onceRequested(socket, () =>
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: keep-alive\r\n\r\n'),
      );
    });
    await transport.send(await outgoingMail());
    await transport.send(await outgoingMail());
    expect(connections).toBe(2);
  });
});
