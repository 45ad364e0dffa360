import { expect, it } from 'vitest';
import { guardSecrets } from '../../../src/features/settings/storedSecrets.ts';

const stored = {
  notifications: {
    smtp: { host: 'smtp.example.com', hasPassword: true },
    proxy: { url: 'https://mail.example.com/emails', hasToken: true },
  },
  inbound: {
    imap: {
      host: 'imap.example.com',
      hasPassword: true,
      oauth: { tokenUrl: 'https://login.example.com/token', hasClientSecret: true },
    },
  },
};

const nest = (path: readonly string[], fields: object): Record<string, unknown> =>
  path.reduceRight<object>((inner, name) => ({ [name]: inner }), fields) as Record<string, unknown>;

const kinds = [
  { group: ['notifications', 'smtp'], sentTo: 'host', secret: 'password' },
  { group: ['notifications', 'proxy'], sentTo: 'url', secret: 'token' },
  { group: ['inbound', 'imap'], sentTo: 'host', secret: 'password' },
  { group: ['inbound', 'imap', 'oauth'], sentTo: 'tokenUrl', secret: 'clientSecret' },
] as const;

it.each(kinds)('$group: another $sentTo needs the $secret again', ({ group, sentTo, secret }) => {
  const moved = () => guardSecrets(nest(group, { [sentTo]: 'https://evil.example' }), stored);
  expect(moved).toThrow(
    expect.objectContaining({
      details: expect.arrayContaining([expect.objectContaining({ path: [...group, secret].join('.') })]),
    }),
  );
  const others = group[1] === 'imap' ? { oauth: { clientSecret: 'new' } } : {};
  const entered = { ...others, [sentTo]: 'https://evil.example', [secret]: 'new' };
  expect(() => guardSecrets(nest(group, entered), stored)).not.toThrow();
  expect(() => guardSecrets(nest(group, { [secret]: '' }), stored)).not.toThrow();
});

it.each(kinds)('$group: a $sentTo that is cleared takes the $secret with it', ({ group, sentTo, secret }) => {
  const fields: Record<string, unknown> = { [sentTo]: null };
  guardSecrets(nest(group, fields), stored);
  expect(fields[secret]).toBeNull();
});

it('another host of the mailbox needs the client secret again, which buys the token that the host gets', () => {
  const change = { inbound: { imap: { host: 'evil.example', password: 'new' } } };
  expect(() => guardSecrets(change, stored)).toThrow(
    expect.objectContaining({
      details: [expect.objectContaining({ path: 'inbound.imap.oauth.clientSecret' })],
    }),
  );
  const cleared = { inbound: { imap: { host: null } } };
  guardSecrets(cleared, stored);
  expect(cleared).toEqual({
    inbound: { imap: { host: null, password: null, oauth: { clientSecret: null } } },
  });
});

it('a secret that is not set needs nothing', () => {
  expect(() => guardSecrets(nest(['notifications', 'smtp'], { host: 'a.example' }), {})).not.toThrow();
});
