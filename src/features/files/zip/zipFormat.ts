/** A file of a zip. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly crc32: number;
  readonly modified: Date;
}

/** A part of a zip: bytes of the format, or those of a file. */
export type ZipSegment =
  | { readonly kind: 'bytes'; readonly bytes: Buffer; readonly size: number }
  | { readonly kind: 'file'; readonly index: number; readonly size: number };

/**
 * The segments of a zip (APPNOTE 6.3) of files that are stored as they are. Checksums and sizes stand before each file, so
 * that a reader needs no descriptor behind it: many cannot read a stored file by one. Zip64 is used where a number needs it.
 */
export const zipSegments = (entries: readonly ZipEntry[]): readonly ZipSegment[] => {
  const segments: ZipSegment[] = [];
  const directory: Buffer[] = [];
  let position = 0;
  for (const [index, entry] of entries.entries()) {
    directory.push(directoryRecord(entry, position));
    const header = localHeader(entry);
    segments.push(segmentOf(header), { kind: 'file', index, size: entry.size });
    position += header.byteLength + entry.size;
  }
  const records = Buffer.concat(directory);
  const end = { count: entries.length, size: records.byteLength, position };
  segments.push(segmentOf(Buffer.concat([records, endOfDirectory(end)])));
  return segments;
};

const segmentOf = (bytes: Buffer): ZipSegment => ({ kind: 'bytes', bytes, size: bytes.byteLength });

/** Values that say: the number stands in the zip64 field. */
const beyond32 = 0xffffffff;
const beyond16 = 0xffff;

const versions = { usual: 20, zip64: 45 } as const;
/** Unix, version 6.3 of the format. */
const madeBy = (3 << 8) | 63;
/** Bit 11: the name is UTF-8. */
const flags = 1 << 11;
/** A regular file that its owner may write and everyone may read. */
const attributes = (0o100644 << 16) >>> 0;

const localHeader = ({ name, size, crc32, modified }: ZipEntry): Buffer => {
  const isLarge = size >= beyond32;
  const nameBytes = Buffer.from(name);
  const extra = Buffer.concat([unixTime(modified), isLarge ? zip64Field([size, size]) : none]);
  return Buffer.concat([
    numbers(
      [4, 0x04034b50],
      [2, isLarge ? versions.zip64 : versions.usual],
      [2, flags],
      [2, 0],
      ...dosTime(modified),
      [4, crc32],
      [4, isLarge ? beyond32 : size],
      [4, isLarge ? beyond32 : size],
      [2, nameBytes.byteLength],
      [2, extra.byteLength],
    ),
    nameBytes,
    extra,
  ]);
};

const directoryRecord = ({ name, size, crc32, modified }: ZipEntry, position: number): Buffer => {
  const isLarge = size >= beyond32;
  const isFar = position >= beyond32;
  const large = [...(isLarge ? [size, size] : []), ...(isFar ? [position] : [])];
  const nameBytes = Buffer.from(name);
  const extra = Buffer.concat([unixTime(modified), large.length > 0 ? zip64Field(large) : none]);
  return Buffer.concat([
    numbers(
      [4, 0x02014b50],
      [2, madeBy],
      [2, large.length > 0 ? versions.zip64 : versions.usual],
      [2, flags],
      [2, 0],
      ...dosTime(modified),
      [4, crc32],
      [4, isLarge ? beyond32 : size],
      [4, isLarge ? beyond32 : size],
      [2, nameBytes.byteLength],
      [2, extra.byteLength],
      // No comment, the first disk, no internal attributes.
      [2, 0],
      [2, 0],
      [2, 0],
      [4, attributes],
      [4, isFar ? beyond32 : position],
    ),
    nameBytes,
    extra,
  ]);
};

interface Directory {
  readonly count: number;
  readonly size: number;
  readonly position: number;
}

const endOfDirectory = ({ count, size, position }: Directory): Buffer => {
  const isZip64 = count >= beyond16 || size >= beyond32 || position >= beyond32;
  const zip64 = () => [
    numbers(
      [4, 0x06064b50],
      [8, 44],
      [2, madeBy],
      [2, versions.zip64],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, size],
      [8, position],
    ),
    numbers([4, 0x07064b50], [4, 0], [8, position + size], [4, 1]),
  ];
  const usual = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, beyond16)],
    [2, Math.min(count, beyond16)],
    [4, Math.min(size, beyond32)],
    [4, Math.min(position, beyond32)],
    [2, 0],
  );
  return Buffer.concat([...(isZip64 ? zip64() : []), usual]);
};

const none = Buffer.alloc(0);

const zip64Field = (values: readonly number[]): Buffer =>
  numbers([2, 0x0001], [2, values.length * 8], ...values.map((value): [8, number] => [8, value]));

/** The exact time, in UTC; the usual field has no zone. */
const unixTime = (date: Date): Buffer =>
  numbers(
    [2, 0x5455],
    [2, 5],
    [1, 1],
    [4, Math.min(Math.max(0, Math.floor(date.getTime() / 1000)), 0x7fffffff)],
  );

/** In UTC, so that the bytes are the same wherever they are made. The field begins in 1980, and counts two seconds. */
const dosTime = (date: Date): readonly [2, number][] => {
  const year = Math.min(Math.max(0, date.getUTCFullYear() - 1980), 127);
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  return [
    [2, time],
    [2, (year << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()],
  ];
};

/** Numbers in the format's byte order, each with its width in bytes. */
const numbers = (...fields: readonly (readonly [width: 1 | 2 | 4 | 8, value: number])[]): Buffer => {
  const bytes = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0));
  let position = 0;
  for (const [width, value] of fields) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), position);
    else bytes.writeUIntLE(value, position, width);
    position += width;
  }
  return bytes;
};
