import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

interface FormParts {
  readonly fields: Readonly<Record<string, string>>;
  /** The part `file`: a file on disk, and the name and the media type that its sender gave. */
  readonly file: { readonly path: string; readonly name: string; readonly type: string | null };
}

const mark = Symbol.for('payload-support-portal.streamedForm');

/** A form with a file from disk, read while it is sent: its memory does not grow with the file. */
export class StreamedForm {
  readonly [mark] = true;
  readonly #boundary = `----${randomUUID()}`;
  readonly #parts: FormParts;

  constructor(parts: FormParts) {
    this.#parts = parts;
  }

  get contentType(): string {
    return `multipart/form-data; boundary=${this.#boundary}`;
  }

  stream(): ReadableStream<Uint8Array> {
    return Readable.toWeb(Readable.from(this.#write())) as ReadableStream<Uint8Array>;
  }

  async *#write(): AsyncGenerator<Uint8Array> {
    const { fields, file } = this.#parts;
    for (const [name, value] of Object.entries(fields)) yield this.#head(`name="${name}"`, value);
    const type = file.type === null ? '' : `\r\nContent-Type: ${file.type.replaceAll(/[\r\n]/g, '')}`;
    yield this.#head(`name="file"; filename="${quoted(file.name)}"${type}`, '', '');
    yield* createReadStream(file.path);
    yield Buffer.from(`\r\n--${this.#boundary}--\r\n`);
  }

  #head(disposition: string, value: string, end = '\r\n'): Uint8Array {
    const head = `--${this.#boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
    return Buffer.from(`${head}${value}${end}`);
  }
}

/** True also for a form that another copy of this module has made: a bundle of Next has one for each of its parts. */
export const isStreamedForm = (body: unknown): body is StreamedForm =>
  typeof body === 'object' && body !== null && mark in body;

/** A file name for a header: quotes escaped, line breaks as blanks. */
const quoted = (name: string): string =>
  name.replaceAll(/[\r\n]+/g, ' ').replaceAll(/["\\]/g, (character) => `\\${character}`);
