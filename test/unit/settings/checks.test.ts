import { expect, it } from 'vitest';
import { checkTokenAddress } from '../../../src/features/settings/checks.ts';

it.each([
  ['https://login.example/token', true],
  ['http://localhost:4000/token', true],
  ['http://127.0.0.1/token', true],
  ['http://[::1]/token', true],
  ['http://login.example/token', false],
  ['http://localhost.example/token', false],
  ['ftp://localhost/token', false],
  ['login.example', false],
])('a client secret goes to another machine over TLS alone: %s', (address, isRight) => {
  expect(checkTokenAddress(address) === true).toBe(isRight);
});
