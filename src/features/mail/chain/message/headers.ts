import type { SendMailOptions } from 'nodemailer-10';
import { onOneLine } from '../property.ts';

type Headers = SendMailOptions['headers'];

/**
 * The caller's own headers without line breaks, which would add further headers: nodemailer writes a value marked
 * `prepared` as it is, and HTTP APIs do so with every value. A long prepared value is folded again. A Bcc header is left out:
 * it would show the hidden recipients.
 */
export const safeHeaders = (headers: Headers): Headers => {
  if (!headers) return undefined;
  if (!Array.isArray(headers)) return Object.fromEntries(safeFields(Object.entries(headers))) as Headers;
  const fields = safeFields(headers.map(({ key, value }) => [key, value]));
  return fields.map(([key, value]) => ({ key, value })) as Headers;
};

const safeFields = (fields: readonly [unknown, unknown][]): [string, unknown][] =>
  fields
    .map(([key, value]): [string, unknown] => [
      String(key).replace(/[^\x21-\x39\x3b-\x7e]/g, ''),
      safeValue(value),
    ])
    .filter(([key]) => key !== '' && key.toLowerCase() !== 'bcc');

const safeValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(safeValue);
  if (typeof value === 'string') return onOneLine(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const { prepared, value: content } = value as { prepared?: unknown; value?: unknown };
  return { prepared: Boolean(prepared), foldLines: true, value: onOneLine(String(content ?? '')) };
};
