import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type InboundMessage, readMessage } from '../../../src/features/inbound/message/readMessage.ts';
import { isUnreadableMessage } from '../../../src/features/inbound/message/UnreadableMessage.ts';

const mebibyte = 1_048_576;

const message = (head: string, body = 'Hi.'): Buffer =>
  Buffer.from(`From: a@example.com\r\n${head}\r\n\r\n${body}`);

const mixed = (...parts: string[]): Buffer =>
  message(
    'Content-Type: multipart/mixed; boundary=x',
    `${parts.map((part) => `--x\r\n${part}\r\n`).join('')}--x--`,
  );

const outcomeOf = async (bytes: Uint8Array): Promise<InboundMessage | string> => {
  try {
    return await readMessage(bytes);
  } catch (error) {
    if (!isUnreadableMessage(error)) throw error;
    return error.message;
  }
};

describe('a hostile message that can be read', () => {
  it('with a header of a mebibyte', async () => {
    const { text, headers } = await readMessage(message(`X-Long: ${'a'.repeat(mebibyte)}\r\nX-Next: b`));
    expect(text).toBe('Hi.');
    expect(headers.get('x-next')).toEqual(['b']);
  });

  it('with encoded words without end', async () => {
    const { subject } = await readMessage(message(`Subject: ${'=?utf-8?B?QUFB?= '.repeat(mebibyte / 17)}`));
    expect(subject).toBe('A'.repeat(255));
  });

  it.each([
    ['words', `Subject: ${'=?cp850?Q?=81?= '.repeat(6_000)}`],
    ['beginnings of words', `Subject: ${'=?cp850?Q?'.repeat(10_000)}`],
    ['spaces', `Subject: =?cp850?Q?=81?=${' '.repeat(99_000)}x`],
    ['parameters', `Content-Type: text/plain; ${"name*0*=cp850''%81; ".repeat(5_000)}`],
    ['sections', `Content-Type: text/plain; name*0*=cp850''%81${'; name*1*=%81'.repeat(7_000)}`],
    ['half characters', "Content-Type: text/plain; name*=utf-7''+2AA-"],
  ])('with a charset that the parser does not know: %s', async (_name, head) => {
    expect((await readMessage(message(head))).text).toBe('Hi.');
  });

  it('with 10,000 recipients, of which it keeps 1,000 and those that servers noted', async () => {
    const list = Array.from({ length: 10_000 }, (_, index) => `"No ${index}" <user${index}@example.com>`);
    const read = await readMessage(
      message(`To: ${list.join(',\r\n ')}\r\nDelivered-To: support@example.com`),
    );
    expect(read.recipients).toHaveLength(1_000);
    expect(read.recipients).toContain('support@example.com');
    expect(read.to.length).toBeLessThanOrEqual(1_000);
  });

  it('with 5,000 attachments', async () => {
    const part = 'Content-Type: image/png\r\nContent-Disposition: attachment\r\n\r\nAAAA';
    const { attachments } = await readMessage(mixed(...Array.from({ length: 5_000 }, () => part)));
    expect(attachments).toHaveLength(5_000);
    expect(attachments.at(-1)?.name).toBe('attachment-5000.png');
  });

  it('with a file whose name is a path, or none', async () => {
    const names = ['../../x', String.raw`C:\\windows\\evil.exe`, '..', '/', 'a\u202Etxt.exe'];
    const parts = names.map(
      (name) => `Content-Type: text/csv; name="${name}"\r\nContent-Disposition: attachment\r\n\r\na`,
    );
    const { attachments } = await readMessage(mixed(...parts));
    expect(attachments.map(({ name }) => name)).toEqual([
      'x',
      'evil.exe',
      'attachment-3.csv',
      'attachment-4.csv',
      'atxt.exe',
    ]);
  });

  it('with HTML that would run and load something', async () => {
    const html =
      '<script>alert(1)</script><style>p{}</style><p onclick="x()">Text</p><img src="https://evil.example/p.gif">' +
      '<iframe src="https://evil.example"></iframe><a href="javascript:x()">link</a><svg><script>x()</script></svg>';
    const { text } = await readMessage(message('Content-Type: text/html', html));
    expect(text.replace(/\s+/g, ' ')).toBe('Text link');
  });

  it.each(['div', 'blockquote', 'table><tr><td', 'ol><li', 'a href="https://x.example"'])(
    'with elements within elements: %s',
    async (element) => {
      const html = `<p>Before</p>${`<${element}>`.repeat(100_000)}`;
      const { text } = await readMessage(message('Content-Type: text/html', html));
      expect(text).toMatch(/^Before/);
    },
  );

  it('with a long list in lists within lists', async () => {
    const html = `${'<ul>'.repeat(249)}${'<li>x'.repeat(380_000)}`;
    const { text } = await readMessage(message('Content-Type: text/html', html));
    expect(text).toMatch(/^x\nx\n/);
  });

  it('with boundaries of dashes in parts within parts, and a line of dashes', async () => {
    const boundaries = Array.from({ length: 20 }, (_, at) =>
      '-'.repeat(1 + Math.floor(at / 2) * 4 + (at % 2)),
    );
    const heads = boundaries.map(
      (boundary) => `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n`,
    );
    const parts = boundaries.map((boundary, at) => `--${boundary}\r\n${heads[at + 1] ?? '\r\n'}`);
    const { text } = await readMessage(
      Buffer.from(`From: a@example.com\r\n${heads[0]}${parts.join('')}${'-'.repeat(4 * mebibyte)}`),
    );
    expect(text).toHaveLength(4 * mebibyte);
  });

  it('with a body of 35 MiB in one line', async () => {
    const { text } = await readMessage(message('X: y', 'a'.repeat(35 * mebibyte)));
    expect(text).toHaveLength(35 * mebibyte);
  });

  // More of them are in `replies/growth.test.ts`.
  it('with a reply that is made for slow patterns', async () => {
    const traps = [
      `${'Op \n'.repeat(20_000)}${'schreef x\n'.repeat(20_000)}`,
      `${`${'On a at '.repeat(30)}\n\n`.repeat(2_000)}`,
      `On ${'a '.repeat(mebibyte)}`,
    ];
    for (const trap of traps) expect((await readMessage(message('X: y', trap))).reply).not.toBe('');
  });

  it('with patterns of a replacement in an attribution, which multiply nothing', async () => {
    const line = "On a b $'$'$'$'$`$& wrote:";
    const { text, reply } = await readMessage(message('X: y', `Costs $1 and $&.\n${`${line}\n`.repeat(60)}`));
    expect(reply).toContain('Costs $1 and $&.');
    expect(reply.length).toBeLessThanOrEqual(text.length);
  });
});

describe('a message that cannot be read', () => {
  it.each([
    ['has no bytes', Buffer.alloc(0)],
    ['is only blank lines', Buffer.from('\r\n\r\n\r\n')],
    ['is a text', Buffer.from('Hello,\r\nthis is no message.\r\n')],
    ['is JSON', Buffer.from('{"from": "a@example.com"}')],
    ['is a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['has a body only', Buffer.from('\r\n<p>Hello: you</p>\r\n')],
  ])('%s', async (_name, bytes) => {
    expect(await outcomeOf(bytes)).toBe('The message has no header.');
  });

  it.each([111, 1_000])('has %i nested parts', async (length) => {
    const parts = Array.from(
      { length },
      (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
    );
    expect(await outcomeOf(message('Content-Type: multipart/mixed; boundary=b0', parts.join('')))).toMatch(
      /nest/,
    );
  });

  it('has headers beyond the limit', async () => {
    expect(await outcomeOf(message('X-Header: some value\r\n'.repeat(50_000).trimEnd()))).toMatch(/header/);
  });

  it.each([
    ['lines', message('X: y', 'a\n'.repeat(250_000))],
    ['lines', message('X: y', `${'a'.repeat(60)}\n`.repeat(600_001))],
    ['encoded characters', message('Content-Transfer-Encoding: base64', 'Q=='.repeat(2 * mebibyte))],
    [
      'encoded characters',
      message('Content-Transfer-Encoding: base64', `${'AA='.repeat(25)}\n`.repeat(40_000)),
    ],
  ])('has too many %s', async (what, bytes) => {
    expect(await outcomeOf(bytes)).toBe(`The message has too many ${what}.`);
  });
});

describe('any bytes', () => {
  const folder = new URL('./fixtures/', import.meta.url);
  const fixtures = readdirSync(folder)
    .filter((file) => file.endsWith('.eml'))
    .map((file) => readFileSync(new URL(file, folder)));

  const edit = fc.record({
    kind: fc.constantFrom('insert', 'remove', 'replace', 'copy'),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(200),
    bytes: fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc
        .constantFrom(
          '\r\n',
          '\r',
          '\n\n',
          '--',
          '=',
          '=?utf-8?Q?',
          '<',
          '>',
          '"',
          '(',
          '\0',
          'Content-Type: ',
          ':;',
        )
        .map((text) => Buffer.from(text)),
    ),
  });

  const expectStorable = (outcome: Awaited<ReturnType<typeof outcomeOf>>): void => {
    if (typeof outcome === 'string') return;
    const { subject, messageId, references, recipients, to, text, reply, from, attachments } = outcome;
    const named = [
      ...from.flatMap(({ name, address }) => [name, address]),
      ...attachments.map(({ name }) => name),
    ];
    for (const stored of [
      subject ?? '',
      messageId ?? '',
      to,
      text,
      reply,
      ...references,
      ...recipients,
      ...named,
    ])
      expect(stored.isWellFormed() && !stored.includes('\0')).toBe(true);
    expect(text === '' || reply !== '').toBe(true);
  };

  it('give a message that can be stored, or say why not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fixtures),
        fc.array(edit, { minLength: 1, maxLength: 8 }),
        async (original, edits) => {
          const mutated = edits.reduce((bytes: Uint8Array, { kind, place, length, bytes: given }) => {
            const at = Math.floor(place * bytes.length);
            const added = kind === 'copy' ? bytes.subarray(at, at + length) : kind === 'remove' ? [] : given;
            const removed = kind === 'remove' || kind === 'replace' ? length : 0;
            return Buffer.concat([
              bytes.subarray(0, at),
              Uint8Array.from(added),
              bytes.subarray(at + removed),
            ]);
          }, original);
          expectStorable(await outcomeOf(mutated));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('give the same if they are random', async () => {
    for (let round = 0; round < 200; round++) expectStorable(await outcomeOf(randomBytes(round * 20)));
  });
});
