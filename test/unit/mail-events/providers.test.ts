import { createHmac, createSign, generateKeyPairSync, sign as signWith } from 'node:crypto';
import { Agent, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailgun } from '../../../src/features/delivery/providers/mailgun.ts';
import { postmark } from '../../../src/features/delivery/providers/postmark.ts';
import type { EventProvider } from '../../../src/features/delivery/providers/provider.ts';
import { resend } from '../../../src/features/delivery/providers/resend.ts';
import { sendgrid } from '../../../src/features/delivery/providers/sendgrid.ts';
import { buildSes } from '../../../src/features/delivery/providers/ses.ts';
import { snsCertificate as certificate } from '../../support/servers/certificate.ts';
import * as payloads from './payloads.ts';

const bodyOf = (payload: unknown): Buffer =>
  Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload));

const unauthorized = expect.objectContaining({ code: 'unauthorized' });

describe('Resend', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const read = (payload: unknown, { at = new Date(), signature = '', prefix = 'svix' } = {}) => {
    const body = bodyOf(payload);
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    return resend.read(
      {
        headers: new Headers({
          [`${prefix}-id`]: id,
          [`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1_000)),
          [`${prefix}-signature`]: signature || new Webhook(secret).sign(id, at, body),
        }),
        body,
      },
      secret,
    );
  };

  it('tells of deliveries, by the name that its API answered', async () => {
    expect(await read(payloads.resendDelivered)).toEqual([
      {
        eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        messageIds: ['56761188-7520-42d8-8898-ff6fc54ce618'],
        recipient: 'delivered@resend.dev',
        state: 'delivered',
        isPermanent: false,
        detail: null,
        at: new Date('2024-02-22T23:41:12.126Z'),
      },
    ]);
  });

  it('tells of bounces, final or not, with the reason', async () => {
    expect(await read(payloads.resendBounced('Permanent'))).toMatchObject([
      {
        state: 'bounced',
        isPermanent: true,
        detail: expect.stringMatching(
          /^The recipient's email address is on the suppression list.*Suppressed$/,
        ),
      },
    ]);
    expect(await read(payloads.resendBounced('Transient'))).toMatchObject([{ isPermanent: false }]);
  });

  it.each([
    ['email.delivery_delayed', 'deferred'],
    ['email.complained', 'complained'],
    ['email.failed', 'bounced'],
    ['email.suppressed', 'bounced'],
  ])('calls %s %s', async (type, state) => {
    expect(await read({ ...payloads.resendDelivered, type })).toMatchObject([{ state }]);
  });

  it.each(['email.sent', 'email.opened', 'contact.created', 'something.new'])(
    'leaves %s out',
    async (type) => {
      expect(await read({ ...payloads.resendDelivered, type })).toEqual([]);
    },
  );

  it('takes the headers of Standard Webhooks, too', async () => {
    expect(await read(payloads.resendDelivered, { prefix: 'webhook' })).toHaveLength(1);
  });

  it('tells of each recipient, whatever their number', async () => {
    const to = Array.from({ length: 3 }, (_, index) => `Ann <ann${index}@example.com>`);
    const { data } = payloads.resendDelivered;
    const events = await read({ ...payloads.resendDelivered, data: { ...data, to } });
    expect(events.map(({ recipient }) => recipient)).toEqual(
      [0, 1, 2].map((index) => `ann${index}@example.com`),
    );
  });

  it('is rejected with a wrong or an old signature', async () => {
    await expect(read(payloads.resendDelivered, { signature: 'v1,AAAA' })).rejects.toEqual(unauthorized);
    const old = new Date(Date.now() - 6 * 60_000);
    await expect(read(payloads.resendDelivered, { at: old })).rejects.toEqual(unauthorized);
    const nothing = { headers: new Headers(), body: bodyOf(payloads.resendDelivered) };
    await expect(resend.read(nothing, secret)).rejects.toEqual(unauthorized);
    await expect(resend.read(nothing, 'no secret of theirs')).rejects.toEqual(unauthorized);
  });
});

describe('Postmark', () => {
  const read = (payload: unknown, credentials = 'postmark:right', secret = 'right') =>
    postmark.read(
      {
        headers: new Headers({ Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
        body: bodyOf(payload),
      },
      secret,
    );

  it('tells of deliveries, by its own name and by that which we sent along', async () => {
    expect(await read(payloads.postmarkDelivery)).toEqual([
      {
        eventId: 'delivery 883953f4-6105-42a2-a16a-77a8eac79483 john@example.com',
        messageIds: ['883953f4-6105-42a2-a16a-77a8eac79483', 'ours@example.com'],
        recipient: 'john@example.com',
        state: 'delivered',
        isPermanent: false,
        detail: 'Test delivery webhook details',
        at: new Date('2019-11-05T16:33:54.907Z'),
      },
    ]);
  });

  it.each([
    ['HardBounce', 'bounced', true],
    ['SoftBounce', 'bounced', false],
    ['DnsError', 'bounced', false],
    ['Blocked', 'bounced', true],
    ['Transient', 'deferred', false],
    ['SpamComplaint', 'complained', false],
  ])('calls a %s %s', async (Type, state, isPermanent) => {
    expect(await read({ ...payloads.postmarkBounce, Type })).toMatchObject([
      { state, isPermanent, eventId: 'Bounce 4323372036854775807', detail: 'Test bounce details' },
    ]);
  });

  it.each(['AutoResponder', 'Subscribe', 'AddressChange', 'OpenRelayTest', 'ChallengeVerification'])(
    'knows that a %s is no bounce',
    async (Type) => {
      expect(await read({ ...payloads.postmarkBounce, Type })).toEqual([]);
    },
  );

  it('tells of complaints, and leaves openings out', async () => {
    expect(await read({ ...payloads.postmarkBounce, RecordType: 'SpamComplaint' })).toMatchObject([
      { state: 'complained' },
    ]);
    expect(await read({ ...payloads.postmarkDelivery, RecordType: 'Open' })).toEqual([]);
  });

  it('is rejected with another password; the user counts if the secret has one', async () => {
    await expect(read(payloads.postmarkDelivery, 'postmark:wrong')).rejects.toEqual(unauthorized);
    await expect(read(payloads.postmarkDelivery, 'right')).rejects.toEqual(unauthorized);
    await expect(read(payloads.postmarkDelivery, 'eve:right', 'ann:right')).rejects.toEqual(unauthorized);
    expect(await read(payloads.postmarkDelivery, 'ann:right', 'ann:right')).toHaveLength(1);
  });
});

describe('Mailgun', () => {
  const key = 'a signing key';
  const signed = (event: unknown, { at = Date.now(), by = key } = {}) => {
    const timestamp = String(Math.floor(at / 1_000));
    const token = 'c0ffee';
    const signature = createHmac('sha256', by)
      .update(timestamp + token)
      .digest('hex');
    return { signature: { timestamp, token, signature }, 'event-data': event };
  };
  const read = (payload: unknown) => mailgun.read({ headers: new Headers(), body: bodyOf(payload) }, key);

  it('tells of deliveries and failures by our Message-ID', async () => {
    expect(await read(signed(payloads.mailgunDelivered))).toMatchObject([
      {
        messageIds: ['20130503182626.18666.16540@example.com'],
        state: 'delivered',
        detail: '250: OK',
        recipient: 'alice@example.com',
      },
    ]);
    expect(await read(signed(payloads.mailgunFailed('permanent')))).toMatchObject([
      {
        state: 'bounced',
        isPermanent: true,
        detail: '605: Not delivering to previously bounced address: suppress-bounce',
      },
    ]);
    expect(await read(signed(payloads.mailgunFailed('temporary')))).toMatchObject([{ state: 'deferred' }]);
    expect(await read(signed({ ...payloads.mailgunDelivered, event: 'complained' }))).toMatchObject([
      { state: 'complained' },
    ]);
    expect(await read(signed({ ...payloads.mailgunDelivered, event: 'opened' }))).toEqual([]);
  });

  it('is rejected with a wrong or an old signature', async () => {
    await expect(read(signed(payloads.mailgunDelivered, { by: 'another' }))).rejects.toEqual(unauthorized);
    const old = signed(payloads.mailgunDelivered, { at: Date.now() - 25 * 3_600_000 });
    await expect(read(old)).rejects.toEqual(unauthorized);
    await expect(read({ 'event-data': payloads.mailgunDelivered })).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

describe('SendGrid', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const secret = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  const read = (payload: unknown, { at = Date.now(), key = privateKey, by = secret } = {}) => {
    const body = bodyOf(payload);
    const timestamp = String(Math.floor(at / 1_000));
    const signature = signWith('sha256', Buffer.concat([Buffer.from(timestamp), body]), key);
    return sendgrid.read(
      {
        headers: new Headers({
          'X-Twilio-Email-Event-Webhook-Signature': signature.toString('base64'),
          'X-Twilio-Email-Event-Webhook-Timestamp': timestamp,
        }),
        body,
      },
      by,
    );
  };

  it('tells of many mails at once, and leaves openings out', async () => {
    expect(await read(payloads.sendgridEvents)).toMatchObject([
      {
        state: 'deferred',
        detail: '400 try again later',
        messageIds: expect.arrayContaining(['14c5d75ce93.dfd.64b469@ismtpd-555']),
      },
      { state: 'delivered', detail: '250 OK' },
      { state: 'bounced', isPermanent: true, detail: '500 unknown recipient' },
      { state: 'bounced', isPermanent: false },
      { state: 'bounced', isPermanent: true, detail: 'Bounced Address' },
      { state: 'complained' },
    ]);
  });

  it('takes the key as its page shows it, and as PEM', async () => {
    const pem = String(publicKey.export({ format: 'pem', type: 'spki' }));
    expect(await read(payloads.sendgridEvents, { by: pem })).toHaveLength(6);
  });

  it('is rejected with another key, an old time, a changed byte, or no key', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    await expect(read(payloads.sendgridEvents, { key: other })).rejects.toEqual(unauthorized);
    const old = Date.now() - 3 * 24 * 3_600_000;
    await expect(read(payloads.sendgridEvents, { at: old })).rejects.toEqual(unauthorized);
    await expect(read(payloads.sendgridEvents, { by: 'no key' })).rejects.toEqual(unauthorized);
    const edwards = String(generateKeyPairSync('ed25519').publicKey.export({ format: 'pem', type: 'spki' }));
    await expect(read(payloads.sendgridEvents, { by: edwards })).rejects.toEqual(unauthorized);
  });

  it.each(['__proto__', 'constructor', 'toString'])('keeps out the kind %s', async (event) => {
    expect(await read([{ ...payloads.sendgridEvents[1], event }])).toEqual([]);
  });

  it('takes ten thousand events, and no more', async () => {
    const [, event] = payloads.sendgridEvents;
    const many = (length: number) => Array.from({ length }, () => event);
    expect(await read(many(10_000))).toHaveLength(10_000);
    await expect(read(many(10_001))).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(read({})).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('Amazon SES', () => {
  const topic = 'arn:aws:sns:us-east-1:123456789012:mail-events';
  const certificateUrl = `https://sns.us-east-1.amazonaws.com/SimpleNotificationService-${'a'.repeat(32)}.pem`;
  const asked: string[] = [];
  const amazon = createServer(certificate, (request, response) => {
    asked.push(request.url ?? '');
    if (isAway) response.writeHead(503).end('Try later');
    else response.end(request.url?.endsWith('.pem') ? certificate.cert : '<ConfirmSubscriptionResponse/>');
  });
  let ses: EventProvider;
  let isAway = true;

  beforeAll(async () => {
    await new Promise<void>((resolve) => amazon.listen(0, '127.0.0.1', resolve));
    const agent = new Agent();
    const { port } = amazon.address() as AddressInfo;
    // Whatever name is asked for, this server stands in.
    Object.assign(agent, {
      createConnection: () => connect({ host: '127.0.0.1', port, rejectUnauthorized: false }),
    });
    ses = buildSes({ agent });
  });

  afterAll(() => {
    amazon.close();
  });

  const sign = (fields: Record<string, string>, version = '1'): Record<string, string> => {
    const names =
      fields.Type === 'Notification'
        ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
        : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
    const text = names.map((name) => (name in fields ? `${name}\n${fields[name]}\n` : '')).join('');
    const algorithm = version === '1' ? 'RSA-SHA1' : 'RSA-SHA256';
    const Signature = createSign(algorithm).update(text).sign(certificate.key, 'base64');
    return { ...fields, SignatureVersion: version, Signature, SigningCertURL: certificateUrl };
  };

  const notification = (event: unknown, version = '1', fields: Record<string, string> = {}) =>
    sign(
      {
        Type: 'Notification',
        MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
        TopicArn: topic,
        Subject: 'Amazon SES Email Event Notification',
        Message: JSON.stringify(event),
        Timestamp: new Date().toISOString(),
        ...fields,
      },
      version,
    );

  const read = (payload: unknown) => ses.read({ headers: new Headers(), body: bodyOf(payload) }, topic);

  it('takes no error page for the certificate, and asks again', async () => {
    await expect(read(notification(payloads.sesBounce))).rejects.toEqual(unauthorized);
    isAway = false;
    expect(await read(notification(payloads.sesBounce))).toHaveLength(1);
    const before = asked.length;
    expect(await read(notification(payloads.sesBounce))).toHaveLength(1);
    expect(asked).toHaveLength(before);
  });

  it.each(['1', '2'])('tells of bounces, by signatures of version %s', async (version) => {
    expect(await read(notification(payloads.sesBounce, version))).toEqual([
      {
        eventId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
        messageIds: expect.arrayContaining([
          'EXAMPLE7c191be45-e9aedb9a-02f9-4d12-a87d-dd0099a07f8a-000000',
          'EXAMPLE7c191be45-e9aedb9a-02f9-4d12-a87d-dd0099a07f8a-000000@email.amazonses.com',
          'ours@example.com',
        ]),
        recipient: 'recipient@example.com',
        state: 'bounced',
        isPermanent: true,
        detail: 'smtp; 550 5.1.1 user unknown',
        at: new Date('2017-08-05T00:41:02.669Z'),
      },
    ]);
  });

  it('tells of deliveries, delays and complaints, in both of its forms', async () => {
    expect(await read(notification(payloads.sesDelivery))).toMatchObject([
      { state: 'delivered', detail: expect.stringContaining('250') },
    ]);
    expect(await read(notification(payloads.sesDelay))).toMatchObject([{ state: 'deferred' }]);
    expect(await read(notification(payloads.sesComplaint))).toMatchObject([{ state: 'complained' }]);
    const { eventType, ...rest } = payloads.sesDelivery;
    // Told twice, by feedback and by event publishing, it is one event.
    expect(await read(notification({ ...rest, notificationType: eventType }))).toEqual(
      await read(notification(payloads.sesDelivery)),
    );
    expect(await read(notification({ eventType: 'Open', mail: payloads.sesBounce.mail }))).toEqual([]);
    expect(await read(notification('Successfully validated SNS topic'))).toEqual([]);
  });

  it('confirms the subscription of its topic', async () => {
    const confirmation = {
      Type: 'SubscriptionConfirmation',
      MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
      Token: '2336412f37',
      TopicArn: topic,
      Message: 'You have chosen to subscribe',
      SubscribeURL: `https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic}&Token=2336412f37`,
      Timestamp: new Date().toISOString(),
    };
    expect(await read(sign(confirmation))).toEqual([]);
    expect(asked.at(-1)).toContain('Action=ConfirmSubscription');
    const before = asked.length;
    for (const SubscribeURL of [
      'http://169.254.169.254/latest/meta-data',
      'https://127.0.0.1/?Action=ConfirmSubscription&',
      'https://sns.us-east-1.amazonaws.com.evil.example/?Action=ConfirmSubscription&',
      // A customer's bucket, called sns.
      'https://sns.s3-us-west-2.amazonaws.com/?Action=ConfirmSubscription&',
      'https://sns.us-east-1.amazonaws.com.cn/?Action=ConfirmSubscription&',
      'https://sns.cn-north-1.amazonaws.com/?Action=ConfirmSubscription&',
      'https://sns.execute-api.amazonaws.com/?Action=ConfirmSubscription&',
      'https://evil.example/?x=https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&',
    ])
      await expect(read(sign({ ...confirmation, SubscribeURL }))).rejects.toMatchObject({
        code: 'validation_failed',
      });
    expect(asked).toHaveLength(before);
  });

  it('is rejected from another topic or account, with a changed message, or a certificate from elsewhere', async () => {
    const other = notification(payloads.sesBounce, '1', {
      TopicArn: topic.replace('123456789012', '999999999999'),
    });
    await expect(read(other)).rejects.toEqual(unauthorized);
    const changed = { ...notification(payloads.sesBounce), Message: JSON.stringify(payloads.sesDelivery) };
    await expect(read(changed)).rejects.toEqual(unauthorized);
    for (const SigningCertURL of [
      'https://evil.example/SimpleNotificationService.pem',
      certificateUrl.replace('https', 'http'),
      certificateUrl.replace('amazonaws.com', 'amazonaws.com.evil.example'),
      certificateUrl.replace('us-east-1', 's3-us-west-2'),
      certificateUrl.replace('us-east-1', 's3-accelerate'),
    ])
      await expect(read({ ...notification(payloads.sesBounce), SigningCertURL })).rejects.toEqual(
        unauthorized,
      );
  });

  it('is rejected without the envelope of SNS, which nothing proves', async () => {
    await expect(read(payloads.sesBounce)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

it('hostile shapes are left out, or are a clear error', async () => {
  const basic = new Headers({ Authorization: `Basic ${Buffer.from('x:s').toString('base64')}` });
  const read = (body: string) => postmark.read({ headers: basic, body: Buffer.from(body) }, 's');
  for (const body of ['', '{', '\uD800', 'null{'])
    await expect(read(body)).rejects.toMatchObject({ code: 'bad_request' });
  for (const body of [
    'null',
    '[]',
    '7',
    '"text"',
    '{}',
    '{"RecordType":["Bounce"]}',
    '{"__proto__":{"RecordType":"Bounce"}}',
  ])
    expect(await read(body)).toEqual([]);
  const [event] = await read(
    JSON.stringify({
      ...payloads.postmarkBounce,
      Details: `${'x'.repeat(9_000)}\u0000`,
      MessageID: `${'m'.repeat(254)}😀`,
      Metadata: 'no record',
      BouncedAt: '2199-01-01T00:00:00Z',
    }),
  );
  expect(event?.detail).toHaveLength(500);
  expect(event?.messageIds[0]).toHaveLength(255);
  expect(event?.messageIds[0]?.isWellFormed()).toBe(true);
  expect(event?.at.getUTCFullYear()).toBe(new Date().getUTCFullYear());
  expect(await read(JSON.stringify({ ...payloads.postmarkBounce, Email: 'no address' }))).toEqual([]);
  expect(await read(JSON.stringify({ ...payloads.postmarkBounce, MessageID: null, Metadata: null }))).toEqual(
    [],
  );
});
