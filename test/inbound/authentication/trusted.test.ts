import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMessage } from '../../../src/features/inbound/message/readMessage.ts';
import type { TestDnsServer } from '../../support/servers/dnsServer.ts';
import { keyRecord, mailFrom, signed, useTestDns, verdictOn } from './mails.ts';

/** The verdict on a message with these fields on top of it, read as the portal reads one. */
const verdict = async (fields: string, authservId: string, from = 'ann@example.com') => {
  const text = `${fields}\nReceived: from mx.elsewhere.example by mx.portal.test\nFrom: ${from}\nTo: support@portal.test\nSubject: Hello\n\nDoes it work?\n`;
  const bytes = Buffer.from(text.replaceAll('\n', '\r\n'));
  const { serverResults } = await readMessage(bytes);
  return verdictOn({ bytes, from, serverResults, connection: null, trustedAuthservId: authservId });
};

const google = (dmarc: string) => `Authentication-Results: mx.google.com;
       dkim=pass header.i=@example.com header.s=20230601 header.b=Gq1tYyzA;
       spf=pass (google.com: domain of ann@example.com designates 209.85.220.41 as permitted sender) smtp.mailfrom=ann@example.com;
       dmarc=${dmarc} (p=REJECT sp=REJECT dis=NONE) header.from=example.com;
       dara=pass header.i=@gmail.com`;

const fastmail = (dmarc: string) => `Authentication-Results: mx5.messagingengine.com;
    arc=none (no signatures found);
    bimi=skipped (DMARC Policy is not at enforcement);
    dkim=pass (2048-bit rsa key sha256) header.d=example.com
      header.i=@example.com header.b=pNdUoE4e header.a=rsa-sha256
      header.s=fm2 x-bits=2048;
    dmarc=${dmarc} policy.published-domain-policy=reject
      policy.applied-disposition=none policy.evaluated-disposition=none
      (p=reject,d=none,d.eval=none) policy.policy-from=p header.from=example.com;
    iprev=pass smtp.remote-ip=66.111.4.25 (wout1-smtp.messagingengine.com);
    spf=pass smtp.mailfrom=ann@example.com smtp.helo=wout1-smtp.messagingengine.com`;

const rspamd = (dmarc: string) => `Authentication-Results: mail.portal.test;
\tdkim=pass header.d=example.com header.s=dkim header.b=RzWnLb7m;
\tarc=none;
\tdmarc=${dmarc} (policy=reject) header.from=example.com;
\tspf=pass (mail.portal.test: domain of ann@example.com designates 192.0.2.1 as permitted sender) smtp.mailfrom=ann@example.com`;

const hotmail = (
  dmarc: string,
) => `Authentication-Results: hotmail.com; spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.com;
 dkim=pass (signature was verified) header.d=example.com;dmarc=${dmarc} action=none
 header.from=example.com;compauth=pass reason=100`;

const openDmarc = (
  dmarc: string,
) => `Authentication-Results: mx.portal.test; dmarc=${dmarc} (p=reject dis=none)
 header.from=example.com
Authentication-Results: mx.portal.test;
\tdkim=pass (2048-bit key; unprotected) header.d=example.com header.i=@example.com header.a=rsa-sha256
\t header.s=s1 header.b=AbCdEfGh; dkim-atps=neutral`;

describe('a field with bytes that are no UTF-8, in a message whose charset is UTF-16', () => {
  const read = (fields: string) =>
    readMessage(
      Buffer.from(`${fields}\r\nContent-Type: text/plain; charset=utf-16le\r\n\r\nHi.\r\n`, 'latin1'),
    );

  it('hides neither itself nor the next one', async () => {
    const twice = await read(
      'From: low@agency.example (\xff)\r\nX-A: b\r\nFrom: ed@agency.example\r\nTo: s@portal.test',
    );
    expect(twice.author.kind).not.toBe('one');
    const { serverResults } = await read(
      'Authentication-Results: mx; dmarc=fail smtp.helo=\xff\r\nAuthentication-Results: mx; dmarc=pass\r\nReceived: from a (\xff) by mx\r\nAuthentication-Results: mx; dmarc=pass\r\nFrom: a@b.example',
    );
    expect(serverResults.results).toHaveLength(2);
    expect(serverResults.isReceived).toBe(true);
  });
});

it('a failure counts, though an address that was copied into the field opens a quotation before it', async () => {
  const copied = google('fail').replace('smtp.mailfrom=ann@example.com', 'smtp.mailfrom="ann@example.com');
  const later = google('pass').replace('Authentication-Results: mx.google.com;', '').trim();
  expect(await verdict(`${copied} x="; ${later}`, 'mx.google.com')).toBe('fail');
});

describe('the verdict of', () => {
  it.each([
    ['Google', google, 'mx.google.com'],
    ['Fastmail', fastmail, 'mx5.messagingengine.com'],
    ['rspamd', rspamd, 'mail.portal.test'],
    ['Hotmail', hotmail, 'hotmail.com'],
    ['OpenDMARC', openDmarc, 'MX.Portal.TEST'],
  ])('%s is read', async (_name, form, id) => {
    expect(await verdict(form('pass'), id)).toBe('pass');
    expect(await verdict(form('fail'), id)).toBe('fail');
    expect(await verdict(form('pass'), 'mx.elsewhere.example')).toBe('none');
    // It read another `From`.
    expect(await verdict(form('pass'), id, 'ann@elsewhere.example')).toBe('fail');
  });

  it('Microsoft 365 counts for no one: it does not say whose it is', async () => {
    const microsoft = hotmail('pass').replace(' hotmail.com;', '');
    for (const id of ['', 'spf=pass', 'protection.outlook.com', 'hotmail.com'])
      expect(await verdict(microsoft, id)).toBe('none');
  });

  it('a server counts by its DMARC alone', async () => {
    const said = (rest: string) =>
      verdict(`Authentication-Results: mx.portal.test; ${rest}`, 'mx.portal.test');
    const by = (rest: string) => said(`dmarc=none header.from=example.com; ${rest}`);
    expect(await said('dkim=pass header.d=example.com')).toBe('none');
    expect(await said('dmarc=pass; dkim=pass header.d=example.com')).toBe('none');
    expect(await said('dmarc=pass header.from=mail.example.com')).toBe('none');
    expect(await said('dmarc=pass header.from=ann@example.com')).toBe('pass');
    expect(await said('dmarc=pass header.from=bob@example.com')).toBe('none');
    expect(await said('dmarc=bestguesspass header.from=example.com')).toBe('none');
    expect(await by('dkim=pass header.d=example.com')).toBe('none');
    expect(await by('spf=pass smtp.mailfrom=ann@example.com')).toBe('none');
    expect(await by('spf=fail smtp.mailfrom=ann@example.com; dkim=fail header.d=example.com')).toBe('fail');
    expect(await by('spf=fail smtp.mailfrom=ann@example.com; dkim=pass header.d=example.com')).toBe('none');
    expect(await by('spf=fail smtp.mailfrom=ann@elsewhere.example')).toBe('none');
  });
});

describe('the signature of a domain without a policy', () => {
  let dns: TestDnsServer;

  beforeAll(async () => {
    dns = await useTestDns();
    for (const domain of ['plain.example', 'evil.example']) dns.set(`s1._domainkey.${domain}`, [keyRecord]);
  });

  afterAll(() => dns.close());

  const from = 'ann@plain.example';

  const proofOf = async (signer: string, results: string) => {
    const header = `Authentication-Results: mx.portal.test; ${results}\r\nReceived: by mx.portal.test\r\n`;
    const bytes = Buffer.concat([Buffer.from(header), await signed(mailFrom(from), signer)]);
    const { serverResults } = await readMessage(bytes);
    return verdictOn({
      bytes,
      from,
      serverResults,
      connection: null,
      trustedAuthservId: 'mx.portal.test',
    });
  };

  it('proves the sender if the portal finds it valid', async () => {
    const unjudged = 'dkim=pass header.d=plain.example; dmarc=none header.from=plain.example';
    expect(await proofOf('plain.example', unjudged)).toBe('pass');
    expect(await proofOf('evil.example', unjudged)).toBe('none');
    expect(await proofOf('plain.example', 'dmarc=fail header.from=plain.example')).toBe('fail');
  });

  it('proves nothing while DNS does not answer', async () => {
    dns.set('s1._domainkey.plain.example', 'SERVFAIL');
    const unjudged = 'dkim=pass header.d=plain.example; dmarc=none header.from=plain.example';
    expect(await proofOf('plain.example', unjudged)).toBe('none');
  });
});

describe('a forger writes into the verdict', () => {
  const by = (header: string) => verdict(`Authentication-Results: ${header}`, 'mx.portal.test');

  it('in a comment or in quotes, and is not read', async () => {
    expect(await by('mx.portal.test (a (nested) one; dmarc=pass); spf=none')).toBe('none');
    expect(await by('mx.portal.test; spf=none (an "; dmarc=pass); dkim=none')).toBe('none');
    expect(await by('mx.portal.test; spf=fail (a 5" one); dmarc=fail (x)')).toBe('fail');
    expect(await by('mx.portal.test; spf=fail smtp.mailfrom="x; dmarc=pass"@evil.example')).toBe('none');
    expect(await by('mx.portal.test; spf=fail smtp.mailfrom="\\"; dmarc=pass; \\""@evil.example')).toBe(
      'none',
    );
    expect(await by('mx.portal.test; spf=fail (x; dmarc=pass')).toBe('none');
    expect(await by('mx.portal.test; spf=fail reason="x; dmarc=pass')).toBe('none');
  });

  it('past a comment, and the server’s own verdict counts', async () => {
    expect(await by('mx.portal.test; spf=fail (of x); dmarc=pass (@evil.example); dmarc=fail')).toBe('fail');
  });

  it.each([
    'spf=pass smtp.mailfrom=example.com x@evil.example; dkim=none',
    'spf=pass smtp.mailfrom=x; dkim=pass header.d=example.com y@evil.example',
    'spf=pass smtp.mailfrom=x; dkim=pass header.d=example.com header.z=y@evil.example',
    'spf=pass smtp.mailfrom="a"b; dkim=pass header.d=example.com y"@evil.example',
    'spf=pass (domain of a) smtp.mailfrom=example.com (b@evil.example designates) smtp.mailfrom=evil.example',
    'spf=pass smtp.mailfrom=x; dkim=pass header.d=example.com; dkim=none header.i=y@evil.example',
  ])('by the envelope’s sender, of a domain without a policy: %s', async (copied) => {
    expect(await by(`mx.portal.test; ${copied}; dmarc=none header.from=example.com`)).toBe('none');
    expect(await by(`mx.portal.test; dmarc=none header.from=example.com; ${copied}`)).toBe('none');
  });

  it('the verdict of DMARC, and not so that the header stays plain', async () => {
    const forged = 'mx.portal.test; dmarc=pass header.from=example.com';
    expect(await by(forged)).toBe('pass');
    expect(await by(`${forged};`)).toBe('pass');
    for (const rest of [
      ' y@evil.example',
      ' header.from=example.com',
      '; spf=pass smtp.mailfrom=a smtp.mailfrom=b',
      '; spf=pass smtp.mailfrom=a)',
      '; spf=pass (a; dkim=none',
      '; spf=pass smtp.mailfrom="a; dkim=none',
      '; y@evil.example',
      '; spf=pass smtp.mailfrom="a; dmarc=none header.from=example.com; spf="@evil.example',
      '; spf=pass (a; dmarc=none header.from=example.com)',
    ])
      expect(await by(`${forged}${rest}`), rest).toBe('none');
  });

  it('of a name that only looks like that of the server', async () => {
    for (const id of [
      'mx.portal.test.evil.example',
      '"mx.portal.test x"',
      'mx.portal.testx',
      '(mx.portal.test)',
    ])
      expect(await by(`${id}; dmarc=pass header.from=example.com`), id).toBe('none');
    expect(await by('"mx.portal.test" 1; dmarc=pass header.from=example.com')).toBe('pass');
  });

  it('below it, and only the topmost counts', async () => {
    const forged = 'Authentication-Results: mx.portal.test; dmarc=pass header.from=example.com';
    const own = 'Authentication-Results: mx.portal.test; dmarc=fail header.from=example.com';
    const silent = 'Authentication-Results: mx.portal.test; none';
    const relay = 'Authentication-Results: relay.example; dmarc=fail header.from=example.com';
    expect(await verdict(`${own}\nReceived: by mx.portal.test\n${forged}`, 'mx.portal.test')).toBe('fail');
    expect(await verdict(`${silent}\n${forged}`, 'mx.portal.test')).toBe('none');
    expect(await verdict(`${relay}\n${forged}`, 'mx.portal.test')).toBe('fail');
    expect(await verdict(`${forged}\n${own}`, 'mx.portal.test')).toBe('fail');
    const none = 'Authentication-Results: mx.portal.test; dmarc=none header.from=example.com';
    expect(await verdict(`${forged}\n${none}`, 'mx.portal.test')).toBe('none');
    expect(await verdict(`${none}\n${forged}`, 'mx.portal.test')).toBe('none');
    expect(await verdict(`Received: by mx.portal.test\n${forged}`, 'mx.portal.test')).toBe('none');
    expect(await verdict(`Subject: none`, 'mx.portal.test')).toBe('none');
  });

  it.each([' ', ' =', '"\\', '"\\"', '(', ')', '(\\', '";', 'a="b ', '=', '\\', '; dkim=pass header.d='])(
    'a hundred thousand times: %s',
    async (text) => {
      const header = `${text.repeat(Math.floor(99_000 / text.length))}\\`;
      expect(await by(header)).toBe('none');
      expect(await by(`mx.portal.test; ${header}`)).toBe('none');
    },
  );
});
