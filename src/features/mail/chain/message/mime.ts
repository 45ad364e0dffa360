import { createTransport, type SendMailOptions } from 'nodemailer-10';

/** nodemailer's own way of writing a message, with everything it does before: list headers, priority, DKIM. */
const writers = {
  /** Writes CR LF, except in parts that the caller wrote itself (`raw`): the SMTP session does the rest. */
  wire: createTransport({ streamTransport: true, buffer: true }),
  unix: createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
};

/**
 * Writes a prepared message as MIME, without its Bcc header. The message may be written again.
 *
 * @param form `unix` for programs, with LF only
 */
export const writeMime = async (
  message: SendMailOptions,
  form: keyof typeof writers = 'wire',
): Promise<Buffer> => {
  // This transport of nodemailer's keeps the Bcc header, unlike those that send.
  const { message: written } = await writers[form].sendMail({ ...copyOf(message), bcc: undefined });
  return written as Buffer;
};

const ownFields =
  /^(?:from|to|cc|bcc|reply-to|subject|date|mime-version|content-type|content-transfer-encoding|content-disposition)$/i;

/**
 * The headers that the MIME form of a message has beside sender, recipients, subject, date and those of its
 * body: encoded and unfolded, several of one name joined with `, `.
 */
export const furtherHeaders = async (message: SendMailOptions): Promise<Record<string, string>> => {
  const { text, html, watchHtml, amp, icalEvent, attachments, alternatives, dkim, ...rest } = message;
  const written = (await writeMime({ ...rest, text: '' }, 'unix')).toString();
  const [head = ''] = written.split('\n\n', 1);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\n[\t ]+/g, ' ').split('\n')) {
    const [, name = '', value = ''] = /^([^:]+):\s*(.*)$/.exec(line) ?? [];
    if (name === '' || ownFields.test(name)) continue;
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
};

/** A copy for nodemailer, which writes into the objects it is given, down to the headers of a part. */
export const copyOf = (value: SendMailOptions): SendMailOptions => deepCopy(value) as SendMailOptions;

const deepCopy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(deepCopy);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, deepCopy(entry)]));
};

const isPlain = (value: object): boolean => {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};
