import addressparser from 'nodemailer-10/lib/addressparser';
import { isLoopback, withoutBrackets } from '../../core/shared/addresses/hosts.ts';
import { type Sentence, say, type Verdict } from '../../core/texts/say.ts';

export type Check = (value: string | null | undefined) => Verdict;

/** The CMS checks values of a wrong type, too. */
export const unlessEmpty =
  (isRight: (value: string) => boolean, problem: Sentence): Check =>
  (value) =>
    !value || (typeof value === 'string' && isRight(value)) || problem;

export const checkSender = unlessEmpty((value) => {
  if (/[\r\n\0]/.test(value)) return false;
  const mailboxes = addressparser(value, { flatten: true });
  return mailboxes.length === 1 && /^[^\s@]+@[^\s@]+$/.test(mailboxes[0]?.address ?? '');
}, say('errors:settings:sender'));

export const checkHost = unlessEmpty(
  (value) => /^(?!-)[\w.-]{1,253}$|^\[?[\da-f:.]{1,45}\]?$/i.test(value),
  say('errors:settings:host'),
);

export const checkHttpAddress = unlessEmpty((value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && !url.username && !url.password;
}, say('errors:settings:httpAddress'));

export const checkToken = unlessEmpty((value) => /^[\x21-\x7e]+$/.test(value), say('errors:settings:token'));

const longestSecret = 1_000;

export const checkSecret = (value: unknown): Verdict =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.length <= longestSecret && !value.includes('\0')) ||
  say('errors:settings:secret', { most: longestSecret });

export const checkPort = (value: unknown): Verdict =>
  value === null ||
  value === undefined ||
  (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535) ||
  say('errors:settings:port');

export const checkInboundAddress = unlessEmpty(
  (value) => /^[^\s@<>",;:\\()[\]]{1,64}@[^\s@<>",;:\\()[\]]+$/.test(value.trim()),
  say('errors:settings:address'),
);

export const checkAuthservId = unlessEmpty(
  (value) => /^[\w.:-]{1,253}$/.test(value.trim()),
  say('errors:settings:authservId'),
);

export const checkTokenAddress = unlessEmpty((value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  return (
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(withoutBrackets(url.hostname)))
  );
}, say('errors:settings:tokenAddress'));
