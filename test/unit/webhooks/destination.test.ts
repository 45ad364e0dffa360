import type { LookupAddress } from 'node:dns';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseNetworks } from '../../../src/core/outgoing/guard/address.ts';
import { findDestination, judgeUrl } from '../../../src/core/outgoing/guard/destination.ts';

const guard = (allowed: string[] = [], addresses: string[] = []) => ({
  allowedNetworks: parseNetworks(allowed),
  resolve: async (): Promise<LookupAddress[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
});

const kindOf = async (url: string, allowed: string[] = [], addresses: string[] = []) =>
  (await findDestination(url, guard(allowed, addresses))).kind;

const loopbackForms = [
  'https://127.0.0.1',
  'https://127.1',
  'https://2130706433',
  'https://0x7f000001',
  'https://0177.0.0.1',
  'https://0x7f.1',
  'https://0',
  'https://１２７.０.０.１',
  'https://127.0.0.1.',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://[::127.0.0.1]',
  'https://[0:0:0:0:0:ffff:7f00:1]:8443/x',
  'https://[64:ff9b::7f00:1]',
];

describe('a URL', () => {
  it.each(loopbackForms)('%s is refused before anything is resolved', (url) => {
    expect(judgeUrl(url, guard())).toMatchObject({ kind: 'blocked' });
  });

  it.each([
    'https://localhost',
    'https://LOCALHOST.:8443',
    'https://api.localhost',
    'https://a.b.localhost.',
    'http://localhost',
  ])('%s is refused whatever is allowed', (url) => {
    const { kind, message } = judgeUrl(url, guard(['0.0.0.0/0', '::/0'])) ?? {};
    expect([kind, String(message)]).toEqual(['blocked', expect.stringContaining('enter the IP address')]);
  });

  it.each(['https://notlocalhost', 'https://localhost.example.com'])('%s is no name of localhost', (url) => {
    expect(judgeUrl(url, guard())).toBeNull();
  });

  it.each(['https:///example.com', 'https:example.com', 'https:/example.com', 'https:\\\\example.com'])(
    '%s, which would have to be repaired, is refused',
    (url) => expect(String(judgeUrl(url, guard())?.message)).toContain('slashes'),
  );

  it.each([
    'https://user@example.com',
    'https://:secret@example.com',
    'https://a:b@8.8.8.8',
    'https://@example.com',
    'https://:@example.com/',
  ])('%s with credentials is refused', (url) =>
    expect(String(judgeUrl(url, guard())?.message)).toContain('password'),
  );

  it.each([
    'https://8.8.8.8/\0',
    '\0https://8.8.8.8',
    'https://8.8.8.8/?a=\ud800',
    'https://8.8.8.8/a\n\tb',
    ' https://8.8.8.8',
    'https://8.8.8.8/ ',
  ])('%j is refused for what a reader would not see in it', (url) => {
    expect(String(judgeUrl(url, guard())?.message)).toContain('white space');
  });

  it.each([
    'ftp://example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'example.com',
    '',
    'https://',
    'https://8.8.8.8:0/hook',
  ])('%j is refused', (url) => expect(judgeUrl(url, guard())).toMatchObject({ kind: 'blocked' }));

  it('may have any port', async () => {
    expect(await kindOf('https://example.com:25/', [], ['8.8.8.8'])).toBe('destination');
  });

  it('without TLS is for networks that are allowed', async () => {
    expect(await kindOf('http://10.0.0.1', ['10.0.0.0/8'])).toBe('destination');
    expect(await kindOf('http://intranet.example', ['10.0.0.0/8'], ['10.0.0.1'])).toBe('destination');
    expect(await kindOf('http://example.com', ['10.0.0.0/8'], ['8.8.8.8'])).toBe('blocked');
    expect(await kindOf('http://mixed.example', ['10.0.0.0/8'], ['10.0.0.1', '8.8.8.8'])).toBe('blocked');
    expect(await kindOf('https://8.8.8.8', ['10.0.0.0/8'])).toBe('destination');
  });
});

describe('a name', () => {
  it('leads to all its addresses', async () => {
    expect(await findDestination('https://example.com', guard([], ['8.8.8.8', '2606:4700::1111']))).toEqual({
      kind: 'destination',
      addresses: [
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700::1111', family: 6 },
      ],
    });
  });

  it('is refused as a whole if one of them is forbidden', async () => {
    expect(await kindOf('https://mixed.example', [], ['8.8.8.8', '10.0.0.1'])).toBe('blocked');
    expect(await kindOf('https://mixed.example', [], ['::1', '8.8.8.8'])).toBe('blocked');
    expect(await kindOf('https://mixed.example', ['0.0.0.0/0'], ['8.8.8.8', '169.254.169.254'])).toBe(
      'blocked',
    );
  });

  it('that does not resolve is no rejection', async () => {
    expect(await kindOf('https://unknown.example')).toBe('dns');
    const failing = { allowedNetworks: [], resolve: () => Promise.reject(new Error('no')) };
    expect(await findDestination('https://unknown.example', failing)).toMatchObject({ kind: 'dns' });
  });

  it('that hangs is given up, and is no rejection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const hanging = { allowedNetworks: [], resolve: () => new Promise<never>(() => {}) };
    const found = findDestination('https://hanging.example', hanging);
    vi.runAllTimers();
    expect(await found).toEqual({ kind: 'dns', message: expect.stringContaining('not resolved in time') });
  });

  it('is asked of the system, its own hosts included', async () => {
    expect(await findDestination('https://name.invalid', { allowedNetworks: [] })).toMatchObject({
      kind: 'dns',
    });
  });
});
