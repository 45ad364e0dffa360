import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../src/inbound/message/readMessage.ts';
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

describe('the parts of a message', () => {
  const message = (head: string, body = 'Hi.'): Buffer => Buffer.from(`${head}\r\n\r\n${body}`);

  it('has all values of a header, whatever the case of its name', async () => {
    const { header } = await readMessage(message('Received: one\r\nRECEIVED: two\r\n folded\r\nX-A: b'));
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

  it('is all of the text if there is only history', async () => {
    const quote = 'On Mon, Mar 11, 2024 at 10:00 Ann wrote:\n> Hello';
    const { reply } = await readMessage(message('From: a@example.com', quote));
    expect(reply).toBe(quote);
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

  it.each(['X-Type: none', 'Content-Type: text/plain', 'Content-Type: text; charset=iso-8859-1'])(
    'without a charset is read as Windows-1252 if it is no UTF-8: %s',
    async (head) => {
      expect(await read(head, 'Gr\u00fc\u00dfe', 'latin1')).toEqual({ text: 'Gr\u00fc\u00dfe', files: 0 });
    },
  );

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
