import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Entry, fromBuffer, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';
import { zipNames } from '../../../src/features/files/zip/zip.ts';
import { type ZipEntry, zipSegments } from '../../../src/features/files/zip/zipFormat.ts';

const modified = new Date('2026-11-24T10:30:22Z');

const entriesOf = (zip: ZipFile): Promise<Entry[]> =>
  new Promise((resolve, reject) => {
    const entries: Entry[] = [];
    zip.on('entry', (entry: Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', reject);
    zip.readEntry();
  });

const contentOf = (zip: ZipFile, entry: Entry): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      Readable.from(stream)
        .toArray()
        .then((chunks) => resolve(Buffer.concat(chunks)), reject);
    });
  });

const open = (start: (done: (error: Error | null, zip: ZipFile) => void) => void): Promise<ZipFile> =>
  new Promise((resolve, reject) => start((error, zip) => (error ? reject(error) : resolve(zip))));

const options = { lazyEntries: true, strictFileNames: true, autoClose: false } as const;

/** The zip of entries without their content, which is zeros. */
class Sparse extends RandomAccessReader {
  readonly #segments;
  constructor(entries: readonly ZipEntry[]) {
    super();
    this.#segments = zipSegments(entries);
  }
  get size(): number {
    return this.#segments.reduce((sum, { size }) => sum + size, 0);
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const wanted = Buffer.alloc(end - start);
    let position = 0;
    for (const segment of this.#segments) {
      const from = Math.max(start, position);
      const to = Math.min(end, position + segment.size);
      if (segment.kind === 'bytes' && from < to)
        segment.bytes.copy(wanted, from - start, from - position, to - position);
      position += segment.size;
    }
    return Readable.from([wanted]);
  }
}

describe('a zip of files', () => {
  it('is read by another program: names of any script, dates, empty files, the same bytes', async () => {
    const contents = [Buffer.from('plan'), Buffer.alloc(0), Buffer.from([0, 255, 1])];
    const names = ['plan.txt', 'leer', '図面 ✏.bin'];
    const entries = contents.map((content, index) => ({
      name: names[index] ?? '',
      size: content.length,
      crc32: crc32(content),
      modified,
    }));
    const bytes = Buffer.concat(
      zipSegments(entries).map((segment) =>
        segment.kind === 'bytes' ? segment.bytes : (contents[segment.index] ?? Buffer.alloc(0)),
      ),
    );
    const zip = await open((done) => fromBuffer(bytes, options, done));
    const found = await entriesOf(zip);
    expect(found.map(({ fileName }) => fileName)).toEqual(names);
    expect(found.map((entry) => entry.getLastModDate({ timezone: 'UTC' }))).toEqual([
      modified,
      modified,
      modified,
    ]);
    for (const [index, entry] of found.entries())
      expect((await contentOf(zip, entry)).equals(contents[index] ?? Buffer.alloc(1))).toBe(true);
  });

  it('of more than 4 GiB, in one file or in all, is read by another program', async () => {
    const gigabyte = 1024 ** 3;
    const sizes = [5 * gigabyte, 0xffffffff, 0xfffffffe, 1];
    const entries = sizes.map((size, index) => ({ name: `${index}.bin`, size, crc32: index, modified }));
    const reader = new Sparse(entries);
    const zip = await open((done) => fromRandomAccessReader(reader, reader.size, options, done));
    const found = await entriesOf(zip);
    expect(found.map(({ uncompressedSize }) => uncompressedSize)).toEqual(sizes);
    expect(found.map((entry) => entry.crc32)).toEqual([0, 1, 2, 3]);
    expect(found.at(-1)?.relativeOffsetOfLocalHeader).toBeGreaterThan(12 * gigabyte);
    // The content is where the directory says.
    expect(await contentOf(zip, found.at(-1) as Entry)).toHaveLength(1);
  });
});

describe('the names in a zip', () => {
  it.each([
    [
      ['a.txt', 'a.txt', 'A.TXT'],
      ['a.txt', 'a (2).txt', 'A (3).TXT'],
    ],
    [
      ['a (2).txt', 'a.txt', 'a.txt'],
      ['a (2).txt', 'a.txt', 'a (3).txt'],
    ],
    [
      ['../../etc/passwd', 'C:\\boot.ini', 'C:x'],
      ['.._.._etc_passwd', 'C__boot.ini', 'C_x'],
    ],
    [
      ['..', '.', 'end. '],
      ['__', '_', 'end__'],
    ],
    [
      ['con', 'NUL.txt', 'console.log'],
      ['_con', '_NUL.txt', 'console.log'],
    ],
    [
      ['\u00fc.txt', 'u\u0308.txt'],
      ['\u00fc.txt', 'u\u0308 (2).txt'],
    ],
  ])('%j are %j', (given, expected) => {
    expect(zipNames(given)).toEqual(expected);
  });

  it('of 200 equal files of 255 bytes differ, and keep their ending', () => {
    const name = `${'\u{1f4d0}'.repeat(62)}abc.pdf`;
    const names = zipNames(Array.from({ length: 200 }, () => name));
    expect(new Set(names).size).toBe(200);
    for (const one of names) {
      expect(Buffer.byteLength(one)).toBeLessThanOrEqual(255);
      expect(one).toMatch(/\.pdf$/);
      expect(one.isWellFormed()).toBe(true);
    }
  });
});
