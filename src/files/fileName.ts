/** What file systems and the `Content-Disposition` of a download can take, in bytes of UTF-8. */
const longest = 255;

const controls = /\p{Cc}/gu;
/** Overrides and isolates of the writing direction make `fdp.exe` look like `exe.pdf`. */
const directions = /[\u202A-\u202E\u2066-\u2069]/gu;

/**
 * The name that a client gave a file, without its path, control characters and whatever turns the writing direction
 * around, cut to 255 bytes with its ending kept.
 *
 * @returns null if no name is left
 */
export const cleanFileName = (given: string): string | null => {
  const base = given
    .toWellFormed()
    .replace(/[/\\]+$/, '')
    .replace(/^.*[/\\]/s, '');
  const name = base.replace(controls, '').replace(directions, '');
  if (name.trim() === '' || name === '.' || name === '..') return null;
  return cut(name);
};

const cut = (name: string): string => {
  if (Buffer.byteLength(name) <= longest) return name;
  const ending = endingOf(name);
  const room = longest - Buffer.byteLength(ending);
  const stem = firstBytes(name.slice(0, name.length - ending.length), room);
  return stem === '' ? firstBytes(name, longest) : stem + ending;
};

const endingOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot) : '';
};

/** As many whole code points as fit. */
const firstBytes = (text: string, bytes: number): string => {
  let used = 0;
  let kept = '';
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > bytes) break;
    kept += character;
  }
  return kept;
};
