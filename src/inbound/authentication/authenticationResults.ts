import { isAligned } from './alignment.ts';

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
  const own = headers.map(parse).find(({ id }) => id === authservId.trim().toLowerCase());
  const results = own?.results ?? [];
  const dmarc = results.find(({ method }) => method === 'dmarc')?.result;
  if (dmarc === 'pass') return 'pass';
  if (dmarc === 'fail') return 'fail';
  return results.some((result) => isAlignedPass(result, from)) ? 'pass' : 'none';
};

const isAlignedPass = ({ method, result, properties }: MethodResult, from: string): boolean => {
  if (result !== 'pass') return false;
  const named = { dkim: ['header.d', 'header.i'], spf: ['smtp.mailfrom'] }[method] ?? [];
  const domain = named.map((name) => properties.get(name)).find((value) => value !== undefined);
  return domain !== undefined && isAligned(domain, from);
};

const parse = (header: string): { id: string; results: readonly MethodResult[] } => {
  const [id = '', ...parts] = splitAt(withoutComments(header), ';');
  return {
    id: unquoted(id.trim().split(/\s+/, 1)[0] ?? '').toLowerCase(),
    results: parts.flatMap((part) => parseMethod(part) ?? []),
  };
};

const parseMethod = (part: string): MethodResult | null => {
  const [first = '', ...rest] = splitAt(part.trim().replace(/\s*=\s*/g, '='), ' ');
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

/** Comments may be nested, and a quoted text may hold a parenthesis. */
const withoutComments = (header: string): string => {
  let kept = '';
  let depth = 0;
  for (const [token] of header
    .replace(/\s+/g, ' ')
    .matchAll(/"(?:[^"\\]|\\.)*"|\\.|[()]|[^"\\()]+|["\\]/gs)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += token;
  }
  return kept;
};

/** The parts between separators that stand outside of quotes. */
const splitAt = (text: string, separator: ';' | ' '): string[] => {
  const parts = [''];
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[\s\S]/g)) {
    if (token === separator) parts.push('');
    else parts[parts.length - 1] += token;
  }
  return parts.filter((part, index) => index === 0 || part.trim() !== '');
};
