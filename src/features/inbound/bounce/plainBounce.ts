import { headerOf, type InboundMessage } from '../message/readMessage.ts';
import { addressOf, inWords, isFinalCode } from './fields.ts';
import { type BouncedRecipient, mostRecipients } from './vocabulary.ts';

/** First words of servers that write no report: Exim, qmail, Courier, old Exchange, and those that imitate them. */
const marks =
  /\b(?:this is the (?:qmail-send program|courier mail server|mail(?: delivery)? system)|could not be delivered|(?:was|were) not delivered|did not reach (?:some or all of )?the (?:following|intended) recipients?|delivery (?:has|to the following recipients?) (?:failed|has failed)|undeliver(?:able|ed)|permanent fatal errors|returned to sender|i'?m afraid i wasn'?t able to deliver|konnte nicht (?:zugestellt|\u00fcbermittelt) werden|fehler bei der nachrichtenzustellung|nicht zustellbar|unzustellbar|n'a pas pu \u00eatre (?:remis|livr)|no se (?:pudo|ha podido) entregar)/i;

const delays =
  /\b(?:has not yet been delivered|not (?:yet )?been delivered .{0,40}(?:yet|still)|delivery (?:is |has been )?(?:delayed|incomplete)|message .{0,40}delayed|will (?:be retried|keep trying|continue to try)|no action is required on your part|verz\u00f6ger)/i;

/** Marks at which the server's own words end. */
const copies =
  /^(?:--.*(?:copy of the message|below this line|original message|header|zur\u00fcckgesandt|nachricht).*|(?:original message headers|diagnostic information for administrators|\u00fcberschriften der urspr\u00fcnglichen nachricht).*)$/im;

const machines = /^(?:mailer-daemon|mail-daemon|microsoftexchange[0-9a-f]{16,})@/i;

const people = /^postmaster@/i;

/** Longest part of the server's own words. */
const longestNotice = 20_000;

/**
 * The recipients of a bounce that is not a report; null if the message is no bounce. A machine must have sent it, and it
 * must contain the typical words: a person may write about a bounce, and forward one.
 */
export const readPlainBounce = (message: InboundMessage): readonly BouncedRecipient[] | null => {
  const failed = headerOf(message)('X-Failed-Recipients').join(',').slice(0, 50_000);
  const sender = message.from[0]?.address ?? '';
  // A person may be postmaster; a machine says that it is one.
  const isMarked = failed !== '' || headerOf(message)('Auto-Submitted').length > 0;
  const isByMachine =
    machines.test(sender) || message.hasEmptyReturnPath || (people.test(sender) && isMarked);
  if (!isByMachine) return null;
  const text = message.text.slice(0, longestNotice * 5);
  const end = text.search(copies);
  const notice = text.slice(0, Math.min(end < 0 ? longestNotice : end, longestNotice));
  const said = `${message.subject ?? ''}\n${notice}`;
  // An absence notice has an empty return path as well, but no code.
  const isServer = machines.test(sender) || people.test(sender);
  const isDelay = isServer && delays.test(said);
  if (failed === '' && !isDelay && !(marks.test(said) && (isServer || isFinalCode(notice) !== null)))
    return null;
  const named =
    failed === '' ? addressesIn(notice) : failed.split(',').flatMap((one) => addressOf(one) ?? []);
  const addresses = [...new Set(named)].slice(0, mostRecipients);
  return (addresses.length > 0 ? addresses : [null]).map((address) => {
    const reason = reasonFor(notice, address);
    const isPermanent = !isDelay && (isFinalCode(reason) ?? isFinalCode(notice) ?? false);
    return {
      address,
      state: isDelay ? 'deferred' : 'bounced',
      isPermanent,
      detail: inWords(reason),
    };
  });
};

/** Addresses that stand alone on a line, or before a colon: `<ann@example.com>:`. */
const addressesIn = (notice: string): string[] =>
  notice.split(/\r?\n/).flatMap((line) => {
    const [, address] =
      /^[\s>*\u2022-]{0,10}(?:to:\s*)?<?([^\s<>:;,"()[\]]{1,64}@[^\s<>:;,"()[\]]{1,255}?)>?(?:\s*[(<]{1,2}mailto:[^)>]{1,400}[)>]{1,2})?\s*(?:[:\u2026].*|on \d.*|\([^)]{0,200}\).*)?$/i.exec(
        line.slice(0, 1_000),
      ) ?? [];
    return address === undefined ? [] : [address];
  });

/** The server's words about a recipient: the lines after the address, else those with a code. */
const reasonFor = (notice: string, address: string | null): string => {
  const lines = notice.split(/\r?\n/);
  const named = address === null ? [] : lines.flatMap((line, at) => (line.includes(address) ? [at] : []));
  // Old Exchange quotes the header of the mail first.
  const place = named.find((at) => !/^\s*to:/i.test(lines[at] ?? '')) ?? named[0] ?? -1;
  const following = place < 0 ? [] : paragraphAt(lines, place);
  const words = following
    .join(' ')
    .trimStart()
    .replace(`<${address}>`, (found, at) => (at === 0 ? '' : found))
    .replace(address ?? '', (found, at) => (at === 0 ? '' : found))
    .replace(/^[\s:>-]+/, '');
  if (words.trim() !== '') return words;
  return lines.find((line) => isFinalCode(line) !== null) ?? lines.find((line) => line.trim() !== '') ?? '';
};

/** The rest of the paragraph; the next one if the address ends its own. */
const paragraphAt = (lines: readonly string[], place: number): readonly string[] => {
  const rest = lines.slice(place, place + 20);
  const end = rest.findIndex((line) => line.trim() === '');
  const paragraph = end < 0 ? rest : rest.slice(0, end);
  if (paragraph.length > 1 || end < 0) return paragraph;
  const next = rest.slice(end + 1);
  const nextEnd = next.findIndex((line) => line.trim() === '');
  return [...paragraph, ...(nextEnd < 0 ? next : next.slice(0, nextEnd))];
};
