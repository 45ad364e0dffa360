import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { headerOf, readMessage } from '../../../src/features/inbound/message/readMessage.ts';
import { expected, imperfect } from './fixtures/expected.ts';

const folder = new URL('./fixtures/', import.meta.url);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.eml'))
  .map((file) => file.slice(0, -'.eml'.length));
const fixture = (name: string): Buffer => readFileSync(new URL(`${name}.eml`, folder));

const seen = async (bytes: Uint8Array) => {
  const { from, subject, reply, attachments, references } = await readMessage(bytes);
  return {
    from: from.map(({ address }) => address),
    subject,
    reply,
    attachments: attachments.map(({ name, mimeType }) => [name, mimeType]),
    references,
  };
};

describe('a message of a real client', () => {
  it('has its expectation', () => {
    expect(names.toSorted()).toEqual(Object.keys(expected).toSorted());
  });

  it.each(names)('is read as a person reads it: %s', async (name) => {
    expect(await seen(fixture(name))).toEqual({ ...expected[name], ...imperfect[name]?.actual });
  });
});

describe('a message with other line ends', () => {
  const withLineEnds = (bytes: Buffer, end: string): Buffer =>
    Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n').replaceAll('\n', end), 'latin1');

  it.each(names)('says the same with LF and with CR alone: %s', async (name) => {
    const bytes = fixture(name);
    const crlf = await seen(withLineEnds(bytes, '\r\n'));
    expect(await seen(withLineEnds(bytes, '\n'))).toEqual(crlf);
    expect(await seen(withLineEnds(bytes, '\r'))).toEqual(crlf);
  });

  it('does not take a CR within a line for the start of a header', async () => {
    const { from } = await readMessage(
      Buffer.from('From: a@example.com\nX: y\rFrom: b@example.com\n\nHi.\n'),
    );
    expect(from.map(({ address }) => address)).toEqual(['a@example.com']);
  });
});

describe('a mail within the text of a message', () => {
  const replyOf = async (head: string): Promise<string> =>
    (await readMessage(Buffer.from(`From: ann@example.com\r\n${head}\r\n\r\n${pasted}`))).reply;

  const pasted =
    'Is it real?\n\nFrom: Bank <bank@example.org>\nSent: Monday, March 11, 2024 10:00 AM\nTo: Ann\nSubject: Account\n\nClick.\n\nShall I?';

  it.each(['Subject: A mail of our bank', 'Subject: Account 4711\r\nThread-Index: Adp0'])(
    'stays in the first that a person writes: %s',
    async (head) => {
      expect(await replyOf(head)).toBe(pasted);
    },
  );

  it.each([
    'Subject: Re: A mail of our bank',
    'Subject: A mail of our bank\r\nIn-Reply-To: <1@portal.example>',
    'Subject: A mail of our bank\r\nReferences: <1@portal.example>',
    'Subject: [#12] A mail of our bank',
    'Subject: A mail of our bank\r\nTo: support+12-token@portal.example',
  ])('is history of an answer: %s', async (head) => {
    expect(await replyOf(head)).toBe('Is it real?');
  });
});

describe('the parts of a message', () => {
  const message = (head: string, body = 'Hi.'): Buffer => Buffer.from(`${head}\r\n\r\n${body}`);

  it('has all values of a header, whatever the case of its name', async () => {
    const header = headerOf(
      await readMessage(message('Received: one\r\nRECEIVED: two\r\n folded\r\nX-A: b')),
    );
    expect(header('received')).toEqual(['one', 'two folded']);
    expect(header('Auto-Submitted')).toEqual([]);
  });

  it('has the addresses that servers noted besides those of To and Cc', async () => {
    const { recipients, to } = await readMessage(fixture('group-and-several-senders'));
    expect(recipients).toEqual(['support+tok@example.com', 'help@example.com']);
    expect(to).toBe('support+tok@example.com');
  });

  it('has a message id without brackets, also if there are none', async () => {
    const ids = ['<a@x>', 'b@x', '<c\r\n @x>', '<>', ''].map(async (id) => {
      const { messageId } = await readMessage(message(`From: a@example.com\r\nMessage-ID: ${id}`));
      return messageId;
    });
    expect(await Promise.all(ids)).toEqual(['a@x', 'b@x', 'c@x', null, null]);
  });

  it('has no sender without From', async () => {
    const { from, subject } = await readMessage(message('To: support@example.com'));
    expect({ from, subject }).toEqual({ from: [], subject: null });
  });

  it('keeps the bytes of an attachment', async () => {
    const { attachments } = await readMessage(fixture('forwarded-as-attachment'));
    expect(Buffer.from(attachments[0]?.bytes ?? []).toString()).toContain('Your payment failed.');
    const [picture] = (await readMessage(fixture('iphone-picture-only'))).attachments;
    expect([...(picture?.bytes.subarray(0, 4) ?? [])]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  it('has all of the text beside the reply', async () => {
    const { text, reply } = await readMessage(fixture('gmail-web'));
    expect(text).toContain('> we need the number of the invoice.');
    expect(reply).not.toContain('>');
  });

  it('is the quote if there is only history', async () => {
    const quote = 'On Mon, Mar 11, 2024 at 10:00 Ann wrote:\n> Hello';
    const { reply, text } = await readMessage(message('From: a@example.com', quote));
    expect(reply).toBe('> Hello');
    expect(text).toBe(quote);
  });

  it('can be stored', async () => {
    const subject = Buffer.from([0xed, 0xa0, 0x80]).toString('base64');
    const bytes = message(`From: a\0b <a@example.com>\r\nSubject: =?utf-8?B?${subject}?=\0 x`, 'NUL \0 here');
    const read = await readMessage(bytes);
    const texts = [read.subject, read.text, read.reply, read.from[0]?.name].map(String);
    expect(texts.every((text) => text.isWellFormed() && !text.includes('\0'))).toBe(true);
    expect(read.text).toBe('NUL   here');
  });
});

/** The byte of a letter in an 8-bit charset. */
const byteIn = (charset: string, letter: string): number =>
  Array.from({ length: 256 }, (_, byte) => byte).find(
    (byte) => new TextDecoder(charset).decode(Uint8Array.of(byte)) === letter,
  ) ?? 0;

describe('a type that no parser can use', () => {
  const from = 'From: a@example.com\r\n';
  const read = async (head: string, body: string, encoding: BufferEncoding = 'utf8') => {
    const { text, attachments } = await readMessage(Buffer.from(`${from}${head}\r\n\r\n${body}`, encoding));
    return { text, files: attachments.length };
  };

  it.each([
    'Content-Type: multipart/mixed',
    'Content-Type: multipart/alternative; boundary=elsewhere',
    'Content-Type: multipart/mixed; boundary=""',
    'Content-Type: ///',
    'Content-Type: text',
    'Content-Type:',
  ])('leaves the body as text: %s', async (head) => {
    expect(await read(head, 'Hello,\r\nit is slow.')).toEqual({ text: 'Hello,\nit is slow.', files: 0 });
  });

  it.each([
    'X-Type: none',
    'Content-Type: text/plain',
    'Content-Type: text; charset=iso-8859-1',
    'Content-Type: text/plain charset=iso-8859-1',
  ])('without a charset is read as Windows-1252 if it is no UTF-8: %s', async (head) => {
    expect(await read(head, 'Gr\u00fc\u00dfe', 'latin1')).toEqual({ text: 'Gr\u00fc\u00dfe', files: 0 });
  });

  it('has its parameters without a semicolon before the first', async () => {
    const head = 'Content-Type: text/html charset="utf-16be"\r\nContent-Transfer-Encoding: base64';
    const html = Buffer.from('<p>Hello</p>', 'utf16le').swap16().toString('base64');
    expect(await read(head, html)).toEqual({ text: 'Hello', files: 0 });
    const parts = '--b\r\nContent-Type: text/plain\r\n\r\nHello\r\n--b--\r\n';
    expect(await read('Content-Type: multipart/mixed boundary=b', parts)).toEqual({
      text: 'Hello',
      files: 0,
    });
  });

  it('has the boundary of its body if the header names none, also within another part', async () => {
    const inner = '--in\r\nContent-Type: text/plain\r\n\r\nHello\r\n--in--\r\n';
    const file = '--out\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\n%PDF\r\n--out--';
    const parts = `--out\r\nContent-Type: multipart/alternative\r\n\r\n${inner}${file}`;
    expect(await read('Content-Type: multipart/mixed', parts)).toEqual({ text: 'Hello', files: 1 });
  });

  it.each(['--cut--\r\nHello\r\n--cut--', 'Hello\r\n--verbose\r\nfails,\r\n--verbose\r\ntoo.'])(
    'takes no line of a text for a boundary: %j',
    async (body) => {
      const { text } = await read('Content-Type: multipart/mixed', body);
      expect(text).toBe(body.replaceAll('\r', ''));
    },
  );

  it('keeps the files beside a part that has the boundary of the part around it', async () => {
    const inner =
      '--b\r\n\r\nGr\u00fc\u00dfe\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Gr\u00fc\u00dfe</p>\r\n--b--\r\n';
    const file = '--b\r\nContent-Type: application/pdf; name=a.pdf\r\n\r\n%PDF\r\n--b--';
    const parts = `--b\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n${inner}${file}`;
    expect(await read('Content-Type: multipart/mixed; boundary=b', parts, 'latin1')).toEqual({
      text: 'Gr\u00fc\u00dfe',
      files: 1,
    });
  });

  it.each([
    ['Hello there', 'Hello there'],
    ['Hello there\r\n\r\nmore', 'Hello there\n\nmore'],
    ['Content-Type: text/plain;\r\n charset=utf-8\r\nHello: no, you\r\nthere', 'there'],
    ['Content-Type: text/plain\r\nHello there', 'Hello there'],
    ['X-Header: a\r\na line of no field\r\n\r\nHello', 'Hello'],
  ])('may lack the empty line before its text: %j', async (part, text) => {
    const parts = `--b\r\n${part}\r\n--b--`;
    expect((await read('Content-Type: multipart/mixed; boundary=b', parts)).text).toBe(text);
  });

  it('is text within another part, too, if no part begins', async () => {
    const parts = '--b\r\nContent-Type: multipart/alternative\r\n\r\nHello\r\n--b--';
    expect(await read('Content-Type: multipart/mixed; boundary=b', parts)).toEqual({
      text: 'Hello',
      files: 0,
    });
  });

  it('without a charset is read as Windows-1252 within another part, too', async () => {
    const parts = '--b\r\nContent-Type: text/html\r\n\r\n<p>Gr\u00fc\u00dfe</p>\r\n--b--';
    const read1252 = await read('Content-Type: multipart/mixed; boundary=b', parts, 'latin1');
    expect(read1252).toEqual({ text: 'Gr\u00fc\u00dfe', files: 0 });
  });

  it('is read as it is if it is not in the encoding that its header names', async () => {
    const head = 'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64';
    expect((await read(head, 'Hello, this is no base64.')).text).toBe('Hello, this is no base64.');
    expect((await read(head, 'SGVsbG8=')).text).toBe('Hello');
  });

  it.each(['Thanks', 'Help\n\nIt is slow.', 'Thanks\n\nIt works.'])(
    'is read as it is if its first line is a word, which could be base64: %j',
    async (body) => {
      expect((await read('Content-Transfer-Encoding: base64', body)).text).toBe(body);
    },
  );

  it.each([
    ['SGVs\r\nbG8=', 'Hello'],
    [`${'QUFB'.repeat(19)}\r\nQUFB`, 'A'.repeat(60)],
    [`\r\n${'QUFB'.repeat(400)}`, 'A'.repeat(1_200)],
    ['SGVsbG8h\r\n_____\r\nfooter', /^Hello!/],
  ])('is decoded if it is in base64, however its lines are: %j', async (body, text) => {
    expect((await read('Content-Transfer-Encoding: base64', body)).text).toEqual(
      typeof text === 'string' ? text : expect.stringMatching(text),
    );
  });

  it.each([
    ['SGVsbG8', 'Hello'],
    ['SGVsbG8gd29ybGQ', 'Hello world'],
    ['SGVsbG8gd29ybGQsIGhlcmUh', 'Hello world, here!'],
    ['R3LDvMOfZSBhdXMgQmVybGlu', 'Gr\u00fc\u00dfe aus Berlin'],
  ])('is decoded if it is in base64 without its end: %s', async (body, text) => {
    expect((await read('Content-Transfer-Encoding: base64', body)).text).toBe(text);
  });

  it.each([
    ['Gr\u00fc\u00dfe', 'iso-8859-1'],
    ['\u041d\u043e\u043c\u0435\u0440', 'windows-1251'],
  ])('in HTML has the charset that the HTML names, else Windows-1252: %s', async (text, charset) => {
    const letters = Buffer.from([...text].map((letter) => byteIn(charset, letter)));
    const meta =
      charset === 'iso-8859-1'
        ? ''
        : `<meta http-equiv="Content-Type" content="text/html; charset=${charset}">`;
    const html = Buffer.concat([Buffer.from(`<head>${meta}</head>`), letters]);
    expect((await read('Content-Type: text/html', html.toString('latin1'), 'latin1')).text).toBe(text);
    const head = 'Content-Type: text/html\r\nContent-Transfer-Encoding: base64';
    expect((await read(head, html.toString('base64'))).text).toBe(text);
  });

  it.each(['utf-8', 'iso-8859-1'])('in base64 may have lines of a server below: %s', async (charset) => {
    const head = `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: base64`;
    const encoded = Buffer.from('It is 42.\n').toString('base64');
    const below = '_____\r\nA mailing list\r\nlist@example.com';
    expect((await read(head, `${encoded}\r\n${below}`)).text).toBe(
      `It is 42.\n\n${below.replaceAll('\r', '')}`,
    );
    expect((await read(head, 'Help\r\n\r\nIt is slow.')).text).toBe('Help\n\nIt is slow.');
  });

  it.each([
    ['DOS-862', '\x99\x8c\x85\x8d', '\u05e9\u05dc\u05d5\u05dd'],
    ['cp850', '\x81ber den T\x81r', '\u00fcber den T\u00fcr'],
    ['ibm850', 'Gr\x81\xe1e', 'Gr\u00fc\u00dfe'],
    ['cp437', 'na\x8bve', 'na\u00efve'],
    ['utf-7', 'Gr+APwA3w-e +- more', 'Gr\u00fc\u00dfe + more'],
    ['hz-gb-2312', 'This: ~{<:Ky2;S{#,NpJ)l6HK!#~} ok ~~', 'This: 己所不欲，勿施於人。 ok ~'],
    ['iso-2022-kr', '\x1b$)CMail: \x0e>H3g\x0f ok', 'Mail: 안녕 ok'],
    ['ks_c_5601-1987', '\x8cc\xb9\xe6 ok', '똠방 ok'],
    ['euc-kr', '\xbe\xc8\x89\xe7', '안됬'],
    ['x-unknown', 'Gr\xfc\xdfe', 'Gr\u00fc\u00dfe'],
    ['x-unknown', 'Gr\xc3\xbc\xc3\x9fe', 'Gr\u00fc\u00dfe'],
  ])('is read in %s: %j', async (charset, body, text) => {
    const head = `Content-Type: text/plain; charset="${charset}"; format=fixed`;
    const bytes = Buffer.from(body, 'latin1');
    const quoted = body.replace(
      /[^ -<>-~]/g,
      (one) => `=${one.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
    );
    expect((await read(head, body, 'latin1')).text).toBe(text);
    expect((await read(`${head}\r\nContent-Transfer-Encoding: base64`, bytes.toString('base64'))).text).toBe(
      text,
    );
    expect((await read(`${head}\r\nContent-Transfer-Encoding: quoted-printable`, quoted)).text).toBe(text);
  });

  it.each([
    ['cp850', 'T\x81r kaputt', 'T\u00fcr kaputt'],
    ['ibm850', 'Stra\xe1e', 'Stra\u00dfe'],
    ['cp437', 'na\x8bve', 'na\u00efve'],
    ['cp852', '\x88\xa2d\xab', 'łódź'],
    ['cp866', '\x8f\xe0\xa8\xa2\xa5\xe2', 'Привет'],
    ['utf-7', 'Gr+APwA3w-e', 'Gr\u00fc\u00dfe'],
    ['hz-gb-2312', '~{<:Ky2;S{~}', '己所不欲'],
    ['iso-2022-kr', '\x1b$)C\x0e>H3g\x0f', '안녕'],
    ['euc-kr', '\xbe\xc8\x89\xe7', '안됬'],
    ['x-unknown', 'Gr\xc3\xbc\xc3\x9fe', 'Gr\u00fc\u00dfe'],
    ['x-unknown', 'Gr\xfc\xdfe', 'Gr\u00fc\u00dfe'],
    ['base64', 'plain', 'plain'],
  ])('has a subject, names and names of files in %s: %j', async (charset, said, text) => {
    const escapedBy = (mark: string, bytes: string): string =>
      bytes.replace(
        /[^\dA-Za-z]/g,
        (one) => `${mark}${one.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
      );
    const q = `=?${charset}?Q?${escapedBy('=', said)}?=`;
    const b = `=?${charset}*en?b?${Buffer.from(said, 'latin1').toString('base64')}?=`;
    const parted = `=?${charset}?Q?${escapedBy('=', said.slice(0, 2))}?=\r\n ${`=?${charset}?Q?${escapedBy('=', said.slice(2))}?=`}`;
    const whole = `filename*=${charset}''${escapedBy('%', said)}.pdf`;
    const sections = `filename*1*=${escapedBy('%', said.slice(2))}; filename*2=".pdf";\r\n filename*0*=${charset}'de'${escapedBy('%', said.slice(0, 2))}; size=1`;
    const parts = [`name="${q}.pdf"`, `name="${parted}.pdf"`].map(
      (name) => `--b\r\nContent-Type: application/pdf; ${name}\r\n\r\nx\r\n`,
    );
    const files = [whole, sections].map(
      (name) =>
        `--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; ${name}\r\n\r\nx\r\n`,
    );
    const head = `From: ${q} <a@b.example>\r\nSubject: Re: ${parted} ${b} =?utf-8?Q?=C3=BC?=\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`;
    const message = await readMessage(Buffer.from(`${head}${[...parts, ...files].join('')}--b--\r\n`));
    expect(message.from).toEqual([{ name: text, address: 'a@b.example' }]);
    expect(message.subject).toBe(`Re: ${text}${text}ü`);
    expect(message.attachments.map(({ name }) => name)).toEqual(Array(4).fill(`${text}.pdf`));
  });

  it('has its raw header in the charset of its text, too', async () => {
    const bytes = Buffer.from(
      'From: a@b.example\r\nSubject: T\x81r\r\nContent-Type: text/plain; charset=cp850\r\n\r\nT\x81r',
      'latin1',
    );
    expect(await readMessage(bytes)).toMatchObject({ subject: 'Tür', text: 'Tür' });
  });

  it('has no sender if a word in a foreign charset hides one', async () => {
    const from = 'From: =?cp850?Q?Ann_<ann@example.com>?= <x@evil.example>\r\n\r\nHi.';
    expect((await readMessage(Buffer.from(from))).author).toEqual({ kind: 'ambiguous' });
  });

  it('is read behind a nesting of 100 parts', async () => {
    const open = Array.from(
      { length: 100 },
      (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
    );
    const body = `${open.join('')}--b100\r\nContent-Type: text/plain\r\n\r\nDeep.\r\n--b100--\r\n`;
    expect((await read('Content-Type: multipart/mixed; boundary=b0', body)).text).toBe('Deep.');
  });

  it.each([
    'Content-Type: (a comment) multipart/mixed; boundary=b',
    'Content-Type : multipart/mixed; boundary=b',
  ])('is known behind a comment or a space: %s', async (head) => {
    const part = '--b\r\nContent-Type : text/plain\r\n\r\nGr\u00fc\u00dfe\r\n--b--';
    expect((await read(head, part, 'latin1')).text).toBe('Gr\u00fc\u00dfe');
  });

  it('keeps the text of HTML that is nested deeper than any page', async () => {
    const html = `${'<div><span>'.repeat(300)}Hello<br>there${'</span></div>'.repeat(300)}`;
    expect((await read('Content-Type: text/html', html)).text).toBe('Hello\nthere');
  });

  it.each(['blockquote', 'ul><li', 'label', 'x-part', 'main', 'a href="https://x.example"'])(
    'keeps the text of HTML with 6,000 elements within elements: %s',
    async (element) => {
      const html = `<p>Before</p>${`<${element}>`.repeat(6_000)}Hello`;
      expect((await read('Content-Type: text/html', html)).text).toMatch(/^Before\s+Hello$/);
    },
  );

  it('keeps quotes that are deeper than most, if only their layout is too deep', async () => {
    const html = `${'<div><div><blockquote>'.repeat(90)}Hello${'</blockquote></div></div>'.repeat(90)}`;
    expect((await read('Content-Type: text/html', html)).text).toBe(`${'> '.repeat(90)}Hello`);
  });

  it.each([
    ['This message is in HTML.', '<p>It is 42.</p>', 'It is 42.'],
    ['The HTML is empty.', '<p>The <b>HTML</b> is empty.</p>', 'The HTML is empty.'],
    ['The HTML is empty.', '<p>The <b>HTML</b> is empty.</p><p>See?</p>', 'The HTML is empty.\n\nSee?'],
    ['View it in a browser.', '<p>It is 42.</p>', 'It is 42.'],
    ['It is 42.', '<p>It is 42.</p><p>And 43.</p>', 'It is 42.\n\nAnd 43.'],
    [
      'It is 42, see https://a.example',
      '<p>It is 42, see <a href="https://a.example">a</a></p>',
      'It is 42, see https://a.example',
    ],
    ['\u200b', '<p>It is 42.</p>', 'It is 42.'],
    ['&nbsp;', '<p>It is 42.</p>', 'It is 42.'],
    ['[image: image.png]', '<p>It is 42.</p><img src="cid:1">', 'It is 42.'],
    ['The HTML is empty.', '', 'The HTML is empty.'],
    ['The HTML is empty.', '<img src="cid:1">', 'The HTML is empty.'],
  ])('has its words in HTML if its plain part is short and has fewer: %s %s', async (plain, html, text) => {
    const parts = `--b\r\nContent-Type: text/plain\r\n\r\n${plain}\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--`;
    expect((await read('Content-Type: multipart/alternative; boundary=b', parts)).text).toBe(text);
  });

  it('keeps the text behind a picture that stands in the HTML', async () => {
    const html = `<p>Before</p><img src="data:image/png;base64,${'A'.repeat(3_000_000)}"><p>After</p>`;
    expect((await read('Content-Type: text/html', html)).text).toBe('Before\n\nAfter');
  });

  it('adds nothing to a mail whose parts are empty', async () => {
    const parts = '--b\r\nContent-Type: text/plain\r\n\r\n\r\n--b--';
    expect((await read('Content-Type: multipart/mixed; boundary=b', parts)).text).toBe('');
  });

  it('gives a file without a name an ending', async () => {
    const part = '--b\r\nContent-Type: image/*\r\n\r\nxx\r\n--b--';
    const { attachments } = await readMessage(
      Buffer.from(`${from}Content-Type: multipart/mixed; boundary=b\r\n\r\n${part}`),
    );
    expect(attachments.map(({ name }) => name)).toEqual(['attachment-1.bin']);
  });

  it('makes no message of bytes without a header', async () => {
    await expect(readMessage(Buffer.from([0xff, 0xfe, 0x0a, 0x0a, 0xfc]))).rejects.toThrow('no header');
  });
});

describe('the bytes 80 to 9F of a message in', () => {
  const said = '“hi” € it’s – ok…';
  const raw = Buffer.from('93686994208020697492732096206f6b85', 'hex');

  it.each(['windows-1252', 'iso-8859-1', 'us-ascii', 'latin1', 'cp1252'])(
    '%s are what other clients read',
    async (charset) => {
      const word = `=?${charset}?Q?=93hi=94_=80_it=92s_=96_ok=85?=`;
      const head = (type: string, encoding: string) =>
        `From: ${word} <a@b.example>\r\nSubject: ${word}\r\nContent-Type: ${type}; charset=${charset}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;
      const messages = [
        Buffer.from(`${head('text/plain', 'quoted-printable')}=93hi=94 =80 it=92s =96 ok=85\r\n`),
        Buffer.from(`${head('text/html', 'quoted-printable')}<p>=93hi=94 =80 it=92s =96 ok=85</p>\r\n`),
        Buffer.from(`${head('text/plain', 'base64')}${raw.toString('base64')}\r\n`),
        Buffer.concat([Buffer.from(head('text/plain', '8bit')), raw]),
      ];
      for (const message of messages) {
        const { text, subject, from } = await readMessage(message);
        expect({ text, subject, name: from[0]?.name }).toEqual({ text: said, subject: said, name: said });
      }
    },
  );

  it('windows-1252 that have no character are shown as undecodable, and not left out', async () => {
    const message = Buffer.from(
      'From: a@b.example\r\nContent-Type: text/plain; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\na=81b=8Dc\r\n',
    );
    expect((await readMessage(message)).text).toBe('a\ufffdb\ufffdc');
  });
});

describe('the sender of a message', () => {
  it.each([
    ['x@evil.example (a (b) c <admin@example.com>)', 'x@evil.example'],
    ['x@evil.example (a \\) <admin@example.com>)', 'x@evil.example'],
    ['<x@evil.example(<admin@example.com>)>', 'x@evil.example'],
    ['"a (b" <x@evil.example>', 'x@evil.example'],
  ])('is no one whom a comment names: %s', async (from, address) => {
    const message = await readMessage(Buffer.from(`From: ${from}\r\n\r\nHi.`));
    expect(message.from.map((mailbox) => mailbox.address)).toEqual([address]);
  });

  it('may have a comment for a name', async () => {
    const { from } = await readMessage(Buffer.from('From: ann@example.com (Ann Miller)\r\n\r\nHi.'));
    expect(from).toEqual([{ name: 'Ann Miller', address: 'ann@example.com' }]);
  });

  it('is no one behind a bare route', async () => {
    const { from } = await readMessage(Buffer.from('From: @evil.example:ann@example.com\r\n\r\nHi.'));
    expect(from).toEqual([]);
  });
});
