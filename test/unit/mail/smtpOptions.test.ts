import { describe, expect, it } from 'vitest';
import {
  resolveSmtpOptions,
  smtpOptionsFromUrl,
} from '../../../src/features/mail/chain/transports/smtp/options.ts';

describe('an SMTP address', () => {
  it.each([
    ['smtp://mail.x.io', { host: 'mail.x.io', port: 25, secure: false, login: null }],
    ['smtp://mail.x.io:2525/', { host: 'mail.x.io', port: 2525, secure: false }],
    ['smtp://u:p@mail.x.io', { port: 587, login: { user: 'u', password: 'p' } }],
    ['smtps://u:p@mail.x.io', { port: 465, secure: true }],
    ['smtps://mail.x.io:587', { port: 587, secure: true }],
    ['SMTP://mail.x.io', { secure: false }],
    ['smtp://[::1]:1025', { host: '::1', port: 1025 }],
    ['smtp://u%40x.io:p%2F%3F%23%25%3A%20@mail.x.io', { login: { user: 'u@x.io', password: 'p/?#%: ' } }],
    ['smtp://u:p:q@mail.x.io', { login: { user: 'u', password: 'p:q' } }],
    ['smtp://u@mail.x.io', { login: { user: 'u', password: '' } }],
  ])('%s is understood', (url, expected) => {
    expect(resolveSmtpOptions(smtpOptionsFromUrl(url))).toMatchObject(expected);
  });

  it.each([
    '',
    'mail.x.io',
    'mail.x.io:25',
    'http://u:s3cr3t@mail.x.io',
    'smtp:u:s3cr3t@mail.x.io',
    'smtp://',
    'smtp://u:s3cr3t@',
    'smtp://u:s3cr3t@mail.x.io:70000',
    'smtp://u:s3cr3t@mail.x.io:0',
    'smtp://u:s3cr3t/x@mail.x.io',
    'smtp://u:s3cr3t#x@mail.x.io',
    'smtp://u:s3cr3t%@mail.x.io',
    'smtp://u:s3cr3t@mail.x.io/path',
    'smtp://u:s3cr3t@mail.x.io?pool=1',
    'smtp://u:s3cr3t@mail.x.io#x',
  ])('%j is refused in a sentence without the password', (url) => {
    const error = catchError(() => smtpOptionsFromUrl(url));
    expect(error?.message).toMatch(/^\S.+\.$/);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('s3cr3t');
  });
});

describe('the TLS of an SMTP connection', () => {
  it.each([
    ['localhost', false],
    ['LOCALHOST', false],
    ['127.0.0.1', false],
    ['127.8.9.10', false],
    ['::1', false],
    ['mail.x.io', true],
    ['127.evil.example', true],
    ['localhost.evil.example', true],
    ['10.0.0.1', true],
    ['::2', true],
  ])('to %s is required with a login, and its certificate verified: %s', (host, strict) => {
    expect(resolveSmtpOptions({ host, user: 'u', requireTLS: false })).toMatchObject({
      requireTLS: strict,
      verifyCertificate: strict,
    });
  });

  it('is required without a login only if asked for', () => {
    expect(resolveSmtpOptions({ host: 'mail.x.io' }).requireTLS).toBe(false);
    expect(resolveSmtpOptions({ host: 'localhost', requireTLS: true }).requireTLS).toBe(true);
  });
});

const catchError = (run: () => unknown): Error | null => {
  try {
    run();
    return null;
  } catch (error) {
    return error as Error;
  }
};
