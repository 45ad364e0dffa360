import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { MailTransport } from '../../src/features/mail/chain/transport.ts';
import { type SmtpTransportOptions, smtpTransport } from '../../src/features/mail/chain/transports/smtp.ts';
import { eventually, hugeText, impatient, impatientAt, outgoingMail, patient } from '../support/mail/mail.ts';
import { type ScriptedClient, startScriptedSmtp, startSmtpServer } from '../support/servers/smtpServer.ts';
import { describeTransport, type Scene } from './transportContract.ts';

const connectTo = (port: number, options: Partial<SmtpTransportOptions> = {}): MailTransport =>
  smtpTransport({ host: '127.0.0.1', port, limits: patient, ...options });

const scripted = async (
  script: (client: ScriptedClient) => Promise<void>,
  limits = patient,
): Promise<Scene> => {
  const server = await startScriptedSmtp(script);
  return { transport: connectTo(server.port, { limits }), received: async () => [], close: server.close };
};

const accepting = async (): Promise<Scene> => {
  const server = await startSmtpServer();
  const received = async () =>
    server.mails.map(({ recipients, content }) => ({ recipients, visible: content }));
  return { transport: connectTo(server.port), received, close: server.close };
};

describeTransport('smtp', {
  accepting,
  refusing: () =>
    scripted(async (client) => {
      await client.until('DATA');
      client.say('452 4.3.1 overquota, come again');
    }),
  unreachable: async () => {
    const scene = await accepting();
    await scene.close();
    return scene;
  },
  stuckInBody: () =>
    scripted(async (client) => {
      await client.until('DATA');
      client.say('354 go on');
      client.socket.pause();
    }, impatient),
  breakingInBody: () =>
    scripted(async (client) => {
      await client.until('DATA');
      client.say('354 go on');
      client.socket.once('readable', () => client.socket.resetAndDestroy());
    }),
  silentAfterBody: () =>
    scripted(async (client) => {
      await client.until('DATA');
      client.say('354 go on');
      await client.body();
    }, impatientAt('outcome')),
  breakingAfterBody: () =>
    scripted(async (client) => {
      await client.until('DATA');
      client.say('354 go on');
      await client.body();
      client.socket.destroy();
    }),
});

describe('the smtp transport', () => {
  const open: { close(): Promise<unknown> }[] = [];
  const script = async (
    run: (client: ScriptedClient) => Promise<void>,
    options: Partial<SmtpTransportOptions> = {},
  ) => {
    const server = await startScriptedSmtp(run);
    open.push(server);
    return { ...server, transport: track(connectTo(server.port, options)) };
  };
  const serve = async (...[options, host]: Parameters<typeof startSmtpServer>) => {
    const server = await startSmtpServer(options, host);
    open.push(server);
    return server;
  };
  const track = (transport: MailTransport): MailTransport => {
    open.push({ close: async () => await transport.close?.() });
    return transport;
  };
  afterEach(async () => {
    for (const { close } of open.splice(0)) await close();
  });

  const send = async (transport: MailTransport) => await transport.send(await outgoingMail());

  /** Answers as a plain server would, except if `answers` has something else for a command. */
  const dialogue =
    (answers: Record<string, string | undefined> = {}) =>
    async (client: ScriptedClient): Promise<void> => {
      client.say(answers.greeting ?? '220 test ready');
      for (;;) {
        const line = await client.line();
        const verb = line.split(' ', 1)[0]?.toUpperCase() ?? '';
        const answer = answers[line] ?? answers[verb] ?? (verb === 'DATA' ? '354 go on' : '250 fine');
        client.say(answer);
        if (verb === 'DATA' && answer.startsWith('354')) {
          await client.body();
          client.say(answers.body ?? '250 2.0.0 queued as 7');
        }
        if (verb === 'QUIT') client.socket.end();
      }
    };

  it.each([
    ['its text', { text: 'one\ntwo\r.\rthree\n.\nfour\r\n..five' }],
    ['all of it', { raw: 'Subject: raw\nTo: ann@a.example\n\none\ntwo\r.\rthree\n.\nfour\r\n..five' }],
  ])('ends every line of a mail with CR LF, however the caller wrote %s', async (_part, message) => {
    const server = await serve();
    const { outcome } = await track(connectTo(server.port)).send(await outgoingMail(message));
    expect(outcome).toBe('accepted');
    expect(server.mails).toHaveLength(1);
    const { content } = server.mails[0] ?? { content: '' };
    expect(content).toMatch(/one\r\ntwo\r\n\.\r\nthree\r\n\.\r\nfour\r\n\.\.five/);
    expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  describe('if the server refuses', () => {
    it.each([
      ['the greeting', { greeting: '554 5.3.2 not today' }, '554 5.3.2 not today'],
      ['the greeting, being busy', { greeting: '421 4.3.2 too busy' }, '421 4.3.2 too busy'],
      ['EHLO and HELO', { EHLO: '550 5.7.1 who?', HELO: '550 5.7.1 who are you' }, '550 5.7.1 who are you'],
      ['the sender for good', { MAIL: '550 5.1.0 no such sender' }, '550 5.1.0 no such sender'],
      ['the sender, being busy', { MAIL: '421 4.3.2 too busy' }, '421 4.3.2 too busy'],
      ['DATA', { DATA: '554 5.5.1 no valid recipients' }, '554 5.5.1 no valid recipients'],
      ['the body for now', { body: '451 4.7.0 greylisted' }, '451 4.7.0 greylisted'],
      ['the body for good', { body: '550 5.1.1 looks like spam' }, '550 5.1.1 looks like spam'],
      ['the body with 421', { body: '421 4.3.2 shutting down' }, '421 4.3.2 shutting down'],
    ])('%s, that is no verdict on the recipients', async (_stage, answers, reply) => {
      const { transport } = await script(dialogue(answers));
      expect(await send(transport)).toEqual({
        outcome: 'refused',
        error: expect.stringContaining(reply),
        undeliverable: [],
      });
    });

    it('a recipient for good, that is a verdict', async () => {
      const { transport } = await script(dialogue({ RCPT: '550 5.1.1 no such user' }));
      expect(await send(transport)).toEqual({
        outcome: 'refused',
        error: expect.stringContaining('550 5.1.1 no such user'),
        undeliverable: [{ recipient: 'ann@a.example', error: '550 5.1.1 no such user' }],
      });
    });

    it.each(['450 4.2.1 try later', '550 5.7.1 relaying denied'])(
      'a recipient by %s, another transport may do better',
      async (reply) => {
        const { transport } = await script(dialogue({ RCPT: reply }));
        expect(await send(transport)).toEqual({
          outcome: 'refused',
          error: expect.stringContaining(reply),
          undeliverable: [],
        });
      },
    );

    it.each([false, true])(
      'some recipients, it names each with its reply (pipelining: %s)',
      async (pipelining) => {
        const { transport } = await script(
          dialogue({
            EHLO: pipelining ? '250-test\r\n250 PIPELINING' : '250 test',
            'RCPT TO:<bob@b.example>': '550 5.1.1 no Bob',
            'RCPT TO:<eve@e.example>': '451 4.3.0 later',
          }),
        );
        const mail = await outgoingMail({ cc: 'bob@b.example', bcc: 'eve@e.example' });
        expect(await transport.send(mail)).toEqual({
          outcome: 'accepted',
          messageId: mail.messageId,
          response: '250 2.0.0 queued as 7',
          refused: [
            { recipient: 'bob@b.example', error: '550 5.1.1 no Bob' },
            { recipient: 'eve@e.example', error: '451 4.3.0 later' },
          ],
        });
      },
    );

    it('one recipient for good and then the mail, only that one is undeliverable', async () => {
      const { transport } = await script(
        dialogue({ 'RCPT TO:<bob@b.example>': '550 no Bob', DATA: '451 4.3.0 disk full' }),
      );
      expect(await transport.send(await outgoingMail({ cc: 'bob@b.example' }))).toEqual({
        outcome: 'refused',
        error: expect.stringContaining('451 4.3.0 disk full'),
        undeliverable: [{ recipient: 'bob@b.example', error: '550 no Bob' }],
      });
    });

    it('the sender and, pipelined, the recipients with it, these are not judged', async () => {
      const { transport } = await script(
        dialogue({ EHLO: '250-test\r\n250 PIPELINING', MAIL: '550 no', RCPT: '550 no', DATA: '503 no' }),
      );
      expect(await send(transport)).toMatchObject({ outcome: 'refused', undeliverable: [] });
    });

    it('a mail over its SIZE, the mail does not go out', async () => {
      const { transport, commands } = await script(dialogue({ EHLO: '250-test\r\n250 SIZE 100' }));
      expect(await send(transport)).toMatchObject({
        outcome: 'refused',
        error: expect.stringContaining('100'),
      });
      expect(commands.filter((line) => line.startsWith('MAIL'))).toEqual([]);
    });

    it('it names a recipient at an international domain as the mail did', async () => {
      const { transport, commands } = await script(dialogue({ RCPT: '550 5.1.1 no such user' }));
      expect(await transport.send(await outgoingMail({ to: 'ann@bücher.example' }))).toMatchObject({
        undeliverable: [{ recipient: 'ann@bücher.example' }],
      });
      expect(commands).toContain('RCPT TO:<ann@xn--bcher-kva.example>');
    });
  });

  describe('if the server is slow or strange', () => {
    it('gives up on a server that does not greet', async () => {
      const { transport } = await script(async () => {}, { limits: impatientAt('connect') });
      const started = Date.now();
      expect(await send(transport)).toMatchObject({
        outcome: 'refused',
        error: expect.stringMatching(/greeting/i),
      });
      expect(Date.now() - started).toBeLessThan(10_000);
    });

    it('gives up on a server that greets byte by byte', async () => {
      const { transport } = await script(async (client) => drip(client, '220-'.repeat(1_000)), {
        limits: impatient,
      });
      const started = Date.now();
      expect(await send(transport)).toMatchObject({ outcome: 'refused' });
      expect(Date.now() - started).toBeLessThan(10_000);
    });

    it('gives up on a server that answers a command byte by byte', async () => {
      const { transport } = await script(
        async (client) => {
          await client.until('MAIL');
          await drip(client, '250-still thinking\r\n'.repeat(1_000));
        },
        { limits: impatientAt('answer') },
      );
      const started = Date.now();
      expect(await send(transport)).toMatchObject({ outcome: 'refused', error: 'No answer within 0.3 s' });
      expect(Date.now() - started).toBeLessThan(10_000);
    });

    it('waits for a server that is slow with every single answer', async () => {
      const { transport } = await script(
        async (client) => {
          const say = client.say;
          client.say = (line) => void setTimeout(say, 1_000, line);
          await dialogue()(client);
        },
        // All answers together take longer.
        { limits: { connect: 5_000, answer: 5_000, outcome: 5_000 } },
      );
      expect(await send(transport)).toMatchObject({ outcome: 'accepted' });
    });

    it('leaves the outcome open when the answer to the whole mail comes byte by byte', async () => {
      const { transport } = await script(
        async (client) => {
          await client.until('DATA');
          client.say('354 go on');
          await client.body();
          await drip(client, '250-still thinking\r\n'.repeat(1_000));
        },
        { limits: impatientAt('outcome') },
      );
      expect(await send(transport)).toEqual({
        outcome: 'unknown',
        error: 'Outcome unknown: No answer within 0.3 s',
      });
    });

    it.each(['hello', '354 go on', '2'])(
      'leaves the outcome open when the answer to the whole mail is "%s"',
      async (answer) => {
        const { transport } = await script(async (client) => {
          await client.until('DATA');
          client.say('354 go on');
          await client.body();
          if (answer === '2') client.socket.end(answer);
          else client.say(answer);
        });
        expect(await send(transport)).toMatchObject({ outcome: 'unknown' });
      },
    );

    it('leaves the outcome open when the server calls the mail accepted before it has it', async () => {
      const { transport } = await script(async (client) => {
        await client.until('DATA');
        client.say('354 go on');
        client.say('250 queued');
      });
      expect(await transport.send(await outgoingMail({ text: hugeText() }))).toEqual({
        outcome: 'unknown',
        error: 'Outcome unknown: The server answered before it had the whole mail: 250 queued',
      });
    });

    it('calls it a refusal when the server leaves before 354', async () => {
      const { transport } = await script(async (client) => {
        await client.until('DATA');
        client.socket.destroy();
      });
      expect(await send(transport)).toMatchObject({ outcome: 'refused', undeliverable: [] });
    });

    const drip = async (client: ScriptedClient, text: string): Promise<void> => {
      for (const character of text) {
        if (client.socket.destroyed) return;
        client.socket.write(character);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
  });

  describe('with TLS and a login', () => {
    const login = { user: 'shop', password: 'pa55-Wörd' };
    const onAuth: Parameters<typeof startSmtpServer>[0] = {
      authOptional: false,
      onAuth: ({ username, password }, _session, callback) =>
        username === login.user && password === login.password
          ? callback(null, { user: username })
          : callback(new Error('no such login')),
    };

    it('logs in by STARTTLS if the server offers it', async () => {
      const { port, mails } = await serve(onAuth);
      expect(await send(track(connectTo(port, login)))).toMatchObject({ outcome: 'accepted' });
      expect(mails).toHaveLength(1);
    });

    it('logs in over TLS from the first byte', async () => {
      const { port } = await serve({ ...onAuth, secure: true });
      expect(await send(track(connectTo(port, { ...login, secure: true })))).toMatchObject({
        outcome: 'accepted',
      });
    });

    it('logs in without TLS on a loopback host alone', async () => {
      const plain = {
        ...onAuth,
        hideSTARTTLS: true,
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
      };
      const { port } = await serve(plain, '0.0.0.0');
      expect(await send(track(connectTo(port, login)))).toMatchObject({ outcome: 'accepted' });
      const away = await send(track(connectTo(port, { ...login, host: '0.0.0.0' })));
      expect(away).toMatchObject({ outcome: 'refused', error: expect.stringContaining('STARTTLS') });
    });

    it('reports a refused login without the password', async () => {
      const { port } = await serve(onAuth);
      const result = await send(track(connectTo(port, { ...login, password: 'wrong-secret' })));
      expect(result).toMatchObject({
        outcome: 'refused',
        error: expect.stringContaining('535 no such login'),
      });
      expect(JSON.stringify(result)).not.toContain('wrong-secret');
    });

    it('keeps the password out of an error even if the server repeats it', async () => {
      const { transport } = await script(async (client) => {
        client.say('220 test ready');
        await client.line();
        client.say('250-test\r\n250 AUTH PLAIN');
        const blob = (await client.line()).replace('AUTH PLAIN ', '');
        client.say(`535 5.7.8 bad ${blob} for ${login.password}`);
      }, login);
      const result = await send(transport);
      expect(result).toMatchObject({ error: 'Invalid login: 535 5.7.8 bad [masked] for [masked]' });
    });

    it('trusts no certificate it cannot verify, except on loopback', async () => {
      const { port, mails } = await serve({}, '0.0.0.0');
      expect(await send(track(connectTo(port)))).toMatchObject({ outcome: 'accepted' });
      expect(await send(track(connectTo(port, { host: '0.0.0.0' })))).toMatchObject({
        outcome: 'refused',
        error: expect.stringMatching(/certificate|altnames/i),
      });
      expect(mails).toHaveLength(1);
    });

    it('gives up on a TLS handshake that does not end', async () => {
      const { transport } = await script(async () => {}, { secure: true, limits: impatient });
      const started = Date.now();
      expect(await send(transport)).toMatchObject({ outcome: 'refused' });
      expect(Date.now() - started).toBeLessThan(10_000);
    });
  });

  describe('with several mails', () => {
    it('uses a connection again', async () => {
      const { transport, connections } = await script(dialogue());
      await send(transport);
      expect(await send(transport)).toMatchObject({ outcome: 'accepted' });
      expect(connections()).toBe(1);
    });

    it('uses a connection again after a refused mail, having reset it', async () => {
      const { transport, connections, commands } = await script(
        dialogue({ 'RCPT TO:<bob@b.example>': '550 5.1.1 no Bob' }),
      );
      expect(await transport.send(await outgoingMail({ to: 'bob@b.example' }))).toMatchObject({
        outcome: 'refused',
      });
      expect(await send(transport)).toMatchObject({ outcome: 'accepted' });
      expect(connections()).toBe(1);
      expect(commands.filter((line) => /^(RSET|MAIL|RCPT|DATA)/.test(line))).toEqual([
        'MAIL FROM:<support@shop.example>',
        'RCPT TO:<bob@b.example>',
        'RSET',
        'MAIL FROM:<support@shop.example>',
        'RCPT TO:<ann@a.example>',
        'DATA',
      ]);
    });

    it('replaces a connection that cannot be reset', async () => {
      const { transport, connections } = await script(
        dialogue({ 'RCPT TO:<bob@b.example>': '550 no', RSET: '502 no' }),
      );
      await transport.send(await outgoingMail({ to: 'bob@b.example' }));
      expect(await send(transport)).toMatchObject({ outcome: 'accepted' });
      expect(connections()).toBe(2);
    });

    it.each<[string, (client: ScriptedClient) => void]>([
      ['closed', ({ socket }) => void socket.end()],
      ['reset', ({ socket }) => void socket.resetAndDestroy()],
      ['answered with 421', ({ say }) => say('421 4.4.2 idle for too long')],
      ['left silent', () => {}],
    ])('replaces a kept connection that is %s when the next mail begins', async (_how, leave) => {
      const { transport, connections } = await script(
        async (client) => {
          if (client.connection > 1) return dialogue()(client);
          await client.until('DATA');
          client.say('354 go on');
          await client.body();
          client.say('250 queued');
          await client.line();
          leave(client);
        },
        { limits: impatientAt('answer', 5_000) },
      );
      await send(transport);
      expect(await send(transport)).toMatchObject({ outcome: 'accepted' });
      expect(connections()).toBe(2);
    });

    it('replaces a kept connection that the server has closed meanwhile', async () => {
      const { transport, connections } = await script(async (client) => {
        if (client.connection > 1) return dialogue()(client);
        await client.until('DATA');
        client.say('354 go on');
        await client.body();
        client.socket.end('250 queued\r\n421 bye\r\n');
      });
      await send(transport);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(await send(transport)).toMatchObject({ outcome: 'accepted' });
      expect(connections()).toBe(2);
    });

    it('replaces a kept connection once: the fresh one that breaks, too, is a refusal', async () => {
      const { transport, connections } = await script(async (client) => {
        if (client.connection === 1) {
          await client.until('DATA');
          client.say('354 go on');
          await client.body();
          client.say('250 queued');
          await client.line();
        }
        client.socket.destroy();
      });
      await send(transport);
      expect(await send(transport)).toMatchObject({ outcome: 'refused' });
      expect(connections()).toBe(2);
    });

    it('never sends again over a fresh connection once the body has gone out', async () => {
      const { transport, connections } = await script(async (client) => {
        await client.until('DATA');
        client.say('354 go on');
        await client.body();
        client.say('250 queued');
        await client.line();
        client.say('250 fine');
        await client.line();
        client.say('250 fine');
        await client.line();
        client.say('354 go on');
        await client.body();
        client.socket.destroy();
      });
      await send(transport);
      expect(await send(transport)).toMatchObject({ outcome: 'unknown' });
      expect(connections()).toBe(1);
    });

    it('never uses a connection again whose mail was broken off', async () => {
      let afterwards = '';
      const { transport, connections } = await script(async (client) => {
        await client.until('DATA');
        if (client.connection > 1) return client.say('451 4.3.0 no');
        client.say('354 go on');
        client.say('552 5.3.4 too much');
        client.socket.on('data', (chunk: Buffer) => {
          afterwards += chunk.toString('latin1');
        });
      });
      const huge = await outgoingMail({ text: hugeText() });
      expect(await transport.send(huge)).toMatchObject({
        outcome: 'refused',
        error: expect.stringContaining('552'),
      });
      await send(transport);
      expect(connections()).toBe(2);
      expect(afterwards).not.toMatch(/^RSET|^MAIL/m);
    });

    it('opens no more connections than allowed, and carries every mail', async () => {
      let atOnce = 0;
      let most = 0;
      const server = await serve({
        onConnect(_session, callback) {
          most = Math.max(most, ++atOnce);
          callback();
        },
        onClose: () => void atOnce--,
      });
      const transport = track(connectTo(server.port, { maxConnections: 2 }));
      const mail = await outgoingMail();
      const results = await Promise.all(Array.from({ length: 20 }, () => transport.send(mail)));
      expect(results.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(20);
      expect(server.mails).toHaveLength(20);
      expect(most).toBe(2);
    });

    it('frees the place of a mail that was refused before it began', async () => {
      const server = await serve();
      await server.close();
      const transport = track(connectTo(server.port, { maxConnections: 1 }));
      await send(transport);
      expect(await send(transport)).toMatchObject({ outcome: 'refused' });
    });

    it('leaves an idle connection after its time', async () => {
      const { transport, commands } = await script(dialogue(), { limits: { ...patient, idle: 50 } });
      await send(transport);
      expect(commands).not.toContain('QUIT');
      await eventually(() => commands.includes('QUIT'));
    });

    it('leaves idle connections on close, and goes on carrying mail', async () => {
      const { transport, commands } = await script(dialogue());
      await send(transport);
      await transport.close?.();
      expect(commands).toContain('QUIT');
      expect(await send(transport)).toMatchObject({ outcome: 'accepted' });
      await eventually(() => commands.filter((line) => line === 'QUIT').length === 2);
    });

    const keepingAlive = (kind: string) =>
      process.getActiveResourcesInfo().filter((name) => name === kind).length;

    /** How many sockets tests that ran before in this process have left, once their number is steady. */
    const socketsBefore = async (): Promise<number> => {
      for (let before = -1, now = keepingAlive('TCPSocketWrap'); ; now = keepingAlive('TCPSocketWrap')) {
        if (now === before) return now;
        before = now;
        await sleep(500);
      }
    };

    it.each([true, false])(
      'does not keep the process alive by an idle connection (TLS: %s)',
      async (secure) => {
        const before = await socketsBefore();
        const server = await serve({ secure });
        await send(track(connectTo(server.port, { secure })));
        // One of an earlier test may end meanwhile.
        await eventually(() => keepingAlive('TCPSocketWrap') <= before + 1);
      },
    );

    it('keeps no clock running for idle connections', async () => {
      const { transport } = await script(dialogue());
      const timers = keepingAlive('Timeout');
      await send(transport);
      await eventually(() => keepingAlive('Timeout') <= timers);
      await transport.close?.();
      await eventually(() => keepingAlive('Timeout') <= timers);
    });

    it('keeps no clock running after a refused connection', async () => {
      const { transport } = await script(dialogue({ EHLO: '550 no', HELO: '550 no' }));
      const timers = keepingAlive('Timeout');
      await send(transport);
      await eventually(() => keepingAlive('Timeout') <= timers);
    });

    it('keeps the process alive by a connection that is used again', async () => {
      const before = await socketsBefore();
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const { transport, connections } = await script(async (client) => {
        await client.until('DATA');
        client.say('354 go on');
        await client.body();
        client.say('250 queued');
        await client.line();
        await released;
        client.socket.destroy();
      });
      await send(transport);
      await eventually(() => keepingAlive('TCPSocketWrap') <= before + 1);
      const idle = keepingAlive('TCPSocketWrap');
      const sending = send(transport);
      await eventually(() => keepingAlive('TCPSocketWrap') > idle);
      expect(connections()).toBe(1);
      release();
      await sending;
    });

    it('carries a mail to hundreds of people', async () => {
      const server = await serve();
      const to = Array.from({ length: 300 }, (_, index) => `user${index}@a.example`);
      const transport = track(connectTo(server.port));
      expect(await transport.send(await outgoingMail({ to }))).toMatchObject({
        outcome: 'accepted',
        refused: [],
      });
      expect(server.mails[0]?.recipients).toEqual(to);
    });
  });

  it('finds a server by name', async () => {
    const { port } = await serve();
    expect(await send(track(connectTo(port, { host: 'localhost' })))).toMatchObject({
      outcome: 'accepted',
    });
  });

  it('sends as the null sender if the envelope says so', async () => {
    const { port, mails } = await serve();
    await track(connectTo(port)).send(await outgoingMail({ envelope: { from: false, to: 'bob@b.example' } }));
    expect(mails[0]).toMatchObject({ from: '', recipients: ['bob@b.example'] });
  });
});
