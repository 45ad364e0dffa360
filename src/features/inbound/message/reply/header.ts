import { startsWithDayName } from './dates.ts';
import { escaped, isBlank, isRule, nextLine, plainLine, trimmedLines } from './lines.ts';
import { hasAddress, isName } from './names.ts';
import { datedLines, type HeaderWords, headers } from './words/headers.ts';

type Kind = keyof HeaderWords;

interface Field {
  readonly kind: Kind;
  readonly value: string;
}

const kinds = new Map<string, Kind>();
for (const words of headers) {
  for (const kind of ['from', 'sent', 'date', 'to', 'cc', 'subject', 'replyTo'] as const) {
    for (const name of words[kind]?.split('|') ?? []) {
      if (!kinds.has(name.toLowerCase())) kinds.set(name.toLowerCase(), kind);
    }
  }
}

const names = [...kinds.keys()]
  .toSorted((one, other) => other.length - one.length)
  .map(escaped)
  .join('|');

const datedLine = new RegExp(`^[\\s*_>]{0,10}(?:${datedLines.map(escaped).join('|')})\\s(?=\\p{Nd})`, 'iu');

const field = new RegExp(`^[\\s*_>]{0,10}(${names})[\\s*_]{0,3}[:：](.*)$`, 'iu');

/** Fields that stand behind each other on one line, as text of HTML may have them. */
const furtherField = new RegExp(`\\s\\*{0,2}(${names})\\*{0,2}[:：]\\s`, 'giu');

const longestField = 600;

const fieldsOf = (line: string): readonly Field[] => {
  if (line.length > longestField) return [];
  const plain = plainLine(line);
  const dated = plain.replace(datedLine, '');
  if (dated !== plain) return [{ kind: 'sent', value: dated }];
  const [, name = '', value = ''] = field.exec(plain) ?? [];
  const kind = kinds.get(name.toLowerCase());
  if (kind === undefined) return [];
  const further = [...value.matchAll(furtherField)].map(({ 1: other = '', index }) => ({
    kind: kinds.get(other.toLowerCase()) ?? kind,
    value: value.slice(index),
  }));
  return [{ kind, value }, ...further];
};

/**
 * Lines around a header that no client shows: those of mails, patches and HTTP as programs send them, which a person
 * copied from a log or a source.
 */
const ofProgram = new RegExp(
  [
    `^(?!(?:${names}):)[A-Za-z]{1,20}(?:-[A-Za-z]{1,20}){1,4}:\\s`,
    '^(?:Received|Host|Server|Accept|Cookie|Connection|Path|Newsgroups|Organization|Precedence):\\s',
    '^(?:HTTP/\\d|[A-Z]{3,8}\\s\\S+\\sHTTP/\\d|(?:DATA|354.*|250.*)$|From\\s\\S+\\s+[A-Z][a-z]{2}\\s[A-Z][a-z]{2}\\s)',
    '^Subject:\\s*\\[(?:PATCH|RFC|PULL|BUG)\\b',
  ].join('|'),
  'i',
);

/** A line below the fields of a header, and those above up to a blank one. */
const around = (lines: readonly string[], start: number, end: number): readonly string[] => {
  const above = lines.slice(Math.max(0, start - mostLines), start);
  return [...above.slice(above.findLastIndex(isBlank) + 1), ...lines.slice(start, end + 1)];
};

const isOfProgram = (lines: readonly string[]): boolean =>
  lines.some((line) => ofProgram.test(line.trim().slice(0, longestField)));

/** True for `Subject: …` in any language. */
export const isSubject = (line: string): boolean => fieldsOf(line).some(({ kind }) => kind === 'subject');

/** True for the receivers or the subject as Yandex's program writes them above an attribution: `To: Ann (ann@example.com);`. */
export const isReceiverOrSubject = (line: string): boolean =>
  /;\s*$/.test(line) &&
  fieldsOf(line).some(({ kind }) => kind === 'to' || kind === 'cc' || kind === 'subject');

/** Five fields, each of which may be folded, and blank lines between them. */
const mostLines = 16;

const mostFolded = 4;

/** The header of a quoted mail that stands in the text. */
interface Header {
  /** Number of lines, with the rule above. */
  readonly count: number;
  /** It is empty without the field, as the next one. */
  readonly from: string;
  readonly subject: string;
  /** True if a form or a letter of a person may have the same fields. */
  readonly isWeak: boolean;
}

/**
 * The header of a quoted mail that starts at a line, as Outlook, Samsung, GMX and Notes write it. A form that someone fills
 * in has `From`, `To` and `Date`, too: it needs an address or a time, or a name that forms do not have.
 */
export const headerAt = (lines: readonly string[], at: number): Header | null => {
  const hasRule = isRule(lines[at] ?? '');
  const start = hasRule ? nextLine(lines, at + 1) : at;
  if (start < 0 || start - at > 4) return null;
  const { fields, end, resumed } = fieldsFrom(lines, start);
  if (!isHeader(fields, hasRule)) return null;
  // The line above a header is not part of it, even if it is like a field.
  if (resumed.some((later) => isHeader(fieldsFrom(lines, later).fields, false))) return null;
  const saidIn = (wanted: Kind): string => fields.find(({ kind }) => kind === wanted)?.value ?? '';
  const isWeak = !isOfClient(fields) || isOfProgram(around(lines, start, end));
  return { count: end - at, from: saidIn('from'), subject: saidIn('subject'), isWeak };
};

/** The number of lines of the header that starts at a line; 0 if none does. */
export const headerLinesAt = (lines: readonly string[], at: number): number =>
  headerAt(lines, at)?.count ?? 0;

/** The lines above the headers that stand last: a person may list several. */
export const aboveHeaders = (lines: readonly string[]): readonly string[] => {
  const kept = trimmedLines(lines);
  const start = kept.findLastIndex(isBlank) + 1;
  const isHeaderAlone = start > 0 && headerLinesAt(kept.slice(start), 0) === kept.length - start;
  return isHeaderAlone ? aboveHeaders(kept.slice(0, start)) : kept;
};

interface Fields {
  readonly fields: readonly Field[];
  /** The first line behind them. */
  readonly end: number;
  /** Lines at which a header may start, too: below another line, or because a field stands twice. */
  readonly resumed: readonly number[];
}

const fieldsFrom = (lines: readonly string[], start: number): Fields => {
  const fields: Field[] = [...fieldsOf(lines[start] ?? '')];
  const resumed: number[] = [];
  let end = start + 1;
  const limit = fields.length === 0 ? end : Math.min(lines.length, start + mostLines);
  for (let next = end; next < limit; next++) {
    const found = fieldsOf(lines[next] ?? '');
    if (found.length === 0 && !isFolded(lines, end, next)) break;
    if (repeats(fields, found)) {
      const between = Array.from({ length: next - start - 1 }, (_, line) => start + 1 + line);
      return { fields, end, resumed: [...resumed, ...between] };
    }
    if (found.length === 0) continue;
    if (lines.slice(end, next).some((line) => !isBlank(line))) resumed.push(next);
    fields.push(...found);
    end = next + 1;
  }
  return { fields, end, resumed };
};

const repeats = (fields: readonly Field[], found: readonly Field[]): boolean =>
  found.some(({ kind }) => kind !== 'cc' && fields.some((known) => sortOf(known.kind) === sortOf(kind)));

/** No header says twice when a mail was sent. */
const sortOf = (kind: Kind): Kind => (kind === 'date' ? 'sent' : kind);

/** A line that goes on with the field above it, or is blank. */
const isFolded = (lines: readonly string[], end: number, at: number): boolean =>
  isBlank(lines[at] ?? '') || (!isBlank(lines[at - 1] ?? '') && at - end < mostFolded);

const hasTime = ({ value }: Field): boolean => /\p{Nd}{1,2}\s?[:.h時]\s?\p{Nd}{2}/u.test(value);

/** `Wed, 16 May 2012 00:15:02 -0600`, as no person writes it. */
const isMachineDate = ({ value }: Field): boolean =>
  /\p{Nd}{1,2}\s\p{L}{3}\.?\s\p{Nd}{4},?\s\p{Nd}{1,2}:\p{Nd}{2}/u.test(value);

/** `giovedì 7 marzo 2024 10:00`. */
const isOfDay = (field: Field): boolean =>
  field.kind === 'date' && startsWithDayName(field.value) && hasTime(field);

/** `-0600`, as only programs write it. */
const hasZone = (field: Field): boolean => isMachineDate(field) && /\s[+-]\p{Nd}{4}/u.test(field.value);

const isHeader = (fields: readonly Field[], hasRule: boolean): boolean => {
  const has = (kind: Kind): boolean => fields.some((known) => known.kind === kind);
  const count = new Set(fields.map(({ kind }) => kind)).size;
  const isAddressed = fields.some(({ value }) => hasAddress(value));
  const dates = fields.filter(({ kind }) => kind === 'sent' || kind === 'date');
  const isOfMachine = isAddressed || dates.some(hasTime);
  if (count >= 3 && has('from') && dates.length > 0 && has('subject')) return isOfMachine || has('sent');
  if (count >= 3 && has('from') && has('sent')) return isOfMachine;
  if (has('from') && has('sent') && isAddressed && dates.some(hasTime)) return true;
  // Below a rule a person may write fields, too, but no client writes a sentence behind `From`.
  const isFromName = fields.some(
    ({ kind, value }) => kind === 'from' && hasAddress(value) && isName(value.trim()),
  );
  if (hasRule && isFromName && count >= 3) return true;
  return count >= 2 && isAddressed && (has('from') || has('to')) && dates.some(isMachineDate);
};

/**
 * True if fields have what no form and no letter has: an address of the sender, the day of the week in Outlook's words, or where an
 * answer goes.
 */
const isOfClient = (fields: readonly Field[]): boolean => {
  const has = (kind: Kind): boolean => fields.some((known) => known.kind === kind);
  const isDated = has('sent') || has('date');
  const isFromAddress = fields.some(({ kind, value }) => kind === 'from' && hasAddress(value));
  const isOfWeekday = fields.some(({ kind, value }) => kind === 'sent' && startsWithDayName(value));
  const isOfMachine = fields.some(hasZone) && fields.some(({ value }) => hasAddress(value));
  // A form may have a field for the answer, too: `yes`.
  const isAnsweredTo = fields.some(
    ({ kind, value }) => kind === 'replyTo' && (hasAddress(value) || /\S\s+\S/u.test(value)),
  );
  const isWhole = isAnsweredTo && has('subject') && fields.some(isOfDay);
  return isDated && (isFromAddress || isOfWeekday || isOfMachine || isWhole);
};
