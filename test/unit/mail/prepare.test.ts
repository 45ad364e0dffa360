import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeMime } from '../../../src/features/mail/chain/message/mime.ts';
import { type MailMessage, prepareMail } from '../../../src/features/mail/chain/message/prepare.ts';

const prepare = (message: MailMessage, readLimit?: number) =>
  prepareMail(
    { to: 'ann@a.example', ...message },
    { defaultFrom: 'Support <support@shop.example>', readLimit },
  );

const mimeOf = async (message: MailMessage): Promise<string> =>
  (await writeMime((await prepare(message)).message, 'unix')).toString();

describe('a prepared mail', () => {
  it('has the default sender if the message names none', async () => {
    expect(await prepare({})).toMatchObject({
      from: { name: 'Support', address: 'support@shop.example' },
      envelopeFrom: 'support@shop.example',
    });
    expect(await prepare({ from: 'Bob <bob@b.example>' })).toMatchObject({
      from: { name: 'Bob', address: 'bob@b.example' },
      envelopeFrom: 'bob@b.example',
    });
  });

  it('is for everybody once, in the order to, cc, bcc', async () => {
    const mail = await prepare({ to: 'a@x.io, b@x.io', cc: 'c@x.io, a@x.io', bcc: 'd@x.io' });
    expect(mail.recipients).toEqual(['a@x.io', 'b@x.io', 'c@x.io', 'd@x.io']);
  });

  it('goes by the envelope if it names sender or recipients', async () => {
    const mail = await prepare({ envelope: { from: 'bounce@b.example', to: 'bob@b.example' } });
    expect(mail).toMatchObject({ envelopeFrom: 'bounce@b.example', recipients: ['bob@b.example'] });
    expect(mail.to).toEqual([{ name: '', address: 'ann@a.example' }]);
  });

  it("has one short Message-ID at the sender's domain", async () => {
    const { messageId, message } = await prepare({ from: 'a@bücher.example' });
    expect(messageId).toMatch(/^[\w-]{22}@xn--bcher-kva\.example$/);
    expect(message.messageId).toBe(`<${messageId}>`);
    expect((await prepare({})).messageId).not.toBe((await prepare({})).messageId);
  });

  it.each<[string, MailMessage]>([
    ['messageId', { messageId: '<own@x.io>' }],
    ['messageId without brackets', { messageId: 'own@x.io' }],
    ['a header', { headers: { 'message-id': '<own@x.io>' } }],
    ['a header in a list', { headers: [{ key: 'Message-Id', value: '<own@x.io>' }] }],
    ['a raw message', { raw: 'Subject: x\r\nMessage-ID: <own@x.io>\r\n\r\nMessage-ID: <other@x.io>' }],
    ['a raw message, folded', { raw: 'Message-ID:\r\n <own@x.io>\r\n\r\n' }],
    ['a raw message, without brackets', { raw: 'Message-ID: own@x.io\r\nSubject: x\r\n\r\n' }],
    ['a raw stream', { raw: Readable.from(['Message-ID: <own@x.io>\n\nbody']) }],
  ])('keeps the Message-ID that the caller gave as %s', async (_how, message) => {
    const mail = await prepare(message);
    expect(mail.messageId).toBe('own@x.io');
    expect((await writeMime(mail.message, 'unix')).toString()).toMatch(/^message-id:\s*<?own@x\.io\b/im);
  });

  it('has the same date whenever it is written', async () => {
    const { message } = await prepare({});
    expect(message.date).toBeInstanceOf(Date);
  });

  it("carries nothing that is the portal's or the envelope's own", async () => {
    const { message } = await prepare({ portal: { type: 'test' }, envelope: { to: 'b@b.example' } });
    expect(message).not.toHaveProperty('portal');
    expect(message).not.toHaveProperty('envelope');
  });

  it('cleans the subject', async () => {
    expect((await prepare({ subject: 'Hi\r\nBcc: evil@e.io' })).subject).toBe('Hi Bcc: evil@e.io');
    expect((await prepare({})).subject).toBeNull();
  });

  it('leaves the message of the caller as it is', async () => {
    const attachment = Object.freeze({
      filename: 'a.txt',
      content: Readable.from(['abc']),
      headers: { 'X-A': '1' },
    });
    const message = Object.freeze({
      to: Object.freeze(['ann@a.example']) as string[],
      text: Object.freeze({ content: 'Hi' }),
      icalEvent: Object.freeze({ content: 'BEGIN', headers: Object.freeze({ 'X-B': '2' }) }),
      attachments: Object.freeze([attachment]) as unknown as NonNullable<MailMessage['attachments']>,
      portal: { type: 'test' },
    });
    const mail = await prepare(message);
    await writeMime(mail.message, 'unix');
    expect(Object.keys(attachment)).toEqual(['filename', 'content', 'headers']);
    expect(message.attachments[0]).toBe(attachment);
    expect(message.portal).toEqual({ type: 'test' });
  });

  it.each(['', 'nobody', 'a@x.io\r\nBcc: evil@e.io', 'Team: a@x.io;'])(
    'is not made from the sender %j',
    async (sender) => {
      const preparing = prepareMail({ to: 'ann@a.example', from: sender }, { defaultFrom: '' });
      await expect(preparing).rejects.toThrow(/^The sender ".*" is not a single local@domain address\.$/);
    },
  );

  it('is not made for recipients that are none', async () => {
    await expect(prepare({ to: 'nobody' })).rejects.toThrow('The recipient "nobody" is not');
  });

  it('keeps the usable addresses of Reply-To', async () => {
    expect((await prepare({ replyTo: 'the desk' })).replyTo).toEqual([]);
    expect((await prepare({ replyTo: ['Desk', 'Desk <desk@d.example>'] })).replyTo).toEqual([
      { name: 'Desk', address: 'desk@d.example' },
    ]);
  });
});

describe('the headers of a prepared mail', () => {
  const evil = '1\r\nX-Evil: 1\r\n\r\nbody';

  it.each<[string, MailMessage]>([
    ['a prepared value', { headers: { 'X-A': { prepared: true, value: evil } } }],
    ['a list of values', { headers: { 'X-A': ['0', evil] } }],
    [
      'a list of headers',
      { headers: [{ key: 'X-A', value: { prepared: true, value: evil } as unknown as string }] },
    ],
    ['a name', { headers: { 'X-A: 1\r\nX-Evil': '1' } }],
    ['the subject', { subject: evil }],
    ['an own Message-ID', { messageId: `<a@x.io>\r\nX-Evil: 1` }],
    ['a reference', { inReplyTo: `<a@x.io>\r\nX-Evil: 1`, references: `<a@x.io>\r\nX-Evil: 1` }],
    ['a file name', { attachments: [{ filename: `a\r\nX-Evil: 1`, content: 'x' }] }],
    ['a content id', { html: 'x', attachments: [{ cid: `a\r\nX-Evil: 1`, content: 'x' }] }],
    ['a content type', { attachments: [{ contentType: `text/plain\r\nX-Evil: 1`, content: 'x' }] }],
    [
      "an attachment's prepared value",
      { attachments: [{ content: 'x', headers: { 'X-A': { prepared: true, value: evil } } }] },
    ],
    ['a list header', { list: { help: { url: 'a@x.io', comment: evil } } }],
  ])('cannot be added to by %s', async (_how, message) => {
    expect(await mimeOf({ text: 'Hello', ...message })).not.toMatch(/^X-Evil/im);
  });

  it('keep what a prepared value says, folded anew', async () => {
    const value = `first\r\n second ${'word '.repeat(40)}`;
    const mime = await mimeOf({ headers: { 'X-Long': { prepared: true, value } } });
    expect(mime).toMatch(/^X-Long: first\s+second/m);
    expect(Math.max(...mime.split('\n').map((line) => line.length))).toBeLessThan(100);
  });
});

describe('the contents of a prepared mail', () => {
  let folder = '';
  let url = '';
  const server = createServer((request, response) => {
    if (request.url === '/gone') response.writeHead(404).end();
    else response.end(`from the web${request.headers['x-key'] ?? ''}`);
  });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prepare-'));
    await writeFile(join(folder, 'bill.pdf'), '%PDF-1200');
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  const contentOf = async (attachment: NonNullable<MailMessage['attachments']>[number]) => {
    const { message } = await prepare({ attachments: [attachment] });
    const [read] = message.attachments ?? [];
    return { ...read, content: Buffer.from((read?.content ?? '') as string).toString() };
  };

  it('are read from files, under their names and types', async () => {
    const path = join(folder, 'bill.pdf');
    expect(await contentOf({ path })).toEqual({
      content: '%PDF-1200',
      filename: 'bill.pdf',
      contentType: 'application/pdf',
    });
    expect(await contentOf({ path, filename: 'a.txt' })).toMatchObject({
      filename: 'a.txt',
      contentType: 'text/plain',
    });
    expect(await contentOf({ path, filename: false })).toMatchObject({
      filename: false,
      contentType: 'application/pdf',
    });
  });

  it('are read from addresses', async () => {
    expect(await contentOf({ href: `${url}/a/list.csv?x=1`, httpHeaders: { 'x-key': '!' } })).toEqual({
      content: 'from the web!',
      filename: 'list.csv',
      contentType: 'text/csv',
    });
    expect(await contentOf({ path: `${url}/list.csv` })).toMatchObject({ content: 'from the web' });
  });

  it('are read from data addresses, streams, bytes and encoded text', async () => {
    expect(await contentOf({ path: 'data:image/png;base64,YWJj' })).toEqual({
      content: 'abc',
      contentType: 'image/png',
    });
    expect(await contentOf({ content: Readable.from(['a', 'bc']) })).toEqual({ content: 'abc' });
    expect(await contentOf({ content: new Uint8Array([97]) as Buffer })).toEqual({ content: 'a' });
    expect(await contentOf({ content: '616263', encoding: 'hex' })).toEqual({ content: 'abc' });
    expect(await contentOf({ content: 'ünï' })).toEqual({ content: 'ünï' });
    expect(await contentOf({ content: { path: join(folder, 'bill.pdf') } })).toEqual({
      content: '%PDF-1200',
    });
    expect(await contentOf({ filename: 'empty.txt', content: '' })).toEqual({
      filename: 'empty.txt',
      content: '',
    });
  });

  it.each(['text', 'html', 'watchHtml', 'amp', 'icalEvent', 'raw'] as const)(
    'are read for %s',
    async (name) => {
      const path = join(folder, 'bill.pdf');
      for (const body of [
        { path },
        { content: Readable.from(['%PDF-1200']) },
        Readable.from(['%PDF-1200']),
      ]) {
        const { message } = await prepare({ text: 'x', [name]: body });
        for (let time = 0; time < 2; time++) {
          expect((await writeMime(message, 'unix')).toString()).toMatch(/%PDF-1200|JVBERi0xMjAw/);
        }
      }
    },
  );

  it('keep names, types and methods of their parts when written', async () => {
    const path = join(folder, 'bill.pdf');
    const mime = await mimeOf({
      text: 'Hello',
      html: { content: '<p>Hello</p>' },
      icalEvent: { method: 'REQUEST', filename: 'meeting.ics', path },
      alternatives: [{ path }],
      attachments: [{ path, cid: 'logo' }, { raw: 'Content-Type: text/x-own\r\n\r\nraw part' }],
    });
    expect(mime).toContain('Content-Type: text/calendar; charset=utf-8; method=REQUEST');
    expect(mime).toContain('Content-Disposition: attachment; filename=meeting.ics');
    expect(mime).toContain('Content-ID: <logo>');
    expect(mime).toContain('Content-Type: text/x-own\n\nraw part');
    expect(mime.match(/^Content-Type: application\/pdf/gm)).toHaveLength(2);
  });

  it.each<[string, MailMessage, RegExp]>([
    ['a file that is not there', { attachments: [{ path: '/nowhere/a.pdf' }] }, /attachment 1 .*ENOENT/],
    ['a folder', { attachments: [{ filename: 'b.zip', path: '/' }] }, /attachment b\.zip .*EISDIR/],
    ['a stream that breaks', { text: failing('disk gone') }, /the text|text of the mail: disk gone/],
    ['a stream that was read before', { html: ended() }, /html/],
    [
      'content that is none',
      { attachments: [{ content: { a: 1 } as unknown as string }] },
      /neither text nor bytes/,
    ],
    [
      'a file where that is forbidden',
      { disableFileAccess: true, html: { path: '/etc/hosts' } },
      /File access rejected/,
    ],
    [
      'an address where that is forbidden',
      { disableUrlAccess: true, html: { href: 'http://x/' } },
      /rejected/,
    ],
  ])('fail with a sentence: %s', async (_what, message, reason) => {
    const preparing = prepare(message);
    await expect(preparing).rejects.toThrow(/^Could not read .+ of the mail: /);
    await expect(preparing).rejects.toThrow(reason);
  });

  it('fail with a sentence if an address answers with an error', async () => {
    await expect(prepare({ html: { href: `${url}/gone` } })).rejects.toThrow(/html of the mail: .*404/);
  });

  it('fail if a stream does not end in time, which is then destroyed', async () => {
    const endless = new PassThrough();
    await expect(prepare({ attachments: [{ content: endless }] }, 50)).rejects.toThrow(
      'it took longer than 0.05 s',
    );
    expect(endless.destroyed).toBe(true);
  });

  it('fail once, and not as an unhandled error, if several streams break', async () => {
    const attachments = [{ content: failing('one') }, { content: failing('two') }];
    await expect(prepare({ attachments, text: failing('three') })).rejects.toThrow(/Could not read/);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
});

function failing(reason: string): Readable {
  return new Readable({
    read() {
      this.destroy(new Error(reason));
    },
  });
}

function ended(): Readable {
  const stream = Readable.from(['x']);
  stream.destroy();
  return stream;
}
