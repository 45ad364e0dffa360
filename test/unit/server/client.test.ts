import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { TrustedProxies } from '../../../src/server/environment.ts';
import { buildClientOf } from '../../../src/server/http/client.ts';

const request = (remoteAddress: string, headers: Record<string, string>) =>
  ({ headers: { host: 'inside:3000', ...headers }, socket: { remoteAddress } }) as unknown as IncomingMessage;

const ask = (trusted: TrustedProxies, remoteAddress: string, headers: Record<string, string>) =>
  buildClientOf(trusted, 'fallback')(request(remoteAddress, headers));

const proxies = (count: number): TrustedProxies => ({ by: 'count', count });
const privateNetwork: TrustedProxies = {
  by: 'network',
  networks: [
    { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
    { address: 'fd00::', prefix: 8, family: 'ipv6' },
  ],
};

const lies = {
  'x-forwarded-for': '6.6.6.6',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'evil.example',
};

describe('who asks', () => {
  test('is the connection itself if no proxy is trusted, whatever the headers say', () => {
    expect(ask(proxies(0), '203.0.113.9', lies)).toEqual({
      address: '203.0.113.9',
      protocol: 'http',
      host: 'inside:3000',
      hostIsForwarded: false,
    });
    expect(ask(privateNetwork, '203.0.113.9', lies)).toMatchObject({
      address: '203.0.113.9',
      host: 'inside:3000',
    });
  });

  test('is whom the trusted proxy names', () => {
    const headers = {
      'x-forwarded-for': '198.51.100.7',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'help.example',
    };
    const client = {
      address: '198.51.100.7',
      protocol: 'https',
      host: 'help.example',
      hostIsForwarded: true,
    };
    expect(ask(proxies(1), '10.0.0.2', headers)).toEqual(client);
    expect(ask(privateNetwork, '::ffff:10.0.0.2', headers)).toEqual(client);
  });

  test('is never what the client itself wrote before the proxies', () => {
    const headers = {
      'x-forwarded-for': '6.6.6.6, 198.51.100.7, 10.0.0.1',
      'x-forwarded-host': 'evil.example, help.example',
    };
    expect(ask(proxies(1), '10.0.0.2', headers)).toMatchObject({ address: '10.0.0.1', host: 'help.example' });
    expect(ask(proxies(2), '10.0.0.2', headers).address).toBe('198.51.100.7');
    expect(ask(privateNetwork, '10.0.0.2', headers).address).toBe('198.51.100.7');
  });

  test('is read without ports and brackets, and up to the first word that is no address', () => {
    expect(ask(proxies(1), '10.0.0.2', { 'x-forwarded-for': '[2001:db8::1]:443' }).address).toBe(
      '2001:db8::1',
    );
    expect(ask(proxies(1), '10.0.0.2', { 'x-forwarded-for': '198.51.100.7:5000' }).address).toBe(
      '198.51.100.7',
    );
    expect(ask(proxies(1), '10.0.0.2', { 'x-forwarded-for': 'unknown' }).address).toBe('10.0.0.2');
  });

  test('has the public host if it names none', () => {
    expect(buildClientOf(proxies(0), 'help.example')(request('127.0.0.1', { host: '' })).host).toBe(
      'help.example',
    );
  });
});
