import { withoutComments } from '../message/comments.ts';
import { isAligned } from './domains.ts';

/** One method of an `Authentication-Results` header (RFC 8601): `dkim=pass header.d=example.com`. */
interface MethodResult {
  readonly method: string;
  readonly result: string;
  /** By `ptype.property`, in small letters. */
  readonly properties: ReadonlyMap<string, string>;
}

/**
 * The verdict of the server that received a message.
 *
 * @param headers all `Authentication-Results` of the message, from the top
 * @param authservId what that server calls itself. Only its topmost header counts: a sender can write others below.
 * @param from the address of the sender
 */
export const trustedVerdict = (
  headers: readonly string[],
  authservId: string,
  from: string,
): 'pass' | 'none' | 'fail' => {
  const id = authservId.trim().toLowerCase();
  for (const header of headers) {
    const [first = '', ...parts] = partsOf(withoutComments(header));
    if (id !== '' && idOf(first) === id)
      return verdictOf(
        parts.flatMap((part) => parseMethod(part) ?? []),
        from,
      );
  }
  return 'none';
};

const verdictOf = (results: readonly MethodResult[], from: string): 'pass' | 'none' | 'fail' => {
  const dmarc = results.filter(({ method }) => method === 'dmarc');
  if (dmarc.some(({ result }) => result === 'fail')) return 'fail';
  const passed = dmarc.filter(({ result }) => result === 'pass');
  // A server that read another sender says nothing about this one.
  if (passed.length > 0) return passed.every((result) => isAbout(result, from)) ? 'pass' : 'none';
  const aligned = results.filter((result) => isAboutDomain(result, from));
  if (aligned.some(({ result }) => result === 'pass')) return 'pass';
  return aligned.some(({ method, result }) => method === 'spf' && result === 'fail') ? 'fail' : 'none';
};

const isAbout = ({ properties }: MethodResult, from: string): boolean => {
  const domain = properties.get('header.from');
  return domain === undefined || isAligned(domain, from);
};

/** Whether it is about a domain that proves the sender's. */
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
  const [first = '', ...rest] = wordsOf(part.replace(/\s*=\s*/g, '='));
  const [, method, result] = /^([\w-]+)(?:\/\d+)?=([\w-]+)$/.exec(first) ?? [];
  if (!method || !result) return null;
  const properties = new Map<string, string>();
  for (const property of rest) {
    const [, name, value = ''] = /^([\w-]+\.[\w-]+)=(.*)$/s.exec(property) ?? [];
    if (name && !properties.has(name.toLowerCase())) properties.set(name.toLowerCase(), unquoted(value));
  }
  return { method: method.toLowerCase(), result: result.toLowerCase(), properties };
};

const unquoted = (text: string): string => text.replace(/^"(.*)"$/s, '$1').replace(/\\(.)/gs, '$1');

// A quoted text that does not end goes on to the end: to look for the next quote from each one takes quadratic time.
const partsOf = (text: string): string[] => text.match(/(?:"(?:[^"\\]|\\.?)*(?:"|$)|[^;"])+/gs) ?? [];
const wordsOf = (text: string): string[] => text.match(/(?:"(?:[^"\\]|\\.?)*(?:"|$)|[^\s"])+/gs) ?? [];
