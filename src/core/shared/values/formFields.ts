const [percent, plus, space] = [0x25, 0x2b, 0x20];

/**
 * The fields of a form (`application/x-www-form-urlencoded`) with their values as bytes. Node's `URLSearchParams` would build a
 * text of a piece for each plus sign: millions take seconds and hundreds of megabytes. So do millions of fields here: see
 * {@link holdsMoreFields}.
 *
 * @param isWanted false for a field that is passed over
 */
export function* fieldsOfForm(form: Buffer, isWanted = (_name: string) => true): Generator<[string, Buffer]> {
  for (let start = 0; start < form.length; ) {
    const end = indexOrEnd(form, '&', start);
    const field = form.subarray(start, end);
    const equals = indexOrEnd(field, '=', 0);
    const name = decoded(field.subarray(0, equals)).toString();
    if (end > start && isWanted(name)) yield [name, decoded(field.subarray(equals + 1))];
    start = end + 1;
  }
}

/** Likewise, as text. */
export const parseFields = (form: Buffer): URLSearchParams =>
  new URLSearchParams([...fieldsOfForm(form)].map(([name, value]) => [name, value.toString()]));

/** True if a form has more fields than so many. */
export const holdsMoreFields = (form: Buffer, most: number): boolean => {
  let at = -1;
  for (let count = 0; count < most; count += 1) {
    at = form.indexOf('&', at + 1);
    if (at < 0) return false;
  }
  return true;
};

const indexOrEnd = (bytes: Buffer, letter: string, from: number): number => {
  const at = bytes.indexOf(letter, from);
  return at < 0 ? bytes.length : at;
};

const decoded = (encoded: Buffer): Buffer => {
  const bytes = Buffer.allocUnsafe(encoded.length);
  let size = 0;
  for (let at = 0; at < encoded.length; at += 1) {
    const byte = encoded[at] as number;
    const code = byte === percent ? codeAt(encoded, at + 1) : null;
    bytes[size] = code ?? (byte === plus ? space : byte);
    size += 1;
    if (code !== null) at += 2;
  }
  return bytes.subarray(0, size);
};

/** The number that two hexadecimal digits stand for; null if there are none. */
const codeAt = (bytes: Buffer, at: number): number | null => {
  const high = digits[bytes[at] ?? 0] as number;
  const low = digits[bytes[at + 1] ?? 0] as number;
  return high < 0 || low < 0 ? null : high * 16 + low;
};

/** The value of each byte as a hexadecimal digit, -1 for any other. */
const digits = new Int8Array(256).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries())
  for (const letter of [digit, digit.toUpperCase()]) digits[letter.charCodeAt(0)] = value;
