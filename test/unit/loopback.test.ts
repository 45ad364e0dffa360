import { expect, it } from 'vitest';
import { isLoopback, withoutBrackets } from '../../src/core/shared/addresses/hosts.ts';

it.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.0.0.2', true],
  ['::1', true],
  // Callers that take another spelling bring it into this one.
  ['LOCALHOST', false],
  ['localhost.', false],
  ['[::1]', false],
  ['api.localhost', false],
  ['localhost.example', false],
  ['127.1', false],
  ['127.evil.example', false],
  ['128.0.0.1', false],
  ['0.0.0.0', false],
  ['::', false],
  ['::2', false],
  ['::ffff:127.0.0.1', false],
  ['', false],
])('%s is this machine: %s', (host, isOwn) => {
  expect(isLoopback(host)).toBe(isOwn);
});

it.each([
  ['[::1]', '::1'],
  ['localhost', 'localhost'],
])('the host of a URL loses the brackets alone: %s', (hostname, host) => {
  expect(withoutBrackets(hostname)).toBe(host);
});
