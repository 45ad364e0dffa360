import { afterEach, describe, expect, it } from 'vitest';
import { chainTransports, describeOutcome } from '../../src/features/mail/chain/chain.ts';
import type { MailMessage } from '../../src/features/mail/chain/message/prepare.ts';
import type { MailTransport } from '../../src/features/mail/chain/transport.ts';
import { phpmailTransport } from '../../src/features/mail/chain/transports/phpmail.ts';
import { proxyTransport } from '../../src/features/mail/chain/transports/proxy.ts';
import { smtpTransport } from '../../src/features/mail/chain/transports/smtp.ts';
import { impatientAt, outgoingMail, patient } from '../support/mail/mail.ts';
import { json, startHttpServer } from '../support/servers/httpServer.ts';
import { makeSendmail } from '../support/servers/sendmail.ts';
import { startScriptedSmtp, startSmtpServer } from '../support/servers/smtpServer.ts';

/** A transport with a real end, and the recipients of each mail that came in there. */
interface End {
  readonly transport: MailTransport;
  received(): Promise<readonly (readonly string[])[]>;
}

describe('a chain of transports', () => {
  const open: (() => Promise<unknown> | undefined)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0)) await close();
  });

  const proxy = async (status: number, body: unknown = { message: 'No.' }): Promise<End> => {
    const server = await startHttpServer((response) => json(response, status, body));
    open.push(server.close);
    return {
      transport: proxyTransport({ url: server.url, limits: patient }),
      received: async () => server.requests.map(({ body }) => JSON.parse(body).to),
    };
  };

  /** @param replies to RCPT, by address; any other recipient is accepted. */
  const smtp = async (replies: Record<string, string> = {}): Promise<End> => {
    const server = await startSmtpServer({
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, callback) {
        const reply = replies[address];
        if (!reply) return callback();
        callback(Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) }));
      },
    });
    const transport = smtpTransport({ host: '127.0.0.1', port: server.port, limits: patient });
    open.push(async () => await transport.close?.(), server.close);
    return { transport, received: async () => server.mails.map(({ recipients }) => recipients) };
  };

  const silentSmtp = async (): Promise<End> => {
    const server = await startScriptedSmtp(async (client) => {
      await client.until('DATA');
      client.say('354 go on');
      await client.body();
    });
    open.push(server.close);
    return {
      transport: smtpTransport({ host: '127.0.0.1', port: server.port, limits: impatientAt('outcome') }),
      received: async () => [],
    };
  };

  const phpmail = async (script?: string): Promise<End> => {
    const program = await makeSendmail(script);
    open.push(program.remove);
    return {
      transport: phpmailTransport({ path: program.path, limits: patient }),
      received: async () => {
        const parameters = await program.parameters();
        return parameters.length > 0 ? [parameters.slice(4)] : [];
      },
    };
  };

  const throwing: MailTransport = {
    name: 'own',
    send: () => Promise.reject(new Error('a bug of the integrator')),
  };

  const send = async (ends: readonly (End | MailTransport)[], message: MailMessage = {}) => {
    const chain = chainTransports(ends.map((end) => ('transport' in end ? end.transport : end)));
    const mail = await outgoingMail({ messageId: '<1@shop.example>', ...message });
    return describeOutcome(await chain.send(mail), mail);
  };

  const sentBy = (transport: string, fallback: readonly { transport: string; error: unknown }[] | null) => ({
    status: 'sent',
    transport,
    error: null,
    messageId: '1@shop.example',
    response: expect.toSatisfy((value: unknown) => value === null || typeof value === 'string'),
    fallback,
    accepted: ['ann@a.example'],
    rejected: [],
  });

  it('ends at the first transport that takes the mail', async () => {
    const ends = [await proxy(200, {}), await smtp(), await phpmail()];
    expect(await send(ends)).toEqual(sentBy('proxy', null));
    expect(await ends[1]?.received()).toEqual([]);
    expect(await ends[2]?.received()).toEqual([]);
  });

  it.each([400, 401, 403, 429, 500, 503])('goes from proxy to smtp after HTTP %s', async (status) => {
    const ends = [await proxy(status), await smtp(), await phpmail()];
    expect(await send(ends)).toEqual(sentBy('smtp', [{ transport: 'proxy', error: 'No.' }]));
    expect(await ends[1]?.received()).toEqual([['ann@a.example']]);
    expect(await ends[2]?.received()).toEqual([]);
  });

  it('goes from smtp to phpmail after a temporary refusal', async () => {
    const ends = [await smtp({ 'ann@a.example': '450 later' }), await phpmail()];
    const error = expect.stringContaining('450 later');
    expect(await send(ends)).toEqual(sentBy('phpmail', [{ transport: 'smtp', error }]));
    expect(await ends[1]?.received()).toEqual([['ann@a.example']]);
  });

  it('goes all the way, and tells of each that refused with its own error', async () => {
    const ends = [await proxy(503), await smtp({ 'ann@a.example': '550 5.7.1 policy' }), await phpmail()];
    expect(await send(ends)).toEqual(
      sentBy('phpmail', [
        { transport: 'proxy', error: 'No.' },
        { transport: 'smtp', error: expect.stringContaining('550 5.7.1 policy') },
      ]),
    );
  });

  it('fails with the error of the last one, and not with those before', async () => {
    const ends = [await proxy(503), await phpmail('cat > input; exit 3')];
    expect(await send(ends)).toEqual({
      status: 'failed',
      transport: 'phpmail',
      error: 'exit code 3',
      messageId: null,
      response: null,
      fallback: [{ transport: 'proxy', error: 'No.' }],
      accepted: [],
      rejected: ['ann@a.example'],
    });
  });

  it.each<[string, () => Promise<End>, string, string]>([
    ['HTTP 422', () => proxy(422), 'proxy', 'No.'],
    ['550 to the only recipient', () => smtp({ 'ann@a.example': '550 no Ann' }), 'smtp', '550 no Ann'],
    [
      '5.2.2 to the only recipient',
      () => smtp({ 'ann@a.example': '552 5.2.2 full' }),
      'smtp',
      '552 5.2.2 full',
    ],
  ])('ends at a verdict on the mail: %s', async (_verdict, first, transport, error) => {
    const next = await phpmail();
    expect(await send([await first(), next])).toMatchObject({
      status: 'failed',
      transport,
      error: expect.stringContaining(error),
      fallback: null,
      accepted: [],
    });
    expect(await next.received()).toEqual([]);
  });

  it('ends if the mail may have been taken, so that nothing is sent twice', async () => {
    const next = await phpmail();
    expect(await send([await proxy(503), await silentSmtp(), next])).toEqual({
      status: 'failed',
      transport: 'smtp',
      error: 'Outcome unknown: No answer within 0.3 s',
      messageId: null,
      response: null,
      fallback: [{ transport: 'proxy', error: 'No.' }],
      accepted: [],
      rejected: [],
    });
    expect(await next.received()).toEqual([]);
  });

  it('ends at a transport that throws, which proves nothing', async () => {
    const next = await smtp();
    expect(await send([throwing, next])).toMatchObject({
      status: 'failed',
      transport: 'own',
      error: 'Outcome unknown: a bug of the integrator',
      fallback: null,
    });
    expect(await next.received()).toEqual([]);
  });

  const bobIsUnknown = { 'bob@b.example': '550 5.1.1 no Bob' };
  const toBoth = { cc: 'bob@b.example' };

  it('sends nothing again if one recipient was accepted and another refused', async () => {
    const ends = [await smtp(bobIsUnknown), await phpmail()];
    expect(await send(ends, toBoth)).toMatchObject({
      status: 'failed',
      transport: 'smtp',
      error: 'Refused: bob@b.example (550 5.1.1 no Bob). Accepted: ann@a.example.',
      messageId: '1@shop.example',
      fallback: null,
      accepted: ['ann@a.example'],
      rejected: ['bob@b.example'],
    });
    expect(await ends[1]?.received()).toEqual([]);
  });

  it('tries the next for the rest alone if one was refused for good and none accepted', async () => {
    const ends = [await smtp({ ...bobIsUnknown, 'ann@a.example': '451 4.3.0 later' }), await phpmail()];
    expect(await send(ends, toBoth)).toMatchObject({
      status: 'failed',
      transport: 'phpmail',
      error: 'Refused: bob@b.example (550 5.1.1 no Bob). Accepted: ann@a.example.',
      messageId: '1@shop.example',
      fallback: [{ transport: 'smtp', error: expect.stringContaining('451 4.3.0 later') }],
      accepted: ['ann@a.example'],
      rejected: ['bob@b.example'],
    });
    expect(await ends[1]?.received()).toEqual([['ann@a.example']]);
  });

  it('ends once everybody has been refused for good, by whomever', async () => {
    const first = await smtp({ ...bobIsUnknown, 'ann@a.example': '451 4.3.0 later' });
    const second = await smtp({ 'ann@a.example': '550 5.1.1 no Ann' });
    const third = await phpmail();
    expect(await send([first, second, third], toBoth)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/550 5\.1\.1 no Ann.*bob@b\.example \(550 5\.1\.1 no Bob\)/),
      fallback: [{ transport: 'smtp', error: expect.stringContaining('451 4.3.0 later') }],
      accepted: [],
      rejected: ['ann@a.example', 'bob@b.example'],
    });
    expect(await third.received()).toEqual([]);
  });

  it('says where to connect a transport when there is none', async () => {
    expect(await send([])).toEqual({
      status: 'failed',
      transport: null,
      error: expect.stringMatching(/Settings → Notifications.*mail\.transports/),
      messageId: null,
      response: null,
      fallback: null,
      accepted: [],
      rejected: ['ann@a.example'],
    });
  });

  it('asks anew for each mail what its transports are, if they may change', async () => {
    let transports: MailTransport[] = [throwing];
    const chain = chainTransports(() => transports);
    expect(await chain.send(await outgoingMail())).toMatchObject({ transport: 'own' });
    transports = [];
    expect(await chain.send(await outgoingMail())).toMatchObject({ transport: null });
  });

  it('is a transport itself, and closes what it chains', async () => {
    const closed: string[] = [];
    const closing = (name: string): MailTransport => ({
      ...throwing,
      name,
      close: async () => void closed.push(name),
    });
    const chain: MailTransport = chainTransports([
      chainTransports([closing('one'), throwing]),
      closing('two'),
    ]);
    await chain.close?.();
    expect(closed).toEqual(['one', 'two']);
  });

  it('calls a mail what the proxy calls it', async () => {
    expect(await send([await proxy(200, { id: 'e-1' })])).toMatchObject({
      messageId: 'e-1',
      response: 'HTTP 200',
    });
  });
});
