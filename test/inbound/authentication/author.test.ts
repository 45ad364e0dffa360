import { afterAll, beforeAll, expect, it } from 'vitest';
import { domainOf } from '../../../src/core/shared/addresses/hosts.ts';
import { readMessage } from '../../../src/features/inbound/message/readMessage.ts';
import type { TestDnsServer } from '../../support/servers/dnsServer.ts';
import { keyRecord, signed, useTestDns, verdictOn } from './mails.ts';

let dns: TestDnsServer;

beforeAll(async () => {
  dns = await useTestDns();
  dns.set('s1._domainkey.evil.example', [keyRecord]);
});

afterAll(() => dns.close());

const pieces = [
  'client@example.com',
  'x@evil.example',
  '<client@example.com>',
  '<x@evil.example>',
  '"client@example.com"',
  '"x@evil.example',
  '(client@example.com)',
  '(x',
  ', ',
  ':',
  ';',
  '\\',
  '"',
  '=?utf-8?q?client=40example.com?=',
  '\0',
  '\r\nFrom: ',
  '\r\n ',
  'Ann',
  ' ',
];

/** The same numbers at each run, from a seed. */
const numbers = (seed: number) => (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};

it('the sender is always of the domain that was proven, however From is written', async () => {
  const random = numbers(28);
  let proven = 0;
  for (let round = 0; round < 400; round += 1) {
    const from = Array.from({ length: 1 + random(5) }, () => pieces[random(pieces.length)]).join('');
    const mail = Buffer.from(`From: ${from}\r\nTo: support@portal.test\r\nSubject: Hello\r\n\r\nHi.\r\n`);
    const bytes = await signed(mail, 'evil.example').catch(() => mail);
    const { author } = await readMessage(bytes);
    if (author.kind !== 'one') continue;
    const proof = { bytes, from: author.address, connection: null };
    const own = await verdictOn({
      ...proof,
      serverResults: { results: [], isReceived: true },
      trustedAuthservId: null,
    });
    const trusted = await verdictOn({
      ...proof,
      serverResults: { results: ['mx; dmarc=pass header.from=evil.example'], isReceived: true },
      trustedAuthservId: 'mx',
    });
    if (own === 'pass') proven += 1;
    if (own === 'pass' || trusted === 'pass') expect(domainOf(author.address), from).toBe('evil.example');
  }
  expect(proven).toBeGreaterThan(0);
});
