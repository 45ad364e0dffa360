import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDnsServer } from '../../support/servers/dnsServer.ts';
import { authenticationOf, brokenSignature, keyRecord, mailFrom, signed, useTestDns } from './mails.ts';

let dns: TestDnsServer;

beforeAll(async () => {
  dns = await useTestDns();
  for (const domain of [
    'plain.example',
    'mail.plain.example',
    'reject.example',
    'observed.example',
    'evil.example',
  ])
    dns.set(`s1._domainkey.${domain}`, [keyRecord]);
  for (const domain of ['strict.example', 'mail.strict.example', 'xn--bcher-kva.example'])
    dns.set(`s1._domainkey.${domain}`, [keyRecord]);
  dns.set('_dmarc.reject.example', ['v=DMARC1; p=reject']);
  dns.set('_dmarc.observed.example', ['v=DMARC1; p=none']);
  dns.set('_dmarc.strict.example', ['v=DMARC1; p=reject; adkim=s; aspf=s']);
  dns.set('_dmarc.xn--bcher-kva.example', ['v=DMARC1; p=reject']);
});

afterAll(() => dns.close());

const plain = 'ann@plain.example';
const rejecting = 'ann@reject.example';

describe('a signature', () => {
  it('proves its domain', async () => {
    expect(await authenticationOf(await signed(mailFrom(plain), 'plain.example'), plain)).toBe('pass');
    expect(await authenticationOf(await signed(mailFrom(rejecting), 'reject.example'), rejecting)).toBe(
      'pass',
    );
  });

  it('of a part of the domain proves it, unless its policy is strict', async () => {
    expect(await authenticationOf(await signed(mailFrom(plain), 'mail.plain.example'), plain)).toBe('pass');
    const strict = 'ann@strict.example';
    expect(await authenticationOf(await signed(mailFrom(strict), 'mail.strict.example'), strict)).toBe(
      'fail',
    );
    expect(await authenticationOf(await signed(mailFrom(strict), 'strict.example'), strict)).toBe('pass');
  });

  it('of another domain proves nothing', async () => {
    expect(await authenticationOf(await signed(mailFrom(plain), 'evil.example'), plain)).toBe('none');
    expect(await authenticationOf(await signed(mailFrom(rejecting), 'evil.example'), rejecting)).toBe('fail');
  });

  it.each([
    ['DKIM-Signature', '\v'],
    ['To', '\f'],
    ['Subject', '\u00a0'],
    ['Message-ID', '\r'],
  ])(
    'proves nothing if white space that only its verifier leaves out follows the name %s',
    async (name, space) => {
      const text = (await signed(mailFrom(plain), 'plain.example')).toString('latin1');
      const hidden = text.replace(new RegExp(`(^|\n)${name}:`), `$1${name}${space}:`);
      expect(hidden).not.toBe(text);
      expect(await authenticationOf(Buffer.from(hidden, 'latin1'), plain)).toBe('none');
    },
  );

  describe('of a message with a field twice that it may have once', () => {
    const again = (field: string, name: string) => Buffer.from(`${name}: ${field}\r\n`);

    it.each([
      ['Content-Type', 'text/plain', 'multipart/mixed; boundary=x'],
      ['Content-Transfer-Encoding', '7bit', 'base64'],
      ['MIME-Version', '1.0', '1.1'],
      ['Subject', 'Re: lunch', 'Re: [#1] VPN'],
      ['Date', 'Sat, 28 Nov 2026 03:00:00 +0000', 'Sun, 29 Nov 2026 03:00:00 +0000'],
      ['Reply-To', 'ann@plain.example', 'eve@evil.example'],
      ['In-Reply-To', '<1@portal.test>', '<2@portal.test>'],
      ['References', '<1@portal.test>', '<2@portal.test>'],
      ['Message-ID', '<1@plain.example>', '<2@plain.example>'],
    ])('proves only what it covers: %s', async (name, value, other) => {
      const [before = '', after = ''] = mailFrom(plain)
        .toString()
        .replace(/^(?:Subject|Message-ID):.*\r\n/gm, '')
        .split('\r\n\r\n');
      const mail = Buffer.from(`${before}\r\n${name}: ${value}\r\n\r\n${after}`);
      const headerList = ['from', name] as never;
      const bytes = await signed(mail, 'plain.example', { headerList });
      expect(await authenticationOf(bytes, plain)).toBe('pass');
      // Another case of the name, and a value on a line of its own, are the same field.
      for (const field of [`${name}: ${other}`, `${name.toUpperCase()} :\r\n ${other}`]) {
        const added = Buffer.concat([Buffer.from(`${field}\r\n`), bytes]);
        expect(await authenticationOf(added, plain)).toBe('none');
      }
      expect(await authenticationOf(Buffer.concat([again(value, name), bytes]), plain)).toBe('pass');
      const both = Buffer.concat([again(other, name), mail]);
      const overSigned = await signed(both, 'plain.example', { headerList: ['from', name, name] as never });
      expect(await authenticationOf(overSigned, plain)).toBe('pass');
    });

    it.each(['\f', '\v', '\u00a0', '\r'])('and is read behind odd white space', async (space) => {
      const bytes = await signed(mailFrom(plain), 'plain.example');
      const added = Buffer.from(`X-Note: a\r\n${space}Content-Type: text/html\r\n`, 'latin1');
      expect(await authenticationOf(Buffer.concat([added, bytes]), plain)).toBe('none');
    });
  });

  it('proves a domain in letters of its own language, however it is written', async () => {
    const [unicode, ascii] = ['ann@bücher.example', 'ann@xn--bcher-kva.example'];
    for (const from of [unicode, ascii]) {
      const bytes = await signed(mailFrom(from), 'bücher.example');
      expect(await authenticationOf(bytes, unicode)).toBe('pass');
      expect(await authenticationOf(bytes, ascii)).toBe('pass');
      expect(await authenticationOf(mailFrom(from), from)).toBe('fail');
    }
  });

  it('that is no longer valid proves nothing', async () => {
    const expired = { signTime: new Date('2020-01-01'), expires: new Date('2020-01-02') };
    expect(await authenticationOf(await signed(mailFrom(plain), 'plain.example', expired), plain)).toBe(
      'none',
    );
  });

  it('does not prove a text that was changed', async () => {
    const changed = (await signed(mailFrom(plain), 'plain.example')).toString().replace('Does it', 'Did it');
    expect(await authenticationOf(Buffer.from(changed), plain)).toBe('none');
  });

  it('of the beginning of the text does not prove what was added', async () => {
    const mail = mailFrom(rejecting);
    const partial = await signed(mail, 'reject.example', { maxBodyLength: 'Does it work?\r\n'.length });
    expect(partial.toString()).toMatch(/[; \t]l=15/);
    expect(await authenticationOf(partial, rejecting)).toBe('pass');
    const longer = Buffer.concat([partial, Buffer.from('Pay here: evil.example\r\n')]);
    expect(await authenticationOf(longer, rejecting)).toBe('fail');
  });

  it('that leaves From out proves no sender', async () => {
    // The type says a list, but only a text counts.
    const bytes = await signed(mailFrom(plain), 'plain.example', { headerList: 'Subject' as never });
    expect(bytes.toString()).toContain('h=Subject;');
    expect(await authenticationOf(bytes, plain)).toBe('none');
  });

  it('with SHA-1 proves nothing', async () => {
    const bytes = await signed(mailFrom(plain), 'plain.example', { algorithm: 'rsa-sha1' });
    expect(bytes.toString()).toContain('a=rsa-sha1;');
    expect(await authenticationOf(bytes, plain)).toBe('none');
  });

  it('of one sender does not prove another of the same domain', async () => {
    const bytes = await signed(mailFrom('eve@plain.example'), 'plain.example');
    expect(await authenticationOf(bytes, plain)).toBe('none');
  });

  it('is found among broken ones of the same domain', async () => {
    const mail = mailFrom(rejecting);
    const broken = await brokenSignature(mail, 'reject.example');
    const bytes = Buffer.concat([broken, broken, await signed(mail, 'reject.example')]);
    expect(await authenticationOf(bytes, rejecting)).toBe('pass');
  });

  it('counts with lines that end with LF alone', async () => {
    const bytes = (await signed(mailFrom(plain, 'One\n\n\ttwo  three\n\n'), 'plain.example'))
      .toString()
      .replaceAll('\r\n', '\n');
    expect(await authenticationOf(Buffer.from(bytes), plain)).toBe('pass');
  });
});

describe('a domain', () => {
  it('with a policy disproves all that is not proven, whatever it asks for', async () => {
    expect(await authenticationOf(mailFrom(rejecting), rejecting)).toBe('fail');
    expect(await authenticationOf(mailFrom('ann@observed.example'), 'ann@observed.example')).toBe('fail');
    expect(await authenticationOf(mailFrom('ann@part.reject.example'), 'ann@part.reject.example')).toBe(
      'fail',
    );
  });

  it('without records disproves nothing', async () => {
    expect(await authenticationOf(mailFrom('ann@nothing.example'), 'ann@nothing.example')).toBe('none');
  });

  it.each([
    ['two', ['v=DMARC1; p=reject', 'v=DMARC1; p=none']],
    ['no', ['v=DMARC1']],
    ['unknown', ['v=DMARC1; p=whatever']],
    ['other', ['v=spf1 -all']],
  ])('with %s policies has none', async (name, records) => {
    dns.set(`_dmarc.${name}-policies.example`, records);
    const from = `ann@${name}-policies.example`;
    expect(await authenticationOf(mailFrom(from), from)).toBe('none');
  });

  it.each(['ann@[192.0.2.1]', 'ann@', 'ann', 'ann@a..b', 'ann@reject.example/.evil.example'])(
    'that is none is not asked about: %s',
    async (from) => {
      dns.asked.length = 0;
      expect(await authenticationOf(mailFrom(from), from)).toBe('none');
      expect(dns.asked).toEqual([]);
    },
  );
});

describe('without an answer of DNS', () => {
  const isTriedAgain = async (bytes: Buffer, from: string) =>
    expect(authenticationOf(bytes, from)).rejects.toThrow('DNS did not answer');

  it.each(['SERVFAIL', 'silence'] as const)('a message is tried again: %s', async (answer) => {
    dns.set(`_dmarc.policy-${answer}.example`, answer);
    dns.set(`s1._domainkey.key-${answer}.example`, answer);
    const from = `ann@key-${answer}.example`;
    await Promise.all([
      isTriedAgain(mailFrom(`ann@policy-${answer}.example`), `ann@policy-${answer}.example`),
      isTriedAgain(await signed(mailFrom(from), `key-${answer}.example`), from),
    ]);
  });

  it('says what was asked', async () => {
    dns.set('_dmarc.named.example', 'SERVFAIL');
    const error = authenticationOf(mailFrom('ann@named.example'), 'ann@named.example');
    await expect(error).rejects.toThrow('_dmarc.named.example TXT: ESERVFAIL');
  });

  it('a message is not tried again if the verdict is the same with any', async () => {
    dns.set('s1._domainkey.slow.evil.example', 'SERVFAIL');
    const mail = mailFrom(rejecting);
    expect(await authenticationOf(await signed(mail, 'slow.evil.example'), rejecting)).toBe('fail');
    dns.set('s1._domainkey.slow.reject.example', 'SERVFAIL');
    const bytes = Buffer.concat([
      await brokenSignature(mail, 'slow.reject.example'),
      await signed(mail, 'reject.example'),
    ]);
    expect(await authenticationOf(bytes, rejecting)).toBe('pass');
  });

  it('about the policy, a signature of the very domain is enough, as no policy is stricter', async () => {
    dns.set('_dmarc.unknown.example', 'SERVFAIL');
    for (const domain of ['unknown.example', 'mail.unknown.example'])
      dns.set(`s1._domainkey.${domain}`, [keyRecord]);
    const from = 'ann@unknown.example';
    expect(await authenticationOf(await signed(mailFrom(from), 'unknown.example'), from)).toBe('pass');
    await isTriedAgain(await signed(mailFrom(from), 'mail.unknown.example'), from);
  });
});
