import { describe, expect, it } from 'vitest';
import {
  checkRecipients,
  recipientsText,
  subjectText,
} from '../../../src/features/mail/chain/message/prepare.ts';
import { growthOfTenfold } from '../../support/growth.ts';

type Message = Parameters<typeof checkRecipients>[0];

const addresses = (message: Message) => {
  const checked = checkRecipients(message);
  return checked.valid ? checked.recipients.to.map(({ address }) => address) : checked.reason;
};

const reasonFor = (to: unknown): string | null => {
  const checked = checkRecipients({ to } as Message);
  return checked.valid ? null : checked.reason;
};

describe('the recipients of a message', () => {
  it('are read from every form that nodemailer takes, in order', () => {
    const checked = checkRecipients({
      to: ['"Doe, Ann" <ann@x.io>, bob@y.io', { name: 'Cleo', address: 'cleo@z.io' }],
      cc: 'dan@x.io; eve@y.io,',
      bcc: { name: '', address: 'fay@z.io' },
    });
    expect(checked).toEqual({
      valid: true,
      recipients: {
        to: [
          { name: 'Doe, Ann', address: 'ann@x.io' },
          { name: '', address: 'bob@y.io' },
          { name: 'Cleo', address: 'cleo@z.io' },
        ],
        cc: [
          { name: '', address: 'dan@x.io' },
          { name: '', address: 'eve@y.io' },
        ],
        bcc: [{ name: '', address: 'fay@z.io' }],
        envelopeTo: null,
        envelopeFrom: null,
      },
    });
  });

  it.each([
    'a@x.io',
    'first.last+tag@sub.x.io',
    "o'brien@x.io",
    'root@localhost',
    'ünï@bücher.example',
    '用户@例え.jp',
    'a@[192.0.2.1]',
    'a@[IPv6:2001:db8::1]',
    '"ann smith"@x.io',
    '<a@x.io>',
    'ann@x.io <ann@x.io>',
    'Ann (Sales) <a@x.io>',
    '"Ann <the first>" <a@x.io>',
    `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.io`,
  ])('may be %s', (to) => {
    expect(reasonFor(to)).toBeNull();
  });

  it.each([
    ['no local part', '@x.io'],
    ['no domain', 'ann@'],
    ['no @', 'ann'],
    ['two @', 'a@b@x.io'],
    ['CR and LF', 'a@x.io\r\nBcc: evil@e.io'],
    ['LF', 'a@x.io\nevil@e.io'],
    ['CR', 'a@x.io\r'],
    ['NUL', 'a@x.io\0'],
    ['a tab', 'a\t@x.io'],
    ['DEL', 'a\x7f@x.io'],
    ['a domain continued after a space', 'user@allowed.com .evil.example'],
    ['a second address after a space', 'user@allowed.com evil@e.io'],
    ['a second address in brackets', '<user@allowed.com> <evil@e.io>'],
    ['a comment within the domain', 'user@allowed.com(x).evil.example'],
    ['a name with an unquoted comma', 'Doe, Ann <ann@x.io>'],
    ['a group', 'Team: a@x.io, b@y.io;'],
    ['an empty group', 'undisclosed-recipients:;'],
    ['a hidden address in a quoted local part', '"a@evil.io"@x.io'],
    ['an unclosed quote', '"Ann <a@x.io>, b@y.io'],
    ['an unclosed bracket', '<a@x.io'],
    ['a dot at the end of the domain', 'a@x.io.'],
    ['an empty label', 'a@x..io'],
    ['a hyphen at the beginning of a label', 'a@-x.io'],
    ['a full-width dot', 'a@x\uff61io'],
    ['a lone surrogate', 'a\ud800@x.io'],
    ['more than 320 characters', `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(5)}io`],
    ['more than 100,000 characters in one text', 'a@x.io, '.repeat(12_501)],
    ['more than 2,000 characters of name', `${'n'.repeat(2_000)} <a@x.io>`],
  ])('may not have %s', (_what, to) => {
    expect(reasonFor(to)).toMatch(/^The recipient ".*" is not a single local@domain address\.$/);
    expect(reasonFor([{ name: '', address: to }])).not.toBeNull();
    expect(reasonFor(['fine@x.io', to])).not.toBeNull();
  });

  it.each([
    ['a number', 42],
    ['true', true],
    ['an object without address', { name: 'Ann' }],
    ['an address in the address', { address: 'Ann <a@x.io>' }],
    ['a group object', { name: 'Team', group: [{ address: 'a@x.io' }] }],
    ['a group with an address', { address: 'a@x.io', group: [] }],
    ['a line break in the name', { name: 'Ann\r\nBcc: evil@e.io', address: 'a@x.io' }],
    ['an address that is no text', { address: ['a@x.io'] }],
    ['a symbol', Symbol('a@x.io')],
  ])('may not be %s', (_what, to) => {
    expect(reasonFor(to)).toMatch(/^The recipient /);
  });

  it.each([[undefined], [null], [''], [[]], [[null, '', []]], [' , ']])(
    'are missing where to is %j',
    (to) => {
      expect(reasonFor(to)).toBe('The mail has no recipient.');
    },
  );

  it('name the refused one in the reason, on one line and not endlessly', () => {
    expect(reasonFor('a@x.io\r\nBcc: evil@e.io')).toBe(
      'The recipient "a@x.io Bcc: evil@e.io" is not a single local@domain address.',
    );
    expect(reasonFor(`${'x'.repeat(5_000)}@x.io`)?.length).toBeLessThan(200);
  });

  it('are refused for the sake of a single one in cc or bcc', () => {
    expect(checkRecipients({ to: 'a@x.io', cc: 'nobody' })).toMatchObject({ valid: false });
    expect(checkRecipients({ to: 'a@x.io', bcc: 'nobody' })).toMatchObject({ valid: false });
  });

  it('are those of the envelope if it names any', () => {
    expect(
      checkRecipients({ to: 'a@x.io', envelope: { from: 'bounce@x.io', to: 'b@y.io', cc: ['c@z.io'] } }),
    ).toMatchObject({ recipients: { envelopeTo: ['b@y.io', 'c@z.io'], envelopeFrom: 'bounce@x.io' } });
    expect(checkRecipients({ to: 'a@x.io', envelope: { from: 'bounce@x.io' } })).toMatchObject({
      recipients: { envelopeTo: null },
    });
    expect(checkRecipients({ envelope: { to: 'b@y.io>\r\nRCPT TO:<evil@e.io' } })).toMatchObject({
      valid: false,
    });
  });

  it.each([
    ['missing', undefined, null],
    ['false', false, ''],
    ['empty', '', ''],
    ['an address', 'Bounce <b@x.io>', 'b@x.io'],
  ])("has an envelope's sender that is %s", (_what, from, expected) => {
    const checked = checkRecipients({ to: 'a@x.io', envelope: { from } as Message['envelope'] });
    expect(checked).toMatchObject({ recipients: { envelopeFrom: expected } });
  });

  it.each(['a@x.io>\r\nRCPT TO:<evil@e.io', 'a@x.io, b@y.io', 'nobody'])(
    "are refused for the envelope's sender %j",
    (from) => {
      expect(checkRecipients({ to: 'a@x.io', envelope: { from } })).toMatchObject({
        valid: false,
        reason: expect.stringContaining('sender'),
      });
    },
  );

  it('may be hundreds, in one text or one by one', () => {
    const list = Array.from(
      { length: 900 },
      (_, index) => `Person ${index} <person.${index}@department.example>`,
    );
    expect(addresses({ to: list.join(', ') })).toHaveLength(900);
    expect(addresses({ to: list })).toHaveLength(900);
  });

  it.each([
    ['quotes', '"'.repeat(100_000)],
    ['a half address', `${'"a."'.repeat(24_000)}@`],
    ['dots', `${'a.'.repeat(49_990)}@x.io`],
    ['spaces', `a@x.io${' '.repeat(99_000)}b`],
    ['commas', ','.repeat(99_999)],
    ['brackets', '<'.repeat(99_999)],
    ['comments', '('.repeat(50_000) + ')'.repeat(49_000)],
    ['at signs', '@'.repeat(99_999)],
    ['backslashes', `"${'\\'.repeat(99_990)}`],
    ['one-letter names', 'a,'.repeat(49_999)],
    ['hyphens', `a@${'-'.repeat(99_000)}`],
  ])('take time in proportion to their length if they are 100 KB of %s', (_what, to) => {
    const read = (length: number): void => {
      checkRecipients({ to: to.slice(0, length) });
      recipientsText({ to: to.slice(0, length) });
    };
    expect(growthOfTenfold(read, to.length)).toBeLessThan(60);
  });
});

describe("the log's text of the recipients", () => {
  it('is every address alone, in the order to, cc, bcc', () => {
    expect(
      recipientsText({ bcc: 'c@z.io', cc: [{ name: 'B', address: 'b@y.io' }], to: 'Ann <a@x.io>, d@x.io' }),
    ).toBe('a@x.io, d@x.io, b@y.io, c@z.io');
  });

  it('has a refused one as it was given, with line breaks and NUL as a space', () => {
    expect(recipientsText({ to: 'a@x.io\r\nBcc: evil@e.io' })).toBe('a@x.io Bcc: evil@e.io');
    expect(recipientsText({ to: ['a\0b', 'Ann <c@x.io>', 'Team: d@x.io;'] })).toBe(
      'a b, c@x.io, Team: d@x.io',
    );
  });

  it('is that of the envelope if it names any', () => {
    expect(recipientsText({ to: 'a@x.io', envelope: { to: ['b@y.io'] } })).toBe('b@y.io');
  });

  const cycle: unknown[] = ['a@x.io'];
  cycle.push(cycle, cycle);
  let deep: unknown = 'a@x.io';
  for (let depth = 0; depth < 50_000; depth++) deep = [deep];

  it.each<[string, unknown, string]>([
    ['a number', { to: 42 }, '42'],
    ['null', { to: null }, ''],
    ['no message', undefined, ''],
    ['a text as message', 'a@x.io', ''],
    ['nested junk', { to: [[{ a: { b: null } }], [['b@y.io']]] }, '{"a":{"b":null}}, b@y.io'],
    ['a cycle', { to: cycle }, 'a@x.io'],
    ['a deep nest', { to: deep }, ''],
    ['a symbol', { to: Symbol('x') }, 'Symbol(x)'],
    ['a bare object', { to: Object.create(null) }, '{}'],
    ['a big number', { to: 10n }, 'bigint'],
    ['a function', { to: () => 1 }, '() => 1'],
    [
      'getters that throw',
      {
        get to() {
          throw new Error('no');
        },
        cc: {
          get address() {
            throw new Error('no');
          },
        },
        bcc: 'b@y.io',
      },
      'object, b@y.io',
    ],
  ])('never fails: %s', (_what, message, expected) => {
    expect(recipientsText(message)).toBe(expected);
  });
});

describe("the log's text of the subject", () => {
  it.each([
    [undefined, null],
    [null, null],
    ['', ''],
    ['Ticket #7: "Ünï" 🎉', 'Ticket #7: "Ünï" 🎉'],
    ['One\r\nTwo\nThree\rFour\0Five', 'One Two Three Four Five'],
    [42, '42'],
    [Object.create(null), 'Cannot convert object to primitive value'],
  ])('of %j is %j', (subject, expected) => {
    expect(subjectText(subject)).toBe(expected);
  });
});
