import { afterAll, beforeAll, expect, it } from 'vitest';
import { openReader } from '../../../src/features/inbound/reading/reader.ts';
import type { TestDnsServer } from '../../support/servers/dnsServer.ts';
import { mailFrom, useTestDns } from './mails.ts';

let dns: TestDnsServer;
const reader = openReader();

beforeAll(async () => {
  dns = await useTestDns();
});

afterAll(async () => {
  await reader.close();
  await dns.close();
});

const authenticationOf = (from: string, judgement: 'untold' | 'unjudged' = 'untold') =>
  reader.authenticate('known', {
    bytes: mailFrom(from),
    from,
    judgement,
    connection: null,
  });

it('the thread asks the DNS servers that the process has by then', async () => {
  dns.set('_dmarc.strict.example', ['v=DMARC1; p=reject']);
  expect(await authenticationOf('ann@strict.example')).toBe('fail');
  expect(dns.asked).toContain('_dmarc.strict.example TXT');
});

it('a domain that does not respond is asked for three messages, and left alone then', async () => {
  dns.set('_dmarc.silent.example', 'SERVFAIL');
  for (let count = 0; count < 3; count += 1)
    await expect(authenticationOf('ann@silent.example')).rejects.toThrow('DNS did not answer');
  const { length } = dns.asked;
  await expect(authenticationOf('ann@silent.example')).rejects.toThrow('DNS did not answer');
  expect(dns.asked).toHaveLength(length);
  expect(await authenticationOf('ann@strict.example')).toBe('fail');
  // The verdict of a trusted server needs no DNS.
  expect(await authenticationOf('ann@silent.example', 'unjudged')).toBe('none');
});
