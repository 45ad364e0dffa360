/** What the headers of a part of `multipart/form-data` say. */
export interface PartHeaders {
  readonly name: string;
  /** Null for a part that is no file. */
  readonly fileName: string | null;
  /** The part's `Content-Type`; null if it has none. */
  readonly declaredType: string | null;
}

/**
 * Reads the headers of a part, whose bytes come as Latin-1.
 *
 * @returns null for what is no part of a form
 */
export const readPartHeaders = (headers: Readonly<Record<string, readonly string[]>>): PartHeaders | null => {
  const disposition = readDisposition(utf8(headers['content-disposition']?.[0] ?? ''));
  const name = disposition?.get('name');
  if (!disposition || name === undefined) return null;
  const declaredType = headers['content-type']?.[0] ?? null;
  const fileName = extended(disposition.get('filename*')) ?? disposition.get('filename') ?? null;
  return { name, fileName, declaredType };
};

/**
 * RFC 7578 forbids this form, and clients send it all the same. Where the plain form stands beside it, that is for those
 * who do not know this one (RFC 6266): .NET writes an encoded word there.
 */
const extended = (value: string | undefined): string | null => {
  const [, encoded] = /^utf-8'[\w-]*'(.*)$/i.exec(value ?? '') ?? [];
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded);
  } catch {
    return null;
  }
};

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

/** A quoted value may hold any character but an unescaped quote. */
const parameter = /^;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";]*))\s*/s;

const readDisposition = (header: string): ReadonlyMap<string, string> | null => {
  const [start] = /^\s*form-data\s*(?=;|$)/i.exec(header) ?? [];
  if (start === undefined) return null;
  const parameters = new Map<string, string>();
  let rest = header.slice(start.length);
  while (rest !== '') {
    const [all, name, quoted, plain] = parameter.exec(rest) ?? [];
    if (all === undefined || name === undefined) return null;
    const value = quoted === undefined ? (plain ?? '') : unescaped(quoted);
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
    rest = rest.slice(all.length);
  }
  return parameters;
};

/** A backslash before anything but a quote or another one is that of a path on Windows. */
const unescaped = (quoted: string): string => quoted.replace(/\\(["\\])/g, '$1');
