import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestDnsServer } from '../../support/servers/dnsServer.ts';
import { authenticationOf, brokenSignature, keyRecord, mailFrom, signed, useTestDns } from './mails.ts';

const from = 'ann@victim.example';
const largest = 35 * 1024 * 1024;

let dns: TestDnsServer;

beforeAll(async () => {
  dns = await useTestDns();
  dns.set('_dmarc.victim.example', ['v=DMARC1; p=reject']);
  dns.set('s1._domainkey.victim.example', [keyRecord]);
});

beforeEach(() => {
  dns.asked.length = 0;
});

afterAll(() => dns.close());

const keysAsked = () => dns.asked.filter((question) => question.includes('_domainkey'));

describe('a forger does not pass for the victim', () => {
  it.each(['victim.example/.evil.example', 'victim.example/x.evil.example', 'victim.example#.evil.example'])(
    'with a key below a name that looks like the victim’s in a URL: %s',
    async (domain) => {
      dns.set(`s1._domainkey.${domain}`, [keyRecord]);
      expect(await authenticationOf(await signed(mailFrom(from), domain), from)).toBe('fail');
    },
  );

  it('with lookups that many signatures use up', async () => {
    const mail = mailFrom(from);
    const fields = await Promise.all(
      Array.from({ length: 200 }, (_, i) => brokenSignature(mail, `d${i}.evil.example`)),
    );
    expect(await authenticationOf(Buffer.concat([...fields, mail]), from)).toBe('fail');
    expect(dns.asked).toEqual(['_dmarc.victim.example TXT']);
  });

  it.each([
    ['blank lines before the header', '\r\n\r\n'],
    ['a byte order mark', '\uFEFF'],
    ['a second sender, which another reader does not see', 'From: eve@evil.example\r\n'],
    ['bare CR', 'X: y\r\r'],
  ])('with %s', async (_what, prefix) => {
    const bytes = Buffer.concat([Buffer.from(prefix), await signed(mailFrom(from), 'evil.example')]);
    expect(await authenticationOf(bytes, from)).toBe('fail');
    const genuine = await signed(mailFrom('eve@evil.example'), 'evil.example');
    expect(await authenticationOf(Buffer.concat([Buffer.from(prefix), genuine]), from)).toBe('fail');
  });

  it('with seals of forwarders, whose keys are not asked for', async () => {
    const mail = mailFrom(from);
    const [field] = (await signed(mail, 'sealer.example')).toString().split('\r\nFrom: ', 1);
    const seal = field?.replace('v=1;', 'i=1; cv=none;');
    const fields = [
      seal?.replace('DKIM-Signature', 'ARC-Seal').replace(/\s+h=[^;]*;/, ''),
      seal?.replace('DKIM-Signature', 'ARC-Message-Signature'),
      'ARC-Authentication-Results: i=1; mx.portal.test; dmarc=pass',
      '',
    ].join('\r\n');
    const broken = await brokenSignature(mail, 'victim.example');
    expect(await authenticationOf(Buffer.concat([Buffer.from(fields), broken, mail]), from)).toBe('fail');
    expect(keysAsked()).toEqual(['s1._domainkey.victim.example TXT']);
  });

  it.each([
    ['dates that are none', 't=999999999999999999; '],
    ['a length that is none', 'l=many; '],
    ['a negative length', 'l=-1; '],
    ['an algorithm that is none', 'a=rsa-md5; '],
    ['a selector longer than DNS allows', `s=${'s'.repeat(80)}; `],
    ['a selector of the wrong letters', 's=../%00 ü; '],
    ['tags of objects', '__proto__=1; constructor=2; '],
  ])('with %s', async (_what, tags) => {
    const mail = mailFrom(from);
    const bytes = Buffer.concat([await brokenSignature(mail, 'victim.example', tags), mail]);
    expect(await authenticationOf(bytes, from)).toBe('fail');
  });
});

describe('a message costs no more than it should', () => {
  const useful = (field: Buffer, i: number) =>
    Buffer.from(field.toString().replace('v=1;', `v=1; l=${i + 36_000_000};`));

  it('with a thousand signatures of its own domain', async () => {
    const mail = mailFrom(from);
    const field = await brokenSignature(mail, 'victim.example');
    const same = Array.from({ length: 1_000 }, () => field);
    expect(await authenticationOf(Buffer.concat([...same, mail]), from)).toBe('fail');
    expect(keysAsked()).toHaveLength(5);
  });

  it('with a thousand signatures of other lengths, and the largest text', async () => {
    const body = `${'x'.repeat(74)}\n`.repeat(largest / 76);
    const mail = mailFrom(from, body);
    const field = await brokenSignature(mailFrom(from), 'victim.example');
    const bytes = Buffer.concat([...Array.from({ length: 1_000 }, (_, i) => useful(field, i)), mail]);
    expect(await authenticationOf(bytes, from)).toBe('fail');
  });

  it.each([
    ['the largest text, of one line', 'x'.repeat(largest)],
    ['a text of lines without text', '\n'.repeat(200_000)],
    ['a text of lines to be mended', `${'\t '.repeat(40)}x\n`.repeat(100_000)],
  ])('with %s', async (_what, body) => {
    const bytes = await signed(mailFrom(from, body), 'victim.example');
    expect(await authenticationOf(bytes, from)).toBe('pass');
    const bare = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
    expect(await authenticationOf(bare, from)).toBe('pass');
  });

  it.each([
    ['of many lines', 'X: y\r\n'.repeat(100_000)],
    ['of one folded field', `X: y\r\n${' \r\n\tz\r\n'.repeat(100_000)}`],
    ['of one long line', `X: ${'y'.repeat(largest)}\r\n`],
    ['without an end', `X: ${'y'.repeat(1_000)}`],
  ])('with a header %s: its signatures do not count', async (_what, prefix) => {
    const bytes = Buffer.concat([Buffer.from(prefix), await signed(mailFrom(from), 'victim.example')]);
    expect(await authenticationOf(bytes, from)).toBe('fail');
  });

  it('with a sender longer than any: its signatures do not count', async () => {
    const sender = (length: number) => signed(mailFrom(`${from} (${'x'.repeat(length)})`), 'victim.example');
    expect(await authenticationOf(await sender(1_000), from)).toBe('pass');
    expect(await authenticationOf(await sender(20_000), from)).toBe('fail');
  });

  it('with a key that is huge, or none', async () => {
    const records = [
      'v=DKIM1; p=',
      `v=DKIM1; k=rsa; p=${'A'.repeat(60_000)}`,
      'x'.repeat(60_000),
      ';'.repeat(60_000),
    ];
    for (const [i, record] of records.entries()) {
      dns.set(`s1._domainkey.key${i}.victim.example`, [record]);
      const bytes = await signed(mailFrom(from), `key${i}.victim.example`);
      expect(await authenticationOf(bytes, from)).toBe('fail');
    }
    dns.set('s1._domainkey.padded.victim.example', [`${keyRecord}; n=${'long'.repeat(10_000)}`]);
    const padded = await signed(mailFrom(from), 'padded.victim.example');
    expect(await authenticationOf(padded, from)).toBe('pass');
  });
});
