/** The characters of a line that are no letters: marks of the direction of writing, and spaces that do not break. */
const marks = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufdd0\ufdd1\ufeff]/g;

/** A line as its words: without marks, with single spaces. */
export const plainLine = (line: string): string =>
  line
    .replace(marks, '')
    // QQ writes its plain part so, and programs that make text of HTML.
    .replace(/\s+|&nbsp;/g, ' ')
    .replace(/&(?:lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .trim();

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"' };

export const isBlank = (line: string): boolean =>
  !/\S/.test(line.replace(marks, '').replaceAll('&nbsp;', ''));

/** `>>> Ann Lee <ann@example.com> 11.03.2024 10:00 >>>`: the attribution of GroupWise, above a quote without marks. */
export const isBetweenMarks = (line: string): boolean =>
  /^>>>\s[^>]{1,100}(?:<[^<>\s]{1,100}>)?[^>]{0,60}\p{Nd}[^>]{0,20}\s>>>\s*$/u.test(line);

/** A line that is marked as quoted. Servers write `>From` for a line of a text that starts with `From`. */
export const isQuoted = (line: string): boolean => /^\s{0,3}>(?!From\s)/.test(line) && !isBetweenMarks(line);

/** A line of a quote: some programs mark it with `|` or with initials. */
export const isMarked = (line: string): boolean => isQuoted(line) || /^\s{0,2}(?:\||[A-Z]{1,4}>)/.test(line);

/** A line that only separates the text above it from the text below it. */
export const isRule = (line: string): boolean => /^\s*([-_=*~#+—–])(?:\s?\1){1,120}\s*$/u.test(line);

/** The first line that is not blank, or -1. */
export const nextLine = (lines: readonly string[], from: number): number => {
  for (let at = from; at < lines.length; at++) if (!isBlank(lines[at] ?? '')) return at;
  return -1;
};

/** True if the words above a line announce it: `Please print:`. */
export const isAnnounced = (lines: readonly string[], at: number): boolean =>
  /[:：]\s*$/u.test(lines.slice(Math.max(0, at - mostBlank), at).findLast((line) => !isBlank(line)) ?? '');

/** Between words and what they announce, in lines. */
const mostBlank = 4;

/** Words as part of a regular expression; `|` parts them there, too. */
export const escaped = (words: string): string => words.replace(/[.*+?^${}()[\]\\/]/g, '\\$&');

/** The lines without blank ones at both ends. */
export const trimmedLines = (lines: readonly string[]): string[] => {
  const first = nextLine(lines, 0);
  if (first < 0) return [];
  return lines.slice(first, lines.findLastIndex((line) => !isBlank(line)) + 1);
};

/** The runs of lines that are not blank; some may be empty. */
export const paragraphsOf = (lines: readonly string[]): readonly (readonly string[])[] => {
  const paragraphs: string[][] = [[]];
  for (const line of lines) {
    if (isBlank(line)) paragraphs.push([]);
    else paragraphs.at(-1)?.push(line);
  }
  return paragraphs;
};

/** The lines of a quote without the marks of its first level. */
export const unquoted = (lines: readonly string[]): string[] =>
  trimmedLines(lines.map((line) => line.replace(/^\s{0,3}(?:>\s?|[A-Z]{1,4}>\s?|\|\s?)/, '')));
