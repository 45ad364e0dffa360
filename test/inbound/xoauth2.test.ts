import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isMailboxError } from '../../src/features/inbound/imap/MailboxError.ts';
import { tryMailbox } from '../../src/features/inbound/imap/mailbox.ts';
import type { ImapOptions } from '../../src/features/settings/imapOptions.ts';
import { type Dovecot, mailUser, startDovecot } from '../support/servers/dovecot.ts';
import { freePort } from '../support/servers/freePort.ts';
import { type OAuthProvider, startOAuthProvider } from '../support/servers/oauthProvider.ts';

let provider: OAuthProvider;
let dovecot: Dovecot;

beforeAll(async () => {
  provider = await startOAuthProvider(mailUser.user);
  dovecot = await startDovecot({ introspectionUrl: provider.introspectionUrl });
});

afterAll(async () => {
  await dovecot.close();
  await provider.close();
});

const options = (changes: Partial<NonNullable<ImapOptions['oauth']>> = {}): ImapOptions => ({
  host: '127.0.0.1',
  port: dovecot.port,
  secure: false,
  user: mailUser.user,
  password: null,
  mailbox: 'INBOX',
  oauth: { tokenUrl: provider.tokenUrl, ...provider.client, scope: 'imap', ...changes },
});

const signal = () => AbortSignal.timeout(20_000);

const failure = async (given: ImapOptions): Promise<{ kind: string; message: string }> => {
  const error: unknown = await tryMailbox(given, signal()).catch((thrown: unknown) => thrown);
  if (!isMailboxError(error)) throw error;
  return { kind: error.kind, message: error.message };
};

it('logs in by client credentials, and uses a token as long as it lasts', async () => {
  expect(await tryMailbox(options(), signal())).toMatchObject({ messages: 0 });
  await tryMailbox(options(), signal());
  expect(provider.tokens()).toBe(1);
});

it('takes a new token if the old one was revoked', async () => {
  await tryMailbox(options(), signal());
  const before = provider.tokens();
  provider.revokeAll();
  expect(await tryMailbox(options(), signal())).toMatchObject({ messages: 0 });
  expect(provider.tokens()).toBe(before + 1);
});

it('says what the provider answered, without the secret', async () => {
  const { kind, message } = await failure(options({ clientSecret: 'a wrong secret' }));
  expect(kind).toBe('oauth');
  expect(message).toContain('invalid_client');
  expect(message).not.toContain('a wrong secret');
});

it('says that no provider answers', async () => {
  const { kind, message } = await failure(
    options({ tokenUrl: `http://127.0.0.1:${await freePort()}/token` }),
  );
  expect(kind).toBe('oauth');
  expect(message).toContain('ECONNREFUSED');
});

it('reads no answer that is too long for a token', async () => {
  const server = createServer((_request, response) => {
    const token = { access_token: 'x'.repeat(1 << 20) };
    response.end(JSON.stringify(token));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { kind, message } = await failure(options({ tokenUrl: `http://127.0.0.1:${port}/token` }));
  server.close();
  expect(kind).toBe('oauth');
  expect(message).toMatch(/cannot be reached: .*size/i);
});

it('says that the mail server refused the token', async () => {
  const { kind, message } = await failure({ ...options(), user: 'another@example.com' });
  expect(kind).toBe('login');
  expect(message).toMatch(/refused the login: .+/);
});
