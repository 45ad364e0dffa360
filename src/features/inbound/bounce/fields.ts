import { cutAtWord, toStorable } from '../../../core/shared/text/text.ts';

/** The fields of one block of headers, by their names in small letters. If a field is repeated, the first one counts. */
export type Fields = ReadonlyMap<string, string>;

/** Longer reports are cut: no server writes them. */
const longestReport = 1_048_576;

/** The blocks of headers in a part, which blank lines separate; long lines unfolded, and fit to be stored. */
export const readBlocks = (bytes: Uint8Array, most: number): readonly Fields[] => {
  const text = toStorable(Buffer.from(bytes).toString('utf8', 0, longestReport));
  const blocks: Map<string, string[]>[] = [];
  let block: Map<string, string[]> | null = null;
  let value: string[] | null = null;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      block = null;
      value = null;
      continue;
    }
    if (/^[ \t]/.test(line)) {
      value?.push(line.trim());
      continue;
    }
    if (block === null) {
      if (blocks.length === most) break;
      block = new Map();
      blocks.push(block);
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    value = [line.slice(colon + 1).trim()];
    if (name !== '' && !block.has(name)) block.set(name, value);
  }
  return blocks.map((one) => new Map([...one].map(([name, parts]) => [name, parts.join(' ')])));
};

/** The address of a field such as `rfc822; ann@example.com`; null if it names none. */
export const addressOf = (field: string | undefined): string | null => {
  const [, address = ''] =
    /^(?:[^;@]*;)?\s*<?([^<>\s]+@[^<>\s]+?)>?\s*$/.exec((field ?? '').slice(0, 1_000)) ?? [];
  return address === '' ? null : address;
};

const longestDetail = 500;

/** The text on one line, shortened. */
export const inWords = (text: string): string | null =>
  cutAtWord(text.slice(0, 5_000).replace(/\s+/g, ' ').trim(), longestDetail) || null;

/** True if a text has the code of a final failure, which no server retries; null if it has no code. */
export const isFinalCode = (text: string): boolean | null => {
  const [, enhanced, plain] =
    /(?:^|[^\d.])(?:([245])\.\d{1,3}\.\d{1,3}|([45])\d\d)(?![\d.])/.exec(text.slice(0, 5_000)) ?? [];
  const code = enhanced ?? plain;
  return code === undefined ? null : code === '5';
};
