import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  EnvironmentError,
  isPublic,
  readEnvironment,
  shareConnections,
} from '../../../src/server/environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-environment-'));
const file = join(folder, 'a-file');
writeFileSync(file, '');
afterAll(() => rmSync(folder, { recursive: true }));

const nodeProgram = process.execPath;
const secret = 'a-secret-of-more-than-thirty-two-characters';

describe('the environment', () => {
  test('has a default for every variable', () => {
    expect(readEnvironment({ SENDMAIL_PATH: '' })).toEqual({
      port: 3000,
      host: '127.0.0.1',
      serverURL: 'http://localhost:3000',
      filesURL: 'http://localhost:3000/api/v1/files',
      trustedProxies: { by: 'count', count: 0 },
      databaseURL: null,
      databasePoolMax: 15,
      developmentDatabaseURL: null,
      dataDirectory: resolve('.portal'),
      secret: null,
      previousSecret: null,
      firstAdministrator: null,
      mail: {
        smtpURL: null,
        proxy: null,
        sendmailPath: null,
        from: null,
      },
      mailEvents: { resend: null, postmark: null, ses: null, mailgun: null, sendgrid: null },
      inbound: {
        address: null,
        plainReplyTo: false,
        secret: null,
        imap: null,
        trustedAuthservId: { imap: null, http: null },
      },
      maxTransferBytes: 5_368_709_120,
      maxUploadBytes: 52_428_800,
      webhookAllowedNetworks: [],
      rateLimitPerMinute: 600,
      replyUndoSeconds: 10,
      runsWorkers: true,
      cronSecret: null,
      mode: 'start',
    });
  });

  test('takes an empty variable for one that is not set', () => {
    const names = [
      'PORT',
      'HOST',
      'SERVER_URL',
      'DATABASE_URL',
      'PAYLOAD_SECRET',
      'SMTP_URL',
      'MAIL_FROM',
      'TRUST_PROXY',
    ];
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readEnvironment({ ...empty, SENDMAIL_PATH: '' })).toEqual(readEnvironment({ SENDMAIL_PATH: '' }));
  });

  test.each([
    [{ PORT: '8080' }, { port: 8080, serverURL: 'http://localhost:8080' }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ HOST: '[::1]' }, { host: '::1' }],
    [{ SERVER_URL: 'https://Support.Example.com/' }, { serverURL: 'https://support.example.com' }],
    [{ SERVER_URL: 'https://a.example' }, { filesURL: 'https://a.example/api/v1/files' }],
    [{ FILES_URL: 'https://files.example/f/' }, { filesURL: 'https://files.example/f' }],
    [{ TRUST_PROXY: '2' }, { trustedProxies: { by: 'count', count: 2 } }],
    [
      { TRUST_PROXY: '10.0.0.0/8, ::1' },
      {
        trustedProxies: {
          by: 'network',
          networks: [
            { address: '10.0.0.0', prefix: 8, family: 'ipv4' },
            { address: '::1', prefix: 128, family: 'ipv6' },
          ],
        },
      },
    ],
    [{ DATABASE_URL: 'postgres://u:p@h/d' }, { databaseURL: 'postgres://u:p@h/d' }],
    [{ DATABASE_URL: 'postgresql:///d?host=/run/pg' }, { databaseURL: 'postgresql:///d?host=/run/pg' }],
    [{ PAYLOAD_SECRET: secret }, { secret }],
    [
      { PORTAL_ADMIN_EMAIL: 'a@b.example', PORTAL_ADMIN_PASSWORD: ' pass word ' },
      { firstAdministrator: { email: 'a@b.example', password: ' pass word ' } },
    ],
    [{ PORTAL_WORKERS: '0' }, { runsWorkers: false }],
    [{ RATE_LIMIT_PER_MINUTE: '0' }, { rateLimitPerMinute: 0 }],
    [{ REPLY_UNDO_SECONDS: '0' }, { replyUndoSeconds: 0 }],
    [{}, { replyUndoSeconds: 10 }],
    [{ PORTAL_DATA_DIR: join(folder, 'new', 'data') }, { dataDirectory: join(folder, 'new', 'data') }],
    [
      { WEBHOOK_ALLOWED_NETWORKS: '192.168.0.0/16' },
      { webhookAllowedNetworks: [{ address: '192.168.0.0', prefix: 16, family: 'ipv4' }] },
    ],
  ])('reads %o', (variables, expected) => {
    expect(readEnvironment(variables)).toMatchObject(expected);
  });

  test.each([
    [{ SMTP_URL: 'smtps://u:p%40@mail.example:465' }, { smtpURL: 'smtps://u:p%40@mail.example:465' }],
    [
      { MAIL_PROXY_URL: 'https://api.example/emails', MAIL_PROXY_TOKEN: 're_1' },
      { proxy: { url: 'https://api.example/emails', token: 're_1' } },
    ],
    [{ SENDMAIL_PATH: nodeProgram }, { sendmailPath: nodeProgram }],
    [{ SENDMAIL_PATH: '' }, { sendmailPath: null }],
    [{ MAIL_FROM: 'help@example.com' }, { from: 'help@example.com' }],
    [{ MAIL_FROM: '"Help, Inc." <help@example.com>' }, { from: '"Help, Inc." <help@example.com>' }],
  ])('reads of mail %o', (variables, expected) => {
    expect(readEnvironment(variables).mail).toMatchObject(expected);
  });

  test('reads the credential of each provider of events', () => {
    const credentials = {
      resend: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      postmark: 'user:password',
      ses: 'arn:aws-us-gov:sns:us-gov-west-1:123456789012:events.fifo',
      mailgun: 'a signing key',
      sendgrid: generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .publicKey.export({ format: 'der', type: 'spki' })
        .toString('base64'),
    };
    const variables = Object.fromEntries(
      Object.entries(credentials).map(([name, value]) => [`MAIL_EVENTS_${name.toUpperCase()}_SECRET`, value]),
    );
    expect(readEnvironment(variables).mailEvents).toEqual(credentials);
  });

  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['HOST', 'no host'],
    ['HOST', 'http://localhost'],
    ['SERVER_URL', 'support.example.com'],
    ['SERVER_URL', 'ftp://support.example.com'],
    ['SERVER_URL', 'https://support.example.com/portal'],
    ['SERVER_URL', 'https://support.example.com/?a=1'],
    ['SERVER_URL', 'https://user:pass@support.example.com'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['DATABASE_URL', 'mysql://localhost/portal'],
    ['DATABASE_URL', 'localhost'],
    ['DATABASE_URL', 'postgres://'],
    ['DATABASE_URL', 'postgres://u:100%@h/d'],
    ['DATABASE_POOL_MAX', '7'],
    ['DATABASE_POOL_MAX', 'many'],
    ['DEV_DATABASE_URL', 'sqlite://x'],
    ['PORTAL_DATA_DIR', file],
    ['PORTAL_DATA_DIR', join(file, 'below')],
    ['PAYLOAD_SECRET', 'short'],
    ['PORTAL_ADMIN_EMAIL', 'a@b.example'],
    ['PORTAL_ADMIN_PASSWORD', 'secret'],
    ['SMTP_URL', 'http://mail.example'],
    ['SMTP_URL', 'smtp://'],
    ['MAIL_PROXY_URL', 'https://api.example'],
    ['MAIL_PROXY_TOKEN', 're_1'],
    ['SENDMAIL_PATH', '/no/such/program'],
    ['SENDMAIL_PATH', file],
    ['MAIL_FROM', 'Support'],
    ['MAIL_FROM', 'Support <support>'],
    ['FILES_URL', '/files'],
    ['MAX_UPLOAD_BYTES', '0'],
    ['MAX_UPLOAD_BYTES', '10MB'],
    ['INBOUND_ADDRESS', 'support'],
    ['INBOUND_TRUSTED_AUTHSERV_ID', 'mx example'],
    ['MAIL_EVENTS_RESEND_SECRET', 're_123456789012345678901234'],
    ['MAIL_EVENTS_POSTMARK_SECRET', 'x'.repeat(1_001)],
    ['MAIL_EVENTS_SES_SECRET', 'ses-events'],
    ['MAIL_EVENTS_MAILGUN_SECRET', 'x'.repeat(1_001)],
    ['MAIL_EVENTS_SENDGRID_SECRET', 'SG.123456789012345678901234'],
    ['WEBHOOK_ALLOWED_NETWORKS', '10.0.0.0/8,intranet'],
    ['RATE_LIMIT_PER_MINUTE', '-1'],
    ['REPLY_UNDO_SECONDS', '4'],
    ['REPLY_UNDO_SECONDS', '31'],
    ['PORTAL_WORKERS', '2'],
    ['PORTAL_WORKERS', 'yes'],
  ])('refuses %s=%s in one sentence that names the variable', (name, value) => {
    expect(() => readEnvironment({ [name]: value })).toThrow(EnvironmentError);
    expect(() => readEnvironment({ [name]: value })).toThrow(
      expect.objectContaining({ message: expect.stringMatching(new RegExp(`\\b${name}\\b.*[^.]\\.$`)) }),
    );
    // The key of a text is no sentence.
    expect(() => readEnvironment({ [name]: value })).not.toThrow(/\berrors:/);
  });

  test.each([
    { PAYLOAD_SECRET: 'hush' },
    { SMTP_URL: 'smtp://user:hush@mail.example:99999' },
    { DATABASE_URL: 'mysql://user:hush@h/d' },
    { MAIL_PROXY_TOKEN: 'hush' },
    { PORTAL_ADMIN_PASSWORD: 'hush' },
    { SERVER_URL: 'https://user:hush@h' },
    { MAIL_EVENTS_RESEND_SECRET: 'hush' },
  ])('shows no secret when it refuses %o', (variables) => {
    expect(() => readEnvironment(variables)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hush') }),
    );
  });

  test('refuses to develop on the database of npm start', () => {
    const url = 'postgres://u:p@h/d';
    expect(() => readEnvironment({ DATABASE_URL: url, DEV_DATABASE_URL: url })).toThrow('DEV_DATABASE_URL');
  });

  test('takes a portal for public unless host and address are both loopback', () => {
    expect(isPublic({ host: '127.0.0.1', serverURL: 'http://localhost:3000' })).toBe(false);
    expect(isPublic({ host: '::1', serverURL: 'http://[::1]:3000' })).toBe(false);
    expect(isPublic({ host: '0.0.0.0', serverURL: 'http://localhost:3000' })).toBe(true);
    expect(isPublic({ host: '127.0.0.1', serverURL: 'https://support.example.com' })).toBe(true);
  });

  test.each([8, 9, 12, 15, 100])(
    'shares out exactly %i connections, at least two of them to the CMS',
    (max) => {
      const { server, portal, jobs, cms } = shareConnections(max);
      expect(server + portal + jobs + cms).toBe(max);
      expect(Math.min(server, portal, jobs)).toBeGreaterThan(0);
      expect(cms).toBeGreaterThan(1);
    },
  );
});
