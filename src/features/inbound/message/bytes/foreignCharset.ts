import { decodeAs, isOfParser } from './charsets.ts';
import { isContentType, isText, saidType } from './contentType.ts';
import { enrichedText } from './enriched.ts';
import { unflowed } from './flowed.ts';
import { isInBase64, isQuotedPrintable, isTransferEncoding } from './transferEncoding.ts';

/** The fields and the body of a text, which is in UTF-8. */
interface Rewritten {
  readonly fields: readonly Uint8Array[];
  readonly body: Uint8Array;
}

/** The types that are read as text, each with what its text is in a plain one. One line a type. */
const readable: readonly (readonly [type: RegExp, plain: (text: string) => string])[] = [
  [/^(?:x-|x-web-)?markdown$/i, (text) => text],
  [/^(?:enriched|richtext)$/i, enrichedText],
];

/**
 * A text that the parser cannot read, in UTF-8: in a charset that it does not know, such as `cp850` or UTF-7, in base64 below
 * which a server put lines of its own, of a type that it takes for a file, or with lines that go on in the next one, for it
 * joins an answer to the quoted line above.
 *
 * @param isAlone true if there is no other text beside it
 * @returns null for every other part
 */
export const rewrittenInUtf8 = (
  fields: readonly Uint8Array[],
  body: Uint8Array,
  isAlone: boolean,
): Rewritten | null => {
  const said = saidType(fields);
  const charset = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(said)?.[1];
  const plain = isAlone && !fields.some(namesFile) ? plainOf(said) : undefined;
  if (plain)
    return rewritten(
      fields,
      'Content-Type: text/plain; charset=utf-8',
      plain(decodeAs(decodedBody(fields, body), charset ?? '')),
    );
  if (isFlowed.test(said) && !fields.some(namesFile)) {
    const text = decodeAs(decodedBody(fields, body), charset ?? '');
    return rewritten(
      fields,
      'Content-Type: text/plain; charset=utf-8',
      unflowed(text, isSpaceBreak.test(said)),
    );
  }
  if (charset === undefined || !isText(fields)) return null;
  if (isOfParser(charset) && !hasTextBelow(fields, body)) return null;
  const type = said.trimEnd().replace(/(;\s*charset\s*=\s*)(?:"[^"]*"|[^\s;]+)/i, '$1utf-8');
  return rewritten(fields, type, decodeAs(decodedBody(fields, body), charset));
};

const isFlowed = /^content-type\s*:\s*text\/plain\b[\s\S]*?;\s*format\s*=\s*"?flowed\b/i;
const isSpaceBreak = /;\s*delsp\s*=\s*"?yes\b/i;

const plainOf = (said: string): ((text: string) => string) | undefined => {
  const [, subtype = ''] = /^content-type\s*:\s*text\/([\w-]+)/i.exec(said) ?? [];
  return readable.find(([type]) => type.test(subtype))?.[1];
};

const namesFile = (field: Uint8Array): boolean =>
  /^content-(?:type|disposition)\s*:(?:[\s\S]*?;\s*(?:file)?name\*?|\s*attachment)/i.test(
    Buffer.from(field).toString('latin1'),
  );

const rewritten = (fields: readonly Uint8Array[], type: string, text: string): Rewritten => {
  const others = fields.filter((field) => !isContentType(field) && !isTransferEncoding(field));
  const head = `${type}\nContent-Transfer-Encoding: base64\n`;
  const encoded = base64(text).replace(/.{76}/g, '$&\n');
  return { fields: [Buffer.from(head), ...others], body: Buffer.from(`\n${encoded}\n`) };
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The bytes that a body stands for, without the empty line before it. */
export const decodedBody = (fields: readonly Uint8Array[], body: Uint8Array): Buffer => {
  const raw = Buffer.from(body)
    .toString('latin1')
    .replace(/^\r?\n/, '');
  if (isInBase64(fields, body)) {
    const end = endOfBase64(raw);
    return Buffer.concat([Buffer.from(raw.slice(0, end), 'base64'), Buffer.from(raw.slice(end), 'latin1')]);
  }
  if (!isQuotedPrintable(fields)) return Buffer.from(raw, 'latin1');
  return unescaped(raw.replace(/=[ \t]*\r?\n/g, ''), '=');
};

const hasTextBelow = (fields: readonly Uint8Array[], body: Uint8Array): boolean => {
  if (!isInBase64(fields, body)) return false;
  const raw = Buffer.from(body).toString('latin1').trimStart();
  const end = endOfBase64(raw);
  return end > 0 && end < raw.length;
};

/** The end of the lines in base64; the line break before a line of words is of it. */
const endOfBase64 = (raw: string): number => {
  const at = raw.search(/\n[ \t]*[A-Za-z\d+/=]*[^A-Za-z\d+/=\s]/);
  return at < 0 ? raw.length : at;
};

/** The bytes of a text in which two digits behind a mark stand for a byte. */
const unescaped = (text: string, mark: '=' | '%'): Buffer =>
  Buffer.from(
    text.replace(mark === '=' ? /=([\dA-F]{2})/gi : /%([\dA-F]{2})/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  );

/**
 * A field whose encoded words (RFC 2047) and parameters (RFC 2231) are in UTF-8, if they were in charsets that the parser does not
 * know.
 */
export const withoutForeignWords = (field: Uint8Array): Uint8Array => {
  const text = Buffer.from(field).toString('latin1');
  const hasAddresses = !/^(?:subject|content-[\w-]+)[ \t]*:/i.test(text);
  const changed = withParametersInUtf8(
    text.replace(runs, (run) => (hasAddresses && special.test(run) ? run : runInUtf8(run))),
  );
  return changed === text ? field : Buffer.from(changed, 'latin1');
};

/** Characters that separate mailboxes: encoded in base64, they would be hidden from a reader of the mailboxes. */
const special = /[<>()",;:@\\[\]]/;

const word = /=\?([^?\s*]{1,40})(?:\*[^?\s]{0,40})?\?([QB])\?([^?]*)\?=/gi;

/** Words with only space between them, which is no part of the text. */
const runs = new RegExp(`${word.source}(?:\\s+${word.source})*`, 'gi');

/** A character may be in the bytes of two words. */
const runInUtf8 = (run: string): string => {
  const groups: { charset: string; raw: string[]; bytes: Buffer[] }[] = [];
  for (const [raw, charset = '', encoding = '', text = ''] of run.matchAll(word)) {
    const last = groups.at(-1);
    const group =
      last?.charset === charset.toLowerCase() ? last : { charset: charset.toLowerCase(), raw: [], bytes: [] };
    if (group !== last) groups.push(group);
    group.raw.push(raw);
    group.bytes.push(
      /b/i.test(encoding) ? Buffer.from(text, 'base64') : unescaped(text.replace(/[_\s]/g, ' '), '='),
    );
  }
  if (groups.every(({ charset }) => isOfParser(charset))) return run;
  return groups
    .map(({ charset, raw, bytes }) =>
      isOfParser(charset) ? raw.join(' ') : `=?utf-8?B?${base64(decodeAs(Buffer.concat(bytes), charset))}?=`,
    )
    .join(' ');
};

/** `filename*=cp850''%81.pdf`, which may be parted into `filename*0*=cp850''%81` and `filename*1=.pdf`. */
const withParametersInUtf8 = (field: string): string =>
  /^content-/i.test(field) ? ['filename', 'name'].reduce(withParameterInUtf8, field) : field;

const withParameterInUtf8 = (field: string, name: string): string => {
  const start = new RegExp(`;\\s*${name}\\*(?:0\\*)?\\s*=\\s*"?([^'"\\s;]{1,40})'`, 'i');
  const charset = start.exec(field)?.[1];
  return charset === undefined || isOfParser(charset) ? field : parameterInUtf8(field, name, charset);
};

/** The sections of a parameter as one. Only sections whose names end with `*` are escaped. */
const parameterInUtf8 = (field: string, name: string, charset: string): string => {
  const sections = new RegExp(`;\\s*${name}\\*(\\d{0,4})(\\*?)\\s*=\\s*(?:"([^"]*)"|([^\\s;"]*))`, 'gi');
  const bytes = [...field.matchAll(sections)]
    .toSorted(([, one], [, other]) => Number(one) - Number(other))
    .map(([, number = '', mark, quoted, bare = '']) => {
      const value = (quoted ?? bare).replace(Number(number) === 0 ? /^[^']*'[^']*'/ : /^(?!)/, '');
      return mark === '*' || number === '' ? unescaped(value, '%') : Buffer.from(value, 'latin1');
    });
  const value = encodeURIComponent(decodeAs(Buffer.concat(bytes), charset).toWellFormed());
  const others = field.replace(sections, '').trimEnd();
  return `${others}; ${name}*=utf-8''${value.replaceAll("'", '%27')}\n`;
};
