import {
  type PhpmailTransportOptions,
  type ProxyTransportOptions,
  phpmailTransport,
  proxyTransport,
  type SmtpTransportOptions,
  smtpTransport,
} from 'payload-support-portal';
import { describe, expect, it } from 'vitest';

const smtp = (options: unknown) => smtpTransport(options as SmtpTransportOptions);
const proxy = (options: unknown) => proxyTransport(options as ProxyTransportOptions);
const phpmail = (options: unknown) => phpmailTransport(options as PhpmailTransportOptions);
const host = 'mail.example.com';

describe('a transport that cannot be made stops the start with a sentence that names what is wrong', () => {
  it.each<[string, () => unknown, string]>([
    ['no options', () => smtp(undefined), 'has a smtpTransport whose argument has to be an object.'],
    [
      'a host that is not set',
      () => smtp({ host: undefined }),
      'has a smtpTransport whose host has to be a text.',
    ],
    ['an empty host', () => smtp({ host: '' }), 'whose host has to be a text.'],
    [
      'a port in a text',
      () => smtp({ host, port: '587' }),
      'whose port has to be a whole number from 1 to 65535.',
    ],
    [
      'no such port',
      () => smtp({ host, port: 65_536 }),
      'whose port has to be a whole number from 1 to 65535.',
    ],
    ['TLS in a text', () => smtp({ host, secure: 'false' }), 'whose secure has to be true or false.'],
    [
      'no connection',
      () => smtp({ host, maxConnections: 0 }),
      'whose maxConnections has to be a whole number of 1',
    ],
    [
      'a limit in a text',
      () => smtp({ host, limits: { answer: '30s' } }),
      'whose limits.answer has to be a number',
    ],
    [
      'a URL that is not set',
      () => proxy({ url: undefined }),
      'has a proxyTransport whose url has to be a text.',
    ],
    [
      'a URL without http',
      () => proxy({ url: 'api.example.com:443' }),
      'whose url has to be an address that begins',
    ],
    [
      'a path that is none',
      () => phpmail({ path: 7 }),
      'has a phpmailTransport whose path has to be a text.',
    ],
  ])('%s', (_, make, sentence) => {
    expect(make).toThrow(sentence);
  });

  it('without saying the password', () => {
    expect(() => smtp({ host, user: 'ann', password: 4711 })).toThrow(/^[^4]*password has to be a text\.$/);
  });

  it('and one that can does not', () => {
    expect(() => smtp({ host, port: null, user: null, password: null })).not.toThrow();
    expect(() => proxy({ url: 'https://api.example.com/emails', token: null })).not.toThrow();
    expect(() => phpmail({})).not.toThrow();
  });
});
