import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '../../../src/features/inbound/authentication/verdict.ts';
import type { TestDnsServer } from '../../support/servers/dnsServer.ts';
import { authenticationOf, keyRecord, mailFrom, signed, useTestDns } from './mails.ts';

let dns: TestDnsServer;

beforeAll(async () => {
  dns = await useTestDns();
});

afterAll(() => dns.close());

const listed = '192.0.2.1';
const other = '192.0.2.9';

/** A message over a connection of a server, with its sender in the envelope unless the test names another. */
const over = (ip: string, from: string, rest: Partial<Connection> = {}) =>
  authenticationOf(mailFrom(from), from, { ip, helo: 'mx.provider.example', sender: from, ...rest });

describe('a connection', () => {
  it('proves the domain that lists its server, and disproves one that rules all others out', async () => {
    dns.set('listing.example', ['v=spf1 ip4:192.0.2.1 -all']);
    expect(await over(listed, 'ann@listing.example')).toBe('pass');
    expect(await over(other, 'ann@listing.example')).toBe('fail');
    expect(await over(listed, 'ann@listing.example', { sender: 'bounces@listing.example' })).toBe('pass');
  });

  it('disproves nothing if the domain is not sure, or is broken', async () => {
    dns.set('unsure.example', ['v=spf1 ip4:192.0.2.1 ~all']);
    dns.set('neutral.example', ['v=spf1 ?all']);
    dns.set('broken.example', ['v=spf1 nonsense -all']);
    dns.set('double.example', ['v=spf1 -all', 'v=spf1 -all']);
    dns.set('wrong-range.example', ['v=spf1 ip4:192.0.2.0/99 -all']);
    for (const domain of ['unsure', 'neutral', 'broken', 'double', 'wrong-range', 'nothing'])
      expect(await over(other, `ann@${domain}.example`), domain).toBe('none');
  });

  it('disproves a domain with a policy that it does not prove', async () => {
    dns.set('policy.example', ['v=spf1 ip4:192.0.2.1 ~all']);
    dns.set('_dmarc.policy.example', ['v=DMARC1; p=quarantine']);
    expect(await over(listed, 'ann@policy.example')).toBe('pass');
    expect(await over(other, 'ann@policy.example')).toBe('fail');
  });

  it('proves a strict domain only by that very domain', async () => {
    dns.set('strict.example', ['v=spf1 ip4:192.0.2.1 -all']);
    dns.set('bounces.strict.example', ['v=spf1 ip4:192.0.2.1 -all']);
    dns.set('_dmarc.strict.example', ['v=DMARC1; p=reject; aspf=s']);
    expect(await over(listed, 'ann@strict.example')).toBe('pass');
    expect(await over(listed, 'ann@strict.example', { sender: 'x@bounces.strict.example' })).toBe('fail');
  });

  it('of another sender in the envelope says nothing, and is not asked about', async () => {
    dns.set('mallory.example', ['v=spf1 ip4:192.0.2.1 -all']);
    dns.asked.length = 0;
    for (const ip of [listed, other])
      expect(await over(ip, 'ann@nothing.example', { sender: 'm@mallory.example' })).toBe('none');
    expect(dns.asked).not.toContain('mallory.example TXT');
  });

  it('without a sender in the envelope counts by the name of its server', async () => {
    dns.set('mx.named.example', ['v=spf1 ip4:192.0.2.1 -all']);
    const bounce = { helo: 'mx.named.example', sender: '' };
    expect(await over(listed, 'ann@named.example', bounce)).toBe('pass');
    expect(await over(other, 'ann@named.example', bounce)).toBe('fail');
    expect(await over(listed, 'ann@named.example', { helo: null, sender: '' })).toBe('none');
    expect(await over(listed, 'ann@named.example', { helo: '[192.0.2.1]', sender: '' })).toBe('none');
  });

  it('says nothing if the sender in the envelope, or its address, is not known', async () => {
    dns.set('known.example', ['v=spf1 ip4:192.0.2.1 -all']);
    expect(await over(listed, 'ann@known.example', { helo: 'known.example', sender: null })).toBe('none');
    expect(await over('unknown', 'ann@known.example')).toBe('none');
  });

  it('does not disprove a message with a valid signature', async () => {
    dns.set('both.example', ['v=spf1 -all']);
    dns.set('s1._domainkey.both.example', [keyRecord]);
    const from = 'ann@both.example';
    const connection = { ip: other, helo: null, sender: from };
    expect(await authenticationOf(await signed(mailFrom(from), 'both.example'), from, connection)).toBe(
      'pass',
    );
  });

  it('is looked up by hosts, mail servers and lists of others', async () => {
    dns.set('hosts.example', ['v=spf1 a mx include:list.example -all']);
    dns.set('hosts.example', ['192.0.2.20'], 'A');
    dns.set('hosts.example', ['mx1.hosts.example'], 'MX');
    dns.set('mx1.hosts.example', ['192.0.2.21'], 'A');
    dns.set('mx1.hosts.example', ['20010db8000000000000000000000001'], 'AAAA');
    dns.set('list.example', ['v=spf1 ip4:192.0.2.22 -all']);
    for (const ip of ['192.0.2.20', '192.0.2.21', '192.0.2.22', '2001:db8::1', '::ffff:192.0.2.22'])
      expect(await over(ip, 'ann@hosts.example'), ip).toBe('pass');
    expect(await over(other, 'ann@hosts.example')).toBe('fail');
  });
});

describe('a list of servers that DNS does not tell', () => {
  it.each(['SERVFAIL', 'silence'] as const)('makes a message wait: %s', async (answer) => {
    dns.set(`${answer}.example`, answer);
    await expect(over(listed, `ann@${answer}.example`)).rejects.toThrow('DNS did not answer');
  });

  it('makes a message wait that it could prove, though the rest of the list disproves it', async () => {
    dns.set('outer.example', ['v=spf1 include:inner.example -all']);
    dns.set('inner.example', 'SERVFAIL');
    await expect(over(other, 'ann@outer.example')).rejects.toThrow('inner.example TXT: ESERVFAIL');
  });

  it('makes no message wait that a signature proves', async () => {
    dns.set('waiting.example', 'SERVFAIL');
    dns.set('s1._domainkey.waiting.example', [keyRecord]);
    const from = 'ann@waiting.example';
    const connection = { ip: listed, helo: null, sender: from };
    const bytes = await signed(mailFrom(from), 'waiting.example');
    expect(await authenticationOf(bytes, from, connection)).toBe('pass');
  });

  it('makes a message wait that it may rule out, though the rest of the list proves it', async () => {
    dns.set('all-but.example', ['v=spf1 -include:blocked.example +all']);
    dns.set('blocked.example', 'SERVFAIL');
    await expect(over(other, 'ann@all-but.example')).rejects.toThrow('blocked.example TXT: ESERVFAIL');
  });

  it('makes no message wait for addresses of another kind than its own', async () => {
    dns.set('old.example', ['v=spf1 a -all']);
    dns.set('old.example', ['192.0.2.1'], 'A');
    dns.set('old.example', 'SERVFAIL', 'AAAA');
    expect(await over(listed, 'ann@old.example')).toBe('pass');
    expect(await over(other, 'ann@old.example')).toBe('fail');
    await expect(over('2001:db8::1', 'ann@old.example')).rejects.toThrow('old.example AAAA: ESERVFAIL');
  });

  it('takes a bounded number of lookups, and disproves nothing beyond it', async () => {
    const hosts = [10, 10, 9];
    dns.set('many.example', [`v=spf1 ${hosts.map((_, i) => `mx:m${i}.example`).join(' ')} -all`]);
    for (const [i, count] of hosts.entries()) {
      const names = Array.from({ length: count }, (_, j) => `h${i}-${j}.example`);
      dns.set(`m${i}.example`, names, 'MX');
      for (const name of names) dns.set(name, ['192.0.2.77'], 'A');
    }
    dns.asked.length = 0;
    expect(await over(other, 'ann@many.example')).toBe('none');
    // One is for the policy.
    expect(dns.asked).toHaveLength(61);
  });
});
