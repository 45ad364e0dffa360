import type { Mailbox } from '../../../../core/shared/addresses/addressList.ts';
import { isBlank, isRule, paragraphsOf, plainLine } from './lines.ts';
import { isFullName, smallWords } from './names.ts';
import { fileEndings, firms, listFooter, phoneLabels, roleEnds, roles } from './words/cards.ts';

/** Below the rule of a signature there is not more. In lines that are not blank. */
const longestCard = 15;

/** The lines below one of a text that say something. */
export const linesBelow = (lines: readonly string[], at: number): string[] =>
  lines.slice(at + 1).filter((line) => !isBlank(line) && !isRule(line));

const wordsOf = (plain: string): number =>
  plain.split(' ').filter((word) => /[\p{L}\p{Nd}]/u.test(word)).length;

const isLong = (plain: string): boolean => wordsOf(plain) >= 12;

/** A sentence, as signatures have none. */
export const isProse = (line: string): boolean => {
  const plain = plainLine(line);
  return (
    isLong(plain) || (wordsOf(plain) >= 4 && /[.!?。！？…]["')]?$/u.test(plain)) || /[?？]$/u.test(plain)
  );
};

const firm = new RegExp(
  `(?:\\s(?:${firms.join('|')})|株式会社)\\s*$|^(?:ООО|ОАО|ЗАО|株式会社)(?!\\p{L})`,
  'u',
);

const role = new RegExp(`^(?:${roles.join('|')})(?!\\p{L})`, 'iu');

/** A sentence about someone has more of them. */
const mostSmallOfRole = 2;

/** A title that is like a full name. */
const title = new RegExp(`^(?:\\p{Lu}[\\p{L}&/-]{1,20}\\s){1,2}(?:${roleEnds})$`, 'u');

const label = `(?:(?:${phoneLabels})\\s?[:.]?\\s{0,3})`;
const phone = new RegExp(`^\\W*${label}\\+?\\(?\\d[\\d\\s()./-]{6,}$`, 'iu');

/** Without a label it may be the number of an order: a phone's starts with a prefix, or is in groups. */
const barePhone = /^\W*(?:[+(0]|\d{2,4}[\s./-]\d{2,4}[\s./-]\d{2,})[\d\s()./-]{6,}$/;

const address = /^(?:\S{1,12}[:\s]\s*)?<?[^\s@]{1,64}@[^\s@]{1,100}>?$/;

/** A name of a host ends with letters, unlike a version or a number of a network, and is no name of a file. */
const page = new RegExp(
  `^(?:\\S{1,12}[:\\s]\\s*)?(?:(?:https?://)?(?:[\\w-]{2,40}\\.){1,3}(?!(?:${fileEndings})/?$)[a-z]{2,24}|https?://[\\w-]{2,40}(?:\\.[\\w-]{2,40}){1,3})/?$`,
  'i',
);

/** A number, an address or a page with at most a few words beside. */
const isContact = (line: string): boolean => {
  const plain = plainLine(line);
  return plain.length <= 160 && [phone, barePhone, address, page].some((contact) => contact.test(plain));
};

/** A line as a visiting card has it: a name, a role, a place, a number. */
const isOfCard = (line: string): boolean =>
  // The name of a firm may end with a full stop.
  !(firm.test(line) ? isLong(plainLine(line)) : isProse(line)) &&
  (says(line) || isContact(line) || (smallWords(line) === 0 && !/[:：?？;]\s*$/u.test(line)));

/** True if a line alone says that those around it are a card. */
const says = (line: string): boolean => firm.test(line) || isRole(line);

const isRole = (line: string): boolean => role.test(plainLine(line)) && smallWords(line) <= mostSmallOfRole;

/** True if all lines below are of a visiting card. */
export const isCard = (lines: readonly string[], at: number): boolean => {
  const rest = linesBelow(lines, at);
  return rest.length > 0 && rest.length <= longestCard && rest.every(isOfCard);
};

/** True if the lines below are of a card that says where someone can be reached. */
export const isCardWithContact = (lines: readonly string[], at: number): boolean => {
  const rest = linesBelow(lines, at);
  return isCard(lines, at) && (rest.some(says) || rest.filter(isContact).length >= 2);
};

const shortestName = 2;

/** True if a card is that of a person, or if that is not known: it has the name above, or the address. */
export const isOfAuthor = (card: readonly string[], author: Mailbox): boolean => {
  if (author.address === '') return true;
  const [local = ''] = author.address.split('@');
  const names = namesIn(`${author.name} ${local}`).filter(({ length }) => length >= shortestName);
  const above = namesIn(card[0] ?? '');
  const said = plainLine(card.join(' ')).toLowerCase();
  return names.some((name) => above.includes(name)) || said.includes(author.address.toLowerCase());
};

const namesIn = (text: string): string[] =>
  plainLine(text)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{Nd}@.-]+|[.](?!\S)/u)
    .flatMap((word) => (word.includes('@') ? [word] : word.split(/[.-]/)));

/** True if a text is the name of a person, or a part of it, and nothing else. */
export const isNameOf = (text: string, { name, address }: Mailbox): boolean => {
  const [local = ''] = address.split('@');
  const names = namesIn(`${name} ${local}`);
  const said = namesIn(text).filter((word) => word !== '');
  return said.some(({ length }) => length >= shortestName) && said.every((word) => names.includes(word));
};

/** True if lines name more than one person or place to reach. */
export const isOfSeveral = (card: readonly string[]): boolean => {
  const isBarePhone = (line: string): boolean => barePhone.test(plainLine(line));
  const isAddress = (line: string): boolean => address.test(plainLine(line));
  const isTitle = (line: string): boolean => title.test(plainLine(line)) || isRole(line);
  const isPerson = (line: string): boolean => isFullName(plainLine(line)) && !says(line) && !isTitle(line);
  return [isBarePhone, isAddress, isPerson, isTitle].some((isOne) => card.filter(isOne).length > 1);
};

const listWords = new RegExp(listFooter, 'iu');

/** The longest footer that a mailing list adds, in lines. */
const longestFooter = 8;

const linkOrAddress = /\S@\S|https?:/i;

/** A sentence of a list speaks of it, or has a link or an address. */
const isOfList = (line: string): boolean => listWords.test(line) || linkOrAddress.test(line);

/** A person may write of a list in one paragraph, and have an address in another. */
const isOfListWithLink = (paragraph: readonly string[]): boolean =>
  paragraph.some((line) => listWords.test(line)) && paragraph.some((line) => linkOrAddress.test(line));

export const isFooter = (lines: readonly string[], at: number): boolean => {
  const rest = linesBelow(lines, at);
  return (
    rest.length > 0 &&
    rest.length <= longestFooter &&
    paragraphsOf(lines.slice(at + 1)).some(isOfListWithLink) &&
    !rest.some((line) => /[?？]\s*$/u.test(line) || (isProse(line) && !isOfList(line)))
  );
};
