import { isSameAddress } from '../../../core/shared/addresses/notations.ts';
import { readComments, type ServerResults } from '../message/header/fields.ts';
import { isAligned } from './domains.ts';

/** One method of an `Authentication-Results` header (RFC 8601): `dkim=pass header.d=example.com`. */
interface MethodResult {
  readonly method: string;
  readonly result: string;
  /** Values by `ptype.property`, in lower case. */
  readonly properties: ReadonlyMap<string, string>;
}

/** `unjudged`: the domain has no policy by which the server could judge, but something in the header speaks for the sender. */
type Verdict = 'pass' | 'none' | 'fail' | 'unjudged';

/**
 * The verdict of the server that received a message. Its topmost header proves the sender, unless another of its headers
 * disagrees; each header that disproves the sender counts, whichever server wrote it.
 *
 * Servers copy the envelope's sender, a text of the forger, into their results, some of them without quotes: `x; dkim=pass
 * header.d=example.com y@evil.example`. So DMARC's verdict alone proves a sender, and only if the header mentions no other.
 *
 * @param server the headers above the topmost `Received`
 * @param authservId the name that this server gives itself
 * @param from the address of the sender
 */
export const trustedVerdict = (
  { results, isReceived }: ServerResults,
  authservId: string,
  from: string,
): Verdict => {
  const id = authservId.trim().toLowerCase();
  const headers = results.map((header) => readHeader(header, from));
  const own = headers.filter((header) => id !== '' && header.id === id);
  if (headers.some(({ isDisproof }) => isDisproof) || own.some((header) => isOfAnother(header, from)))
    return 'fail';
  const [topmost, ...others] = own;
  const isAgreed = others.every((header) => header.dmarc.length === 0 || isProof(header, from));
  if (topmost && isProof(topmost, from) && isAgreed)
    // The server that received the message adds `Received`. Without it, the sender may have written all headers.
    return isReceived ? 'pass' : 'none';
  const aligned = own.flatMap((header) => header.aligned);
  const isRefused = aligned.some(({ method, result }) => method === 'spf' && result === 'fail');
  if (isRefused && !aligned.some(isPass)) return 'fail';
  return topmost && hasNoPolicy(topmost, from) && aligned.some(isPass) ? 'unjudged' : 'none';
};

interface ReadHeader {
  readonly id: string;
  /** True if DMARC's failure stands anywhere in it, in quotes too: some servers copy an address without escaping its quotes. */
  readonly isDisproof: boolean;
  /** True if a reader can take it apart in one way only, and every verdict of DMARC in it is `pass`, in quotes and comments too. */
  readonly isPlain: boolean;
  readonly dmarc: readonly MethodResult[];
  /** The other methods that are about a domain which proves the sender's. */
  readonly aligned: readonly MethodResult[];
}

const readHeader = (header: string, from: string): ReadHeader => {
  const { text, isClosed } = readComments(header);
  const [first = '', ...parts] = partsOf(text);
  const verdicts = [...header.matchAll(/(?:^|[\s;("])dmarc(?:\/\d+)?[ \t]*=[ \t]*([\w-]*)/gi)].map(
    ([, said]) => said,
  );
  const methods = parts.flatMap((part) => parseMethod(part) ?? []);
  return {
    id: idOf(first),
    isDisproof: /(?:^|[\s;"])dmarc(?:\/\d+)?[ \t]*=[ \t]*fail\b/i.test(header),
    isPlain:
      isClosed &&
      /^\S+(?:\s+\d+)?$/.test(wordsOf(first).join(' ')) &&
      parts.every(isPlain) &&
      verdicts.every((said) => said?.toLowerCase() === 'pass'),
    dmarc: methods.filter(({ method }) => method === 'dmarc'),
    aligned: methods.filter((result) => isAboutDomain(result, from)),
  };
};

const isPass = ({ result }: MethodResult): boolean => result === 'pass';

/** The server read another sender than the portal: one of the two is wrong. */
const isOfAnother = ({ dmarc }: ReadHeader, from: string): boolean =>
  sendersIn(dmarc).some((name) => name !== undefined && !isAligned(name, from));

/** True for DMARC's verdict on the sender's domain. */
const isProof = (header: ReadHeader, from: string): boolean =>
  header.isPlain && isNamed(header, from) && header.dmarc.every(isPass);

/** True if the sender's domain has no policy. */
const hasNoPolicy = (header: ReadHeader, from: string): boolean =>
  isNamed(header, from) && header.dmarc.every(({ result }) => result === 'none');

const isNamed = ({ dmarc }: ReadHeader, from: string): boolean =>
  dmarc.length > 0 && sendersIn(dmarc).every((name) => name !== undefined && isSender(name, from));

const sendersIn = (dmarc: readonly MethodResult[]): readonly (string | undefined)[] =>
  dmarc.map(({ properties }) => properties.get('header.from'));

/** Servers name the domain. A result that names an address has to name this one. */
const isSender = (name: string, from: string): boolean =>
  isAligned(name, from, 'strict') && (/^@?[^@]*$/.test(name) || isSameAddress(name, from));

/** True if a result is about a domain that proves the sender's. */
const isAboutDomain = ({ method, properties }: MethodResult, from: string): boolean => {
  const named = { dkim: ['header.d', 'header.i'], spf: ['smtp.mailfrom'] }[method] ?? [];
  const domain = named.map((name) => properties.get(name)).find((value) => value !== undefined);
  return domain !== undefined && isAligned(domain, from);
};

/** The version may stand behind it. Microsoft 365 writes no name, but begins with a method. */
const idOf = (part: string): string => {
  const [id = ''] = wordsOf(part);
  return id.includes('=') ? '' : unquoted(id).toLowerCase();
};

const parseMethod = (part: string): MethodResult | null => {
  const [first = '', ...rest] = wordsOfMethod(part);
  const [, method, result] = /^([\w-]+)(?:\/\d+)?=([\w-]+)$/.exec(first) ?? [];
  if (!method || !result) return null;
  const properties = new Map<string, string>();
  for (const property of rest) {
    const [, name, value = ''] = /^([\w-]+\.[\w-]+)=(.*)$/s.exec(property) ?? [];
    if (name && !properties.has(name.toLowerCase())) properties.set(name.toLowerCase(), unquoted(value));
  }
  return { method: method.toLowerCase(), result: result.toLowerCase(), properties };
};

/** True for a method, its result and its properties, each once, and nothing else. */
const isPlain = (part: string): boolean => {
  const [first, ...rest] = wordsOfMethod(part);
  if (first === undefined) return true;
  const names = rest.map((word) =>
    /^([\w.-]+)=(?:[^\s"\\()]|"(?:[^"\\]|\\.)*")*$/s.exec(word)?.[1]?.toLowerCase(),
  );
  return (
    (/^[\w-]+(?:\/\d+)?=[\w-]+$/.test(first) || /^none$/i.test(part.trim())) &&
    names.every((name) => name !== undefined) &&
    new Set(names).size === names.length
  );
};

const wordsOfMethod = (part: string): string[] => wordsOf(part.replace(/(?<!\s)\s*=\s*/g, '='));

const unquoted = (text: string): string => text.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/gs, '$1');

// An unclosed quoted text extends to the end: looking for the next quote from each one would take quadratic time.
const partsOf = (text: string): string[] => text.match(/(?:"(?:[^"\\]|\\.?)*(?:"|$)|[^;"])+/gs) ?? [];
const wordsOf = (text: string): string[] => text.match(/(?:"(?:[^"\\]|\\.?)*(?:"|$)|[^\s"])+/gs) ?? [];
