import { generateKeyPairSync } from 'node:crypto';
import { getServers, setServers } from 'node:dns';
import { createTransport } from 'nodemailer-10';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticate } from '../../src/inbound/authentication/authenticate.ts';
import { startDnsServer, type TestDnsServer } from '../support/dnsServer.ts';

let dns: TestDnsServer;
const usual = getServers();

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const keyRecord = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

beforeAll(async () => {
  dns = await startDnsServer();
  setServers([dns.address]);
  for (const domain of ['signed.example', 'mail.signed.example', 'strict.example', 'other.example'])
    dns.set(`s1._domainkey.${domain}`, [keyRecord]);
  dns.set('_dmarc.strict.example', ['v=DMARC1; p=reject']);
  dns.set('_dmarc.spf.example', ['v=DMARC1; p=quarantine']);
  for (const domain of ['spf.example', 'plain-spf.example']) dns.set(domain, ['v=spf1 ip4:192.0.2.1 -all']);
});

afterAll(async () => {
  setServers(usual);
  await dns.close();
});

interface Message {
  readonly from: string;
  /** The domain that signs; left out: none. */
  readonly signedBy?: string;
  readonly headers?: Record<string, string>;
}

const write = async ({ from, signedBy, headers = {} }: Message): Promise<Buffer> => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const dkim = signedBy ? { dkim: { domainName: signedBy, keySelector: 's1', privateKey: key } } : {};
  const { message } = await transport.sendMail({
    from,
    to: 'support@portal.test',
    subject: 'Hello',
    text: 'Does it work?',
    headers,
    ...dkim,
  });
  return message as unknown as Buffer;
};

const verdict = async (message: Message, change: (bytes: Buffer) => Buffer = (bytes) => bytes) =>
  authenticate({
    bytes: change(await write(message)),
    from: message.from,
    results: [],
    connection: null,
    trustedAuthservId: null,
  });

const overSmtp = async (from: string, ip: string, sender: string) =>
  authenticate({
    bytes: await write({ from }),
    from,
    results: [],
    connection: { ip, helo: 'mx.example', sender },
    trustedAuthservId: null,
  });

const altered = (bytes: Buffer): Buffer => Buffer.from(bytes.toString().replace('Does it', 'Did it'));

describe('a message', () => {
  it.each<[string, Message, string]>([
    ['that its domain signs', { from: 'ann@signed.example', signedBy: 'signed.example' }, 'pass'],
    [
      'that a part of its domain signs',
      { from: 'ann@signed.example', signedBy: 'mail.signed.example' },
      'pass',
    ],
    ['that its strict domain signs', { from: 'ann@strict.example', signedBy: 'strict.example' }, 'pass'],
    ['that another domain signs', { from: 'ann@signed.example', signedBy: 'other.example' }, 'none'],
    [
      'of a strict domain that another signs',
      { from: 'ann@strict.example', signedBy: 'other.example' },
      'fail',
    ],
    ['of a strict domain without a signature', { from: 'ann@strict.example' }, 'fail'],
    ['of a domain that says nothing', { from: 'ann@nothing.example' }, 'none'],
    ['whose key is not there', { from: 'ann@nothing.example', signedBy: 'nothing.example' }, 'none'],
  ])('%s: %s is %s', async (_what, message, expected) => {
    expect(await verdict(message)).toBe(expected);
  });

  it('that was changed on the way is not proven, and of a strict domain disproven', async () => {
    expect(await verdict({ from: 'ann@signed.example', signedBy: 'signed.example' }, altered)).toBe('none');
    expect(await verdict({ from: 'ann@strict.example', signedBy: 'strict.example' }, altered)).toBe('fail');
  });

  it('is proven by its connection', async () => {
    expect(await overSmtp('ann@spf.example', '192.0.2.1', 'ann@spf.example')).toBe('pass');
    expect(await overSmtp('ann@plain-spf.example', '192.0.2.1', 'bounces@plain-spf.example')).toBe('pass');
  });

  it('is disproven by its connection', async () => {
    expect(await overSmtp('ann@spf.example', '192.0.2.9', 'ann@spf.example')).toBe('fail');
    expect(await overSmtp('ann@plain-spf.example', '192.0.2.9', 'ann@plain-spf.example')).toBe('fail');
  });

  it('of another envelope sender is not proven by the connection', async () => {
    expect(await overSmtp('ann@nothing.example', '192.0.2.1', 'mallory@spf.example')).toBe('none');
  });

  it.each(['SERVFAIL', 'silence'] as const)(
    'is tried again if DNS answers with %s',
    async (answer) => {
      const domain = `${answer.toLowerCase()}.example`;
      dns.set(`_dmarc.${domain}`, answer);
      await expect(verdict({ from: `ann@${domain}` })).rejects.toThrow('DNS did not answer');
    },
    30_000,
  );

  it('with a thousand signatures costs no thousand lookups', async () => {
    const signature = (index: number) =>
      `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=d${index}.example; s=s1; h=from; bh=AA==; b=AA==\r\n`;
    const many = Array.from({ length: 1_000 }, (_, index) => signature(index)).join('');
    dns.asked.length = 0;
    const found = await verdict({ from: 'ann@nothing.example' }, (bytes) =>
      Buffer.from(many + bytes.toString()),
    );
    expect(found).toBe('none');
    expect(dns.asked.length).toBeLessThan(200);
  }, 30_000);
});

describe('the verdict of a trusted server', () => {
  const by = (results: readonly string[], from = 'ann@example.com') =>
    authenticate({
      bytes: Buffer.from('From: x\r\n\r\n'),
      from,
      results,
      connection: null,
      trustedAuthservId: 'MX.example.org',
    });

  it.each<[string, string]>([
    ['mx.example.org; dmarc=pass header.from=example.com', 'pass'],
    [
      'mx.example.org; dkim=fail (bad; signature) header.d=x; dmarc=pass (p=REJECT sp=REJECT dis=NONE) header.from=example.com',
      'pass',
    ],
    ['mx.example.org 1; dmarc=fail action=none header.from=example.com', 'fail'],
    ['mx.example.org; dkim=pass (2048-bit key) header.d=example.com header.i=@example.com; spf=none', 'pass'],
    ['mx.example.org; dkim=pass header.i="@mail.example.com"', 'pass'],
    ['mx.example.org; spf=pass smtp.mailfrom=bounce@news.example.com', 'pass'],
    ['mx.example.org; spf=pass smtp.mailfrom=bounce@elsewhere.example', 'none'],
    ['mx.example.org; dkim=pass header.d=elsewhere.example; dmarc=none', 'none'],
    ['mx.example.org; none', 'none'],
    ['mx.example.org; reason="dmarc=pass"', 'none'],
    ['mx.example.org (dmarc=pass); spf=none', 'none'],
    ['elsewhere.example; dmarc=pass', 'none'],
    ['mx.example.org.evil.example; dmarc=pass', 'none'],
    ['', 'none'],
  ])('%s is %s', async (header, expected) => {
    expect(await by([header])).toBe(expected);
  });

  it('is that of the topmost header: those below may be forged', async () => {
    expect(await by(['mx.example.org; dmarc=fail', 'mx.example.org; dmarc=pass'])).toBe('fail');
    expect(await by(['mx.example.org; none', 'mx.example.org; dmarc=pass'])).toBe('none');
    expect(await by(['relay.example; dmarc=none', 'mx.example.org; dmarc=pass'])).toBe('pass');
  });

  it('does not take all of a shared domain for one organization', async () => {
    expect(await by(['mx.example.org; dkim=pass header.d=mallory.co.uk'], 'ann@victim.co.uk')).toBe('none');
  });
});
