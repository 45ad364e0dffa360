import { setImmediate as nextTask } from 'node:timers/promises';

/** Characters of JSON after which others have their turn. To encode so many takes about a millisecond. */
const partLength = 256 * 1024;

/**
 * The bytes of a value as JSON. The rows of a list are written one by one, and others have their turn between them: a page of a
 * hundred long texts has 30 MB.
 */
export const encodeInTurns = async (value: unknown): Promise<Buffer> => {
  const parts: Buffer[] = [];
  let text = '';
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length < partLength) continue;
    parts.push(Buffer.from(text));
    text = '';
    await nextTask();
  }
  const last = Buffer.from(text);
  return parts.length === 0 ? last : joinInTurns([...parts, last]);
};

/** One buffer of all: the server limits what waits in memory for its reader, and sees only what it has been given. */
const joinInTurns = async (parts: readonly Buffer[]): Promise<Buffer> => {
  const whole = Buffer.allocUnsafe(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const part of parts) {
    at += part.copy(whole, at);
    await nextTask();
  }
  return whole;
};

/** The JSON of a value in pieces: each row of each list that is a member of it is a piece. */
function* piecesOf(value: unknown): Generator<string> {
  if (Array.isArray(value)) return yield* rowsOf(value);
  const isPage = typeof value === 'object' && value !== null && Object.values(value).some(Array.isArray);
  if (!isPage) return yield JSON.stringify(value);
  let before = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    before = ',';
    if (Array.isArray(member)) yield* rowsOf(member);
    else yield JSON.stringify(member);
  }
  yield before === '{' ? '{}' : '}';
}

function* rowsOf(rows: readonly unknown[]): Generator<string> {
  let before = '[';
  for (const row of rows) {
    yield before + (JSON.stringify(row) ?? 'null');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** Bytes as the body of a response, without the copy that `Response` makes of them, and unread without any work. */
export const bodyOf = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(bytes);
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
