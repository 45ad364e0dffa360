import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { makeSecret, signatureHeaders } from '../../../src/features/webhooks/secrets/secrets.ts';

const nowInSeconds = () => Math.floor(Date.now() / 1_000);

describe('a signature', () => {
  it('is that of the public vector', () => {
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    };
    expect(signatureHeaders(message, ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is taken by the official verifier, whatever the body', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' })), (data) => {
        const secret = makeSecret();
        const body = JSON.stringify(data);
        const headers = signatureHeaders({ id: 'msg_1', timestamp: nowInSeconds(), body }, [secret]);
        expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      }),
    );
  });

  it('is refused for another body, another secret or another time', () => {
    const secret = makeSecret();
    const message = { id: 'msg_1', timestamp: nowInSeconds(), body: '{"a":1}' };
    const headers = signatureHeaders(message, [secret]);
    const verify = (body: string, with_: string, changed = {}) =>
      new Webhook(with_).verify(body, { ...headers, ...changed });
    expect(() => verify('{"a":2}', secret)).toThrow();
    expect(() => verify('{"a":1}', makeSecret())).toThrow();
    expect(() => verify('{"a":1}', secret, { 'webhook-timestamp': String(message.timestamp - 1) })).toThrow();
    expect(() => verify('{"a":1}', secret, { 'webhook-id': 'msg_2' })).toThrow();
  });

  it('comes from every secret that holds, so that the new and the old one verify', () => {
    const secrets = [makeSecret(), makeSecret(), makeSecret()];
    const message = { id: 'msg_1', timestamp: nowInSeconds(), body: '{}' };
    const headers = signatureHeaders(message, secrets);
    expect(headers['webhook-signature'].split(' ')).toHaveLength(3);
    for (const secret of secrets) expect(new Webhook(secret).verify('{}', headers)).toEqual({});
  });

  it('is made with a secret of 32 random bytes', () => {
    expect(makeSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(makeSecret()).not.toBe(makeSecret());
  });
});
