import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeAddress, parseNetworks } from '../../../src/core/outgoing/guard/address.ts';

const judge = (address: string, ...allowed: string[]) => judgeAddress(address, parseNetworks(allowed));

/** First and last address of each block that no one outside may be sent to. */
const forbidden: readonly (readonly [what: string, ...addresses: string[]])[] = [
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private', '10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  ['shared (CGNAT)', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.1', '127.255.255.255', '::1'],
  ['link-local', '169.254.0.0', '169.254.255.255', 'fe80::', 'febf:ffff::'],
  ['protocol assignments', '192.0.0.0', '192.0.0.255', '2001::', '2001:1ff:ffff::'],
  ['documentation', '192.0.2.0', '198.51.100.255', '203.0.113.0', '2001:db8::', '3fff::', '3fff:fff::'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255'],
  ['benchmarking', '198.18.0.0', '198.19.255.255', '2001:2::'],
  ['multicast', '224.0.0.0', '239.255.255.255', 'ff00::', 'ff02::1', 'ffff:ffff::'],
  ['reserved', '240.0.0.0', '255.255.255.254', '4000::', '8000::', 'dfff::'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['unique local', 'fc00::', 'fdff:ffff::'],
  ['site-local', 'fec0::', 'feff:ffff::'],
  ['IPv4-mapped', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1'],
  ['IPv4-compatible', '::127.0.0.1', '::7f00:1', '::8.8.8.8'],
  ['IPv4-translated', '::ffff:0:7f00:1', '::ffff:0:808:808'],
  ['NAT64', '64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::7f00:1', '64:ff9b:1:ffff::'],
  ['6to4', '2002:7f00:1::', '2002:808:808::1', '2002::'],
  ['Teredo', '2001:0:7f00:1::', '2001::80ff:fffe'],
  ['ISATAP', '2606:4700:0:0:200:5efe:7f00:1', '2606:4700::5efe:a00:1', '2606:4700::200:5efe:808:808'],
  ['discard only', '100::', '100::ffff:ffff:ffff:ffff'],
  ['segment routing', '5f00::1'],
];

const open = [
  '8.8.8.8',
  '1.1.1.1',
  '192.0.1.1',
  '172.32.0.1',
  '100.63.255.255',
  '2606:4700::1111',
  '2a00:1450::1',
];

const metadata = [
  '169.254.169.254',
  'fd00:ec2::254',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '::ffff:169.254.169.254',
  '::a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1:a9fe:a9:fe00::',
  '2002:a9fe:a9fe::',
  '2001:0:808:808::5601:5601',
  '::ffff:0:a9fe:a9fe',
  'fe80::5efe:a9fe:a9fe',
];

const everything = ['0.0.0.0/0', '::/0'];

describe('an address', () => {
  it.each(forbidden)('of a block that is forbidden: %s', (_, ...addresses) => {
    expect(addresses.map((address) => judge(address))).toEqual(addresses.map(() => 'forbidden'));
  });

  it.each(open)('%s is public', (address) => expect(judge(address)).toBe('public'));

  it.each(metadata)('%s of metadata is never opened', (address) => {
    expect(judge(address)).toBe('metadata');
    expect(judge(address, ...everything)).toBe('metadata');
  });

  it.each(['fe80::1%eth0', '127.1', '0x7f.0.0.1', '2130706433', '', 'example.com', '1.2.3.4 '])(
    'is none: %j',
    (text) => expect(judge(text, ...everything)).toBe('forbidden'),
  );

  it('is allowed if its network is, and its neighbour is not', () => {
    expect(judge('10.1.2.3', '10.1.0.0/16')).toBe('allowed');
    expect(judge('10.2.0.0', '10.1.0.0/16')).toBe('forbidden');
    expect(judge('fd12::1', '10.1.0.0/16', 'fd12::/32')).toBe('allowed');
    expect(judge('127.0.0.1', '127.0.0.1')).toBe('allowed');
    expect(judge('127.0.0.2', '127.0.0.1')).toBe('forbidden');
  });

  it('is the same in its mapped form', () => {
    expect(judge('::ffff:10.1.2.3', '10.1.0.0/16')).toBe('allowed');
    expect(judge('::ffff:8.8.8.8')).toBe('public');
  });
});

const bytes = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 255 }), { minLength: count, maxLength: count });
const ipv6 = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
const text = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');

describe('whole blocks', () => {
  it('of IPv4 are what their first octets say', () => {
    fc.assert(
      fc.property(fc.constantFrom(0, 10, 127, 224, 239, 240, 255), bytes(3), (first, rest) => {
        expect(judge([first, ...rest].join('.'))).toBe('forbidden');
      }),
    );
  });

  it('of IPv6 outside 2000::/3 lead nowhere', () => {
    fc.assert(
      fc.property(
        ipv6.filter(([first = 0]) => first >> 13 !== 1),
        (groups) => {
          expect(judge(text(groups))).not.toBe('public');
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('that hide an IPv4 address in an IPv6 one are forbidden, whatever it is', () => {
    const prefixes = ['::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'];
    fc.assert(
      fc.property(fc.constantFrom(...prefixes), bytes(4), (prefix, octets) => {
        expect(['forbidden', 'metadata']).toContain(judge(`${prefix}${octets.join('.')}`));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are judged alike in the mapped form', () => {
    fc.assert(
      fc.property(bytes(4), (octets) => {
        expect(judge(`::ffff:${octets.join('.')}`)).toBe(judge(octets.join('.')));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a list of networks', () => {
  it.each(['10.0.0.0/33', 'fd00::/129', '10.0.0/8', 'intranet', 'fe80::1%eth0/64', '10.0.0.0/8/8', '/8', ''])(
    'refuses %j by name',
    (entry) => expect(() => parseNetworks([entry])).toThrow(JSON.stringify(entry)),
  );
});
