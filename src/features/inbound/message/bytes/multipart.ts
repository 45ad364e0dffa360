/** A piece of the body of a message of several parts. */
interface Piece {
  readonly bytes: Uint8Array;
  /** False for lines with the boundary, and for the text before the first part and after the last one. */
  readonly isPart: boolean;
}

const lineFeed = 0x0a;

/** The boundary that a `Content-Type` names; null if it names none. */
export const boundaryOf = (said: string): string | null => {
  const [, quoted, bare] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(said) ?? [];
  return quoted ?? bare ?? null;
};

/** True if a part begins in the body. */
export const hasParts = (body: Uint8Array, boundary: string): boolean => {
  for (const { isLast } of delimiters(body, boundary)) if (!isLast) return true;
  return false;
};

/** The beginning of a body that is searched for a boundary, in bytes. */
const longestPreamble = 65_536;

/**
 * The boundary of a body whose header names none. It is that of the first line that looks like a boundary, is followed by a
 * header or an empty line, and comes again.
 */
export const guessBoundary = (body: Uint8Array): string | null => {
  const text = Buffer.from(body.subarray(0, longestPreamble)).toString('latin1');
  const candidates = [...text.matchAll(/^--([^\s"\\]{1,70})[ \t]*\r?\n(?=[\w-]+:|\r?\n)/gm)].map(
    ([, candidate = '']) => candidate,
  );
  // A line of dashes is a rule.
  const boundary = candidates.find((candidate) => /[a-z\d]/i.test(candidate));
  return boundary !== undefined && Buffer.from(body).includes(`\n--${boundary}`, text.indexOf(boundary))
    ? boundary
    : null;
};

/** The pieces of a body, in order. Without a boundary, or a part that begins, it is one piece. */
export const piecesOf = (body: Uint8Array, boundary: string | null): readonly Piece[] => {
  if (boundary === null) return [{ bytes: body, isPart: false }];
  const pieces: Piece[] = [];
  let start = 0;
  let isPart = false;
  for (const { from, to, isLast } of delimiters(body, boundary)) {
    pieces.push(
      { bytes: body.subarray(start, from), isPart },
      { bytes: body.subarray(from, to), isPart: false },
    );
    start = to;
    isPart = !isLast;
  }
  return [...pieces, { bytes: body.subarray(start), isPart }];
};

interface Delimiter {
  readonly from: number;
  /** After its line end. */
  readonly to: number;
  readonly isLast: boolean;
}

function* delimiters(body: Uint8Array, boundary: string): Generator<Delimiter> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const mark = Buffer.from(`--${boundary}`);
  for (let at = bytes.indexOf(mark), to = 0; at >= 0; at = bytes.indexOf(mark, to)) {
    const found = bytes.indexOf(lineFeed, at);
    // A line of dashes holds some boundaries at each byte, so a line is looked at once.
    to = found < 0 ? bytes.length : found + 1;
    if (at > 0 && bytes[at - 1] !== lineFeed) continue;
    const rest = bytes.toString('latin1', at + mark.length, to).trim();
    if (rest === '' || rest === '--') yield { from: at, to, isLast: rest === '--' };
  }
}
