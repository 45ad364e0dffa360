import { isAdvertisement } from './advertisement.ts';
import { isDisclaimer } from './disclaimer.ts';
import { escaped, isBlank, isRule, plainLine, trimmedLines } from './lines.ts';
import { closings, listFooter } from './words/signatures.ts';

/** Below the rule of a signature there is not more. In lines that are not blank. */
const longestSignature = 15;

/** A signature of the sender's, of the client's, a disclaimer, and a footer of a mailing list. */
const mostParts = 6;

/**
 * The lines of a person without what the person did not write: advertisements of programs, disclaimers, footers of lists, and
 * a signature below its rule. What may be the person's own words stays, so a greeting and a name do.
 *
 * @param isBelowQuote whether they stand below a quote, where a disclaimer needs fewer words to be known
 */
export const withoutSignature = (lines: readonly string[], isBelowQuote: boolean): string[] => {
  let kept = trimmedLines(withoutMarks(lines));
  for (let part = 0; part < mostParts; part++) {
    const end = signatureStart(kept, isBelowQuote);
    if (end < 0) break;
    kept = trimmedLines(kept.slice(0, end));
  }
  return kept;
};

/** Gmail's mark for a mail that is tracked, and the frame of a text that is signed with PGP. */
const withoutMarks = (lines: readonly string[]): string[] => {
  const unmarked = lines.filter((line) => line.trim() !== 'ᐧ');
  const signature = unmarked.findIndex((line) => /^-----BEGIN PGP SIGNATURE-----\s*$/.test(line));
  const signed = unmarked.findIndex((line) => /^-----BEGIN PGP SIGNED MESSAGE-----\s*$/.test(line));
  if (signature < 0 || signed !== 0) return unmarked;
  const head = unmarked.findIndex((line, at) => at > 0 && isBlank(line));
  return unmarked.slice(head + 1, signature);
};

/** The line that the last part which is not the person's starts with; -1 if there is none. */
const signatureStart = (lines: readonly string[], isBelowQuote: boolean): number => {
  const postscript = lines.findLastIndex((line) => /^\s*p\.?\s?s\.?\s*[:：\s]/iu.test(line));
  const starts = [
    ruleAtEnd(lines),
    lines.findIndex((line, at) => /^-- ?$/.test(line) && isSignature(lines, at)),
    lines.findIndex((line, at) => isRule(line) && (isFooter(lines, at) || isCard(lines, at))),
    lines.findIndex((line, at) => isClosing(line) && isCard(lines, at)),
    advertisementStart(lines),
    disclaimerStart(lines, isBelowQuote),
  ];
  return starts.find((start) => start > postscript) ?? -1;
};

/** A rule at the end parts nothing, unless it is the second of a pair. */
const ruleAtEnd = (lines: readonly string[]): number => {
  const last = lines.length - 1;
  const rule = lines[last];
  return rule !== undefined && isRule(rule) && lines.indexOf(rule) === last ? last : -1;
};

const below = (lines: readonly string[], at: number): string[] =>
  lines.slice(at + 1).filter((line) => !isBlank(line) && !isRule(line));

/** Below `-- ` a signature stands, if it is not too long. Below `--` it may be a text, too. */
const isSignature = (lines: readonly string[], at: number): boolean => {
  const rule = lines[at] ?? '';
  const rest = below(lines, at);
  const isPair = lines.lastIndexOf(rule) > at + 1;
  if (rest.length > longestSignature || isPair) return rule === '-- ' && rest.every(isDisclaimerLine);
  return rule === '-- ' || !rest.some(isProse) || isDisclaimer(rest.join(' '), true);
};

const isDisclaimerLine = (line: string): boolean => line.length > 0 && isRule(line);

/** A sentence, as signatures have none. */
const isProse = (line: string): boolean => {
  const words = plainLine(line).split(' ').length;
  return words >= 12 || (words >= 4 && /[.!?。！？…]["')]?$/u.test(line.trim())) || /[?？]\s*$/u.test(line);
};

const listWords = new RegExp(listFooter, 'iu');

/** What a mailing list adds. */
const isFooter = (lines: readonly string[], at: number): boolean => {
  const rest = below(lines, at);
  return rest.length > 0 && rest.length <= 8 && rest.some((line) => listWords.test(line)) && !rest.some((line) => /[?？]\s*$/u.test(line));
};

/** Lines that say where someone works and can be reached, and no sentence. */
const isCard = (lines: readonly string[], at: number): boolean => {
  const rest = below(lines, at);
  if (rest.length === 0 || rest.length > longestSignature || rest.some(isProse)) return false;
  const firms = rest.filter((line) => firm.test(line)).length;
  return firms > 0 || rest.filter(isContact).length >= 2;
};

const firm =
  /\s(?:GmbH(?: & Co\.? ?KG)?|AG|KG|e\.\s?V\.|Ltd\.?|Limited|LLC|Inc\.?|Corp\.?|S\.?A\.?|S\.?A\.?S\.?|SARL|S\.?r\.?l\.?|S\.?p\.?A\.?|B\.?V\.?|N\.?V\.?|Sp\. z o\.\s?o\.|A\/S|ApS|AB|AS|Oy|Kft\.?|s\.\s?r\.\s?o\.|a\.s\.|ООО|ОАО)\s*$|^(?:ООО|ОАО|株式会社)\s|株式会社/u;

/** A number, an address or a page with at most a few words beside. */
const isContact = (line: string): boolean => {
  const plain = plainLine(line);
  return (
    plain.split(' ').length <= 8 &&
    (/^\W*(?:(?:tel|phone|mobile|mobil|fax|cell|direct|office|t|m|p|f|тел|tél|电话|電話)[\w.]{0,10}[:.]?\s{0,3})?\+?\(?\d[\d\s()./-]{6,}$/iu.test(plain) ||
      /^(?:\S{1,12}[:\s]\s*)?<?[^\s@]{1,64}@[^\s@]{1,100}>?$/.test(plain) ||
      /^(?:\S{1,12}[:\s]\s*)?(?:https?:\/\/)?(?:www\.)?[\w-]{2,40}(?:\.[\w-]{2,40}){1,3}\/?$/i.test(plain))
  );
};

const greeting = new RegExp(`^(?:${closings.map(escaped).join('|')})(?=$|[\\s,.!،，])`, 'iu');

/** A greeting formula on a line of its own, perhaps with a name behind. */
export const isClosing = (line: string): boolean => {
  const plain = plainLine(line);
  const [formula] = greeting.exec(plain) ?? [];
  if (formula === undefined) return false;
  const rest = plain.slice(formula.length).replace(/^[\s,.!،，]+/u, '');
  return rest === '' || (rest.split(' ').length <= 3 && !/^\p{Ll}/u.test(rest) && !/[?:]/.test(rest));
};

/** A greeting and at most a few lines of a name. */
export const isOnlyClosing = (lines: readonly string[]): boolean => {
  const said = lines.filter((line) => !isBlank(line));
  return (
    said.length <= 4 && isClosing(said[0] ?? '') && !said.some((line, at) => at > 0 && (isProse(line) || plainLine(line).split(' ').length > 5))
  );
};

/** Advertisements at the end, each a paragraph or directly below the text. */
const advertisementStart = (lines: readonly string[]): number => {
  const last = lines.length - 1;
  for (let at = last; at >= Math.max(0, last - 2); at--) {
    const isAlone = at === 0 || isBlank(lines[at - 1] ?? '') || isAdvertisement(lines[at - 1] ?? '', false);
    const text = lines.slice(at).map((line) => line.trim()).join(' ');
    if (isAdvertisement(text, isAlone)) return at;
  }
  return -1;
};

/** The last paragraph, and those above it as long as all are of a disclaimer. */
const disclaimerStart = (lines: readonly string[], isBelowQuote: boolean): number => {
  for (let at = lines.length - 1; at >= 0; at--) {
    const isStart = at === 0 || isBlank(lines[at - 1] ?? '') || isRule(lines[at - 1] ?? '');
    if (!isStart || isBlank(lines[at] ?? '')) continue;
    if (isDisclaimer(lines.slice(at).join(' '), isBelowQuote)) return at;
    if (lines.length - at > 30) return -1;
  }
  return -1;
};
