import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Dicer } from '@fastify/busboy';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  isReceivedFile,
  type ReceivedForm,
  receiveUpload,
} from '../../../src/core/http/upload/receiveUpload.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-upload-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Part {
  name?: string;
  fileName?: string;
  type?: string;
  content: Buffer | string;
}

const formOf = (parts: readonly Part[], boundary = 'edge'): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ name, fileName, type, content }) => [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data`),
      Buffer.from(name === undefined ? '' : `; name="${name}"`),
      Buffer.from(fileName === undefined ? '' : `; filename="${fileName}"`),
      Buffer.from(type === undefined ? '\r\n\r\n' : `\r\nContent-Type: ${type}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

interface Sent {
  body: Buffer;
  boundary?: string;
  contentType?: string;
  length?: number;
  chunk?: number;
  maxBytes?: number;
}

const receive = ({
  body,
  boundary = 'edge',
  contentType,
  length,
  chunk = 65_536,
  maxBytes = 1_000,
}: Sent) => {
  const headers = new Headers({ 'Content-Type': contentType ?? `multipart/form-data; boundary=${boundary}` });
  if (length !== undefined) headers.set('Content-Length', String(length));
  const newPath = async () => join(folder, randomBytes(8).toString('hex'));
  return receiveUpload({ headers, body: inChunks(body, chunk), maxBytes, newPath });
};

async function* inChunks(body: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < body.length; start += size) yield body.subarray(start, start + size);
}

const fileOf = ({ values }: ReceivedForm) => {
  const { file } = values;
  if (!isReceivedFile(file)) throw new Error('There is no file.');
  return { ...file, bytes: readFileSync(file.path) };
};

const leftovers = () => readdirSync(folder).length;

describe('an upload', () => {
  it('is read into its parts, the file on disk', async () => {
    const form = await receive({
      body: formOf([
        { name: 'folder_id', content: '7' },
        { name: 'file', fileName: 'Übersicht.txt', type: 'text/plain', content: 'hello' },
      ]),
    });
    expect(form.values.folder_id).toBe('7');
    expect(fileOf(form)).toMatchObject({
      fileName: 'Übersicht.txt',
      declaredType: 'text/plain',
      sizeBytes: 5,
      bytes: Buffer.from('hello'),
    });
    expect(form.repeated).toEqual([]);
    await form.discard();
    expect(leftovers()).toBe(0);
  });

  it('tells a part that declares a type from one that declares none', async () => {
    const form = await receive({ body: formOf([{ name: 'file', fileName: 'a', content: '' }]) });
    expect(fileOf(form)).toMatchObject({ declaredType: null, sizeBytes: 0 });
    await form.discard();
  });

  it('brings bytes and fields back whatever chunks they come in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('\r\n--edge', '-edge--', '\r\n', '--', '\r', 'x', '\0', 'é'), {
          maxLength: 30,
        }),
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.integer({ min: 1, max: 80 }),
        async (pieces, field, chunk) => {
          const content = Buffer.from(pieces.join('').replaceAll('\r\n--edge', '\r\n--edg'));
          const text = Buffer.from(field.replaceAll('\r\n--edge', '')).toString();
          const body = formOf([
            { name: 'file', fileName: 'a', content },
            { name: 'folder_id', content: text },
          ]);
          const form = await receive({ body, chunk });
          expect(fileOf(form).bytes).toEqual(content);
          expect(form.values.folder_id).toBe(text);
          await form.discard();
        },
      ),
    );
  });

  it.each([
    [20_000, 1_000_000],
    [64_000, 65_536],
    [150_000, 65_536],
    [1_000_000, 65_536],
    [1_000_000, 1_000_000],
  ])('of %d bytes ends with the file as its last part, in chunks of %d', async (size, chunk) => {
    const content = randomBytes(size);
    const epilogue = randomBytes(100_000);
    const body = formOf([
      { name: 'folder_id', content: '7' },
      { name: 'file', fileName: 'a', content },
    ]);
    const form = await receive({ body: Buffer.concat([body, epilogue]), chunk, maxBytes: size });
    expect(form.values.folder_id).toBe('7');
    expect(fileOf(form).bytes.equals(content)).toBe(true);
    await form.discard();
  });

  it.each([
    'C:\\fakepath\\a.txt',
    '..\\..\\a.txt',
    'a\u0001\u0009b',
    '%2e%2e',
    "it's; name=x",
    'a\\"b',
    '日本語',
  ])('keeps the file name %j as it was sent', async (fileName) => {
    const form = await receive({ body: formOf([{ name: 'file', fileName, content: 'x' }]) });
    expect(fileOf(form).fileName).toBe(fileName.replace('\\"', '"'));
    await form.discard();
  });

  it.each([
    ['by itself', `filename*=utf-8''%C3%BCber%20uns.txt`, 'über uns.txt'],
    [
      'beside an encoded word, as .NET',
      `filename="=?utf-8?B?w6kudHh0?="; filename*=utf-8''%C3%A9.txt`,
      'é.txt',
    ],
    ['before a plain one', `filename*=UTF-8'de'%C3%A9.txt; filename="e.txt"`, 'é.txt'],
    ['beside a plain one, and broken', `filename="e.txt"; filename*=utf-8''%C3.txt`, 'e.txt'],
    ['beside a plain one, in another charset', `filename="e.txt"; filename*=iso-8859-1''%E9.txt`, 'e.txt'],
  ])('takes the file name of clients that encode it %s', async (_case, parameters, fileName) => {
    const body = Buffer.from(
      `--edge\r\nContent-Disposition: form-data; name="file"; ${parameters}\r\n\r\nx\r\n--edge--`,
    );
    const form = await receive({ body });
    expect(fileOf(form).fileName).toBe(fileName);
    await form.discard();
  });

  it('names parts that come twice, and keeps the first', async () => {
    const form = await receive({
      body: formOf([
        { name: 'file', fileName: 'a', content: 'first' },
        { name: 'file', fileName: 'b', content: 'second' },
        { name: 'folder_id', content: '1' },
        { name: 'folder_id', content: '2' },
      ]),
    });
    expect(form.repeated.map(({ path }) => path)).toEqual(['file', 'folder_id']);
    expect(fileOf(form).bytes.toString()).toBe('first');
    expect(form.values.folder_id).toBe('1');
    await form.discard();
    expect(leftovers()).toBe(0);
  });

  it('may have no parts at all', async () => {
    expect(await receive({ body: Buffer.from('--edge--\r\n') })).toMatchObject({ values: {}, repeated: [] });
  });

  it('has a fingerprint of parts and bytes, not of the boundary', async () => {
    const parts = [
      { name: 'folder_id', content: '1' },
      { name: 'file', fileName: 'a', content: 'bytes' },
    ];
    const fingerprintOf = async (given: readonly Part[], boundary: string) => {
      const form = await receive({ body: formOf(given, boundary), boundary });
      await form.discard();
      return form.fingerprint;
    };
    const first = await fingerprintOf(parts, 'one');
    expect(await fingerprintOf(parts, 'another')).toBe(first);
    expect(await fingerprintOf(parts.toReversed(), 'one')).toBe(first);
    expect(await fingerprintOf([{ name: 'folder_id', content: '2' }, ...parts.slice(1)], 'one')).not.toBe(
      first,
    );
    const renamed = { name: 'file', fileName: 'b', content: 'bytes' };
    expect(await fingerprintOf([...parts.slice(0, 1), renamed], 'one')).not.toBe(first);
    const changed = { name: 'file', fileName: 'a', content: 'byteS' };
    expect(await fingerprintOf([...parts.slice(0, 1), changed], 'one')).not.toBe(first);
  });

  it('may be as large as the limit, and no larger', async () => {
    const body = (size: number) => formOf([{ name: 'file', fileName: 'a', content: Buffer.alloc(size) }]);
    const form = await receive({ body: body(1_000) });
    expect(fileOf(form).sizeBytes).toBe(1_000);
    await form.discard();
    await expect(receive({ body: body(1_001) })).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(leftovers()).toBe(0);
  });

  it('is refused while it streams: what comes after the limit is not read', async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
      for (; ; read += 1_000) yield Buffer.alloc(1_000);
    }
    const headers = new Headers({ 'Content-Type': 'multipart/form-data; boundary=edge' });
    const newPath = async () => join(folder, 'endless');
    await expect(receiveUpload({ headers, body: endless(), maxBytes: 5_000, newPath })).rejects.toMatchObject(
      { code: 'payload_too_large' },
    );
    expect(read).toBeLessThan(2_000_000);
    expect(leftovers()).toBe(0);
  });

  const whole = formOf([
    { name: 'folder_id', content: '1' },
    { name: 'file', fileName: 'a', content: 'hello' },
  ]);

  it('ending anywhere before its last boundary is malformed, and nothing is kept', async () => {
    for (let end = 0; end < whole.length - 2; end += 1) {
      await expect(receive({ body: whole.subarray(0, end) }), `${end}`).rejects.toMatchObject({
        code: 'bad_request',
      });
    }
    expect(leftovers()).toBe(0);
  });

  it.each<[string, Sent, string]>([
    ['shorter than announced', { body: whole, length: whole.length + 1 }, 'bad_request'],
    ['announced as too large', { body: whole, length: 2 ** 31 }, 'payload_too_large'],
    ['without a boundary', { body: whole, contentType: 'multipart/form-data' }, 'bad_request'],
    ['with another boundary', { body: whole, boundary: 'other' }, 'bad_request'],
    ['of JSON', { body: whole, contentType: 'application/json' }, 'unsupported_media_type'],
    [
      'of another kind',
      { body: whole, contentType: 'multipart/mixed; boundary=edge' },
      'unsupported_media_type',
    ],
    ['with a part without a name', { body: formOf([{ fileName: 'a', content: '' }]) }, 'bad_request'],
    [
      'whose headers do not end',
      { body: Buffer.from('--edge\r\nContent-Disposition: form-data; name="file"\r\n--edge--\r\n') },
      'bad_request',
    ],
    [
      'of too many parts',
      { body: formOf(Array.from({ length: 40 }, (_, index) => ({ name: `p${index}`, content: '' }))) },
      'bad_request',
    ],
  ])('%s is refused, and nothing is kept', async (_case, sent, code) => {
    await expect(receive(sent)).rejects.toMatchObject({ code });
    expect(leftovers()).toBe(0);
  });

  it('of nothing but boundaries is refused at the second one, however many a chunk holds', async () => {
    const boundaries = Buffer.from('--edge\r\n'.repeat(100_000));
    const events = vi.spyOn(Dicer.prototype, 'emit');
    onTestFinished(() => events.mockRestore());
    await expect(
      receive({ body: boundaries, chunk: boundaries.length, maxBytes: 2_000_000 }),
    ).rejects.toMatchObject({ code: 'bad_request' });
    expect(events.mock.calls.filter(([name]) => name === 'part')).toHaveLength(2);
  });
});
