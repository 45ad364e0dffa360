import { createHash, type Hash } from 'node:crypto';
import type { Payload } from 'payload';
import { notFound } from '../../../core/shared/errors/errors.ts';
import { withSuffix } from '../../../core/shared/text/fileName.ts';
import type { DatedFile, StoredFile } from '../record/storedFile.ts';
import type { PartRange } from '../serving/range.ts';
import { etagOf, type ServedBytes } from '../serving/serveBytes.ts';
import type { FileStorage } from '../storage/storage.ts';
import { storageOf } from '../storage/storageOf.ts';
import { checksumOfStored } from '../uploads/checksum.ts';
import { type ZipSegment, zipSegments } from './zipFormat.ts';

interface Zipping {
  readonly payload: Payload;
  /** The collection that stores the files. */
  readonly slug: string;
  /** The name of the zip, with its ending. */
  readonly name: string;
}

/**
 * A zip of stored files, in their order, as it can be served: its size and its validator are known, and any range of it is
 * read without what lies before. The same files make the same bytes.
 *
 * @throws {ApiError} `not_found` if the bytes of a file are gone that has no checksum yet
 */
export const zipOf = async (
  { payload, slug, name }: Zipping,
  files: readonly DatedFile[],
): Promise<ServedBytes> => {
  const names = zipNames(files.map((file) => file.name));
  const entries = [];
  for (const [index, file] of files.entries()) {
    const crc32 = await checksumOfStored({ payload, slug }, file);
    if (crc32 === null) throw notFound();
    const modified = new Date(file.createdAt);
    entries.push({ name: names[index] ?? file.name, size: file.filesize, crc32, modified });
  }
  const segments = zipSegments(entries);
  const storage = storageOf(payload, slug);
  return {
    name,
    mimeType: 'application/zip',
    size: segments.reduce((sum, { size }) => sum + size, 0),
    etag: etagOf(hashOf(segments)),
    read: async (range) => readSegments(segments, range, (index) => readerOf(storage, files[index])),
  };
};

/** Headers hold the checksum of each file, so that they stand for all of the bytes. */
const hashOf = (segments: readonly ZipSegment[]): Hash => {
  const hash = createHash('sha256');
  for (const segment of segments) if (segment.kind === 'bytes') hash.update(segment.bytes);
  return hash;
};

type ReadFile = (range: PartRange) => AsyncIterable<Uint8Array>;

const readerOf = (storage: FileStorage, file: StoredFile | undefined): ReadFile =>
  async function* read(range) {
    const bytes = file && (await storage.read(file, range));
    if (!bytes) throw new Error(`The bytes of the file ${file?.id} are gone.`);
    yield* bytes;
  };

/** Opens one file after the other, and only those that the range touches. */
async function* readSegments(
  segments: readonly ZipSegment[],
  range: PartRange | null,
  readerAt: (index: number) => ReadFile,
): AsyncGenerator<Uint8Array> {
  let position = 0;
  for (const segment of segments) {
    const start = Math.max(0, (range?.start ?? 0) - position);
    const end = Math.min(segment.size - 1, (range?.end ?? Number.MAX_SAFE_INTEGER) - position);
    position += segment.size;
    if (start > end) continue;
    if (segment.kind === 'bytes') yield segment.bytes.subarray(start, end + 1);
    else yield* readerAt(segment.index)({ start, end });
  }
}

/** Characters that mean something in a path on some system. */
const special = /[\\/:*?"<>|\p{Cc}]/gu;

/** The names of devices on Windows, whatever their ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * The names of files in a zip, in their order: none leads out of the folder into which it is unpacked, and equal ones get
 * ` (2)`, ` (3)`, … also if they differ only in capitals, which some systems do not tell apart.
 */
export const zipNames = (names: readonly string[]): readonly string[] => {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((given) => {
    const name = safeName(given);
    let count = counts.get(keyOf(name)) ?? 0;
    let free: string;
    do {
      count += 1;
      free = count === 1 ? name : withSuffix(name, ` (${count})`);
    } while (taken.has(keyOf(free)));
    counts.set(keyOf(name), count);
    taken.add(keyOf(free));
    return free;
  });
};

const safeName = (given: string): string => {
  const name = given
    .toWellFormed()
    .replace(special, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  if (name === '') return '_';
  return withSuffix(device.test(name) ? `_${name}` : name, '');
};

const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();
