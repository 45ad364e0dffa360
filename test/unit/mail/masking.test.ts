import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { maskSecrets } from '../../../src/core/shared/secrets/masking.ts';
import { growthOfTenfold } from '../../support/growth.ts';

const hex = (length: number) =>
  randomBytes(Math.ceil(length / 2))
    .toString('hex')
    .slice(0, length);
const jwtPart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = () =>
  [
    jwtPart({ alg: 'HS256', typ: 'JWT' }),
    jwtPart({ id: randomUUID() }),
    randomBytes(32).toString('base64url'),
  ].join('.');

const times = 200;
const pick = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(Math.random() * values.length)] as Value;

/** Everyday pieces of subjects and errors, none of which is a credential. */
const harmless: readonly (() => string)[] = [
  () => 'Your ticket is solved',
  () => `Order ${Math.floor(Math.random() * 1e9)}`,
  () => randomUUID(),
  () => hex(7),
  () => hex(39),
  () => hex(41),
  () => createHash('sha256').update(hex(8)).digest('hex'),
  () => `250 2.0.0 Ok: queued as ${hex(10).toUpperCase()}`,
  () => `0100018f${hex(8)}-${randomUUID()}-000000`,
  () => `<${hex(20)}@mail.x.io>`,
  () => 'monkey-business-department',
  () => 'more_something_long_and_ordinary',
  () => 'risk_assessment_of_the_whole_team',
  () => 'https://x.io/search?keyword=shoes&postcode=12345&page=2#top',
  () => 'Re: invoice 2026-11/0042 (1.200,00 EUR)',
  () => 'Ünïcödé 🎉',
];

/** Credentials of every kind that has to go. */
const secrets: readonly (() => string)[] = [
  () => hex(40),
  () => hex(40).toUpperCase(),
  jwt,
  () => `${jwtPart({ alg: 'none' })}.${jwtPart({ sub: 1 })}.`.slice(0, -1).concat('.x'),
  () => `sp_live_${randomBytes(24).toString('base64url')}`,
  () => `spl_${randomBytes(24).toString('base64url')}`,
  () => `spe_${randomBytes(24).toString('base64url')}`,
  () => `re_${hex(16)}`,
  () => `re_${hex(8)}_${hex(24)}`,
  () => `SG.${randomBytes(16).toString('base64url')}.${randomBytes(32).toString('base64url')}`,
  () => `xkeysib-${hex(64)}-${hex(16)}`,
  () => `key-${hex(32)}`,
  () => `sk_live_${hex(24)}`,
  () => `sk_${hex(16)}`,
  () => `rk_test_${hex(24)}`,
];

describe('masking leaves', () => {
  it('every text of harmless pieces as it is', () => {
    for (let time = 0; time < times; time++) {
      const text = Array.from({ length: 5 }, () => pick(harmless)()).join(pick([' ', ', ', '\n', ' – ']));
      expect(maskSecrets(text)).toBe(text);
    }
  });

  it.each([
    'sk_short',
    'split_at_the_first_line_break',
    'sp_a_procedure_of_the_app',
    'sk_123456789012345',
    'key-123456789012345',
    'key-performance-indicators',
    'SG.too.short',
    'eyJ',
    'eyJhbGciOi',
    'eyJhbGciOi.eyJ',
    'token=abc without a URL',
    'What? code = 7',
    'https://x.io/?tokens-left=5',
    'https://x.io/a?monkey=1&barcode=2&encoded=3',
    '',
  ])('%j as it is', (text) => {
    expect(maskSecrets(text)).toBe(text);
  });

  it('a secret too short to be told from ordinary text', () => {
    expect(maskSecrets('Pass the salt', ['t', 'sal'])).toBe('Pass the salt');
  });
});

describe('masking replaces', () => {
  it('every credential among harmless pieces, and nothing beside it', () => {
    for (let time = 0; time < times; time++) {
      const [before, after, secret] = [pick(harmless)(), pick(harmless)(), pick(secrets)()];
      const text = (middle: string) => `${before} ${middle} ${after}`;
      expect(maskSecrets(text(secret)), secret).toBe(text('[masked]'));
      expect(maskSecrets(`(${secret}) "${secret}"`), secret).toBe('([masked]) "[masked]"');
    }
  });

  it('a token in a path, leaving the rest of the address', () => {
    expect(maskSecrets(`Reset: https://x.io/admin/reset/${hex(40)}`)).toBe(
      'Reset: https://x.io/admin/reset/[masked]',
    );
  });

  it.each([
    ['https://x.io/a?token=abc&page=2', 'https://x.io/a?token=[masked]&page=2'],
    ['https://x.io/a?page=2&reset_token=a%2Bb#top', 'https://x.io/a?page=2&reset_token=[masked]#top'],
    ['(see /verify?code=123456).', '(see /verify?code=[masked]).'],
    ['https://x.io/cb#access_token=abc&state=1', 'https://x.io/cb#access_token=[masked]&state=1'],
    [
      'x.io?apiKey=1&API_KEY=2&key=3&x-api-key=4',
      'x.io?apiKey=[masked]&API_KEY=[masked]&key=[masked]&x-api-key=[masked]',
    ],
    ['s3?X-Amz-Signature=ff&X-Amz-Date=1', 's3?X-Amz-Signature=[masked]&X-Amz-Date=1'],
    ['sas?sv=1&sig=a%3D', 'sas?sv=1&sig=[masked]'],
    ['<a href="/x?a=1&amp;token=abc">', '<a href="/x?a=1&amp;token=[masked]">'],
    [`https://x.io/?token=${jwt()}&a=1`, 'https://x.io/?token=[masked]&a=1'],
    ['https://x.io/?token=', 'https://x.io/?token='],
  ])('the secret values of %s', (text, expected) => {
    expect(maskSecrets(text)).toBe(expected);
  });

  it('a known secret: plain, percent-encoded, and within the base64 of AUTH', () => {
    for (let time = 0; time < times; time++) {
      const secret = randomBytes(5 + Math.floor(Math.random() * 20)).toString(
        pick(['hex', 'base64url', 'latin1']),
      );
      const user = 'u'.repeat(Math.floor(Math.random() * 5));
      const auth = Buffer.from(`\0${user}\0${secret}`).toString('base64');
      const login = Buffer.from(secret).toString('base64');
      const text = (plain: string, url: string, one: string, two: string) =>
        `535 bad <${plain}> smtp://u:${url}@x.io "${one}" "${two}"`;
      const masked = maskSecrets(text(secret, encodeURIComponent(secret), auth, login), [secret]);
      expect(masked, JSON.stringify(secret)).toBe(text('[masked]', '[masked]', '[masked]', '[masked]'));
    }
  });

  it('nothing twice: a masked text stays as it is', () => {
    for (let time = 0; time < times; time++) {
      const masked = maskSecrets(`${pick(harmless)()} ${pick(secrets)()} https://x.io?token=${hex(8)}`);
      expect(maskSecrets(masked)).toBe(masked);
    }
  });
});

describe('masking takes time in proportion to the text', () => {
  it.each([
    'a',
    'eyJ',
    'eyJ.',
    'eyJaaaaaaa.',
    'eyJaaaaaaa.bbbb.',
    'SG.',
    'sk_',
    'key-',
    'key-a',
    '?',
    '?token',
    '?token=',
    '&amp;',
    '?a=).',
    '0123456789',
    '.',
    '-',
    '[masked]',
    'http://',
    'c2VjcmV0',
    'secret-1',
  ])('for a hundred thousand characters of %j', (piece) => {
    // Beyond them, the time is that of the operating system, which gives V8 memory for the search.
    const text = piece.repeat(Math.ceil(100_000 / piece.length));
    const mask = (length: number) => maskSecrets(text.slice(0, length), ['secret-1', 'secretsecret']);
    expect(growthOfTenfold(mask, text.length)).toBeLessThan(60);
  });
});
