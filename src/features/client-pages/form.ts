import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { subjectOfHeaders } from '../../core/http/rate-limit/rateLimit.ts';
import { lineAt, takeTurnAt } from '../../core/http/turns.ts';
import { boundaryOf, readParts } from '../../core/http/upload/multipart.ts';
import { chunksOf, collect, readBytes } from '../../core/request/readBytes.ts';
import { isApiError } from '../../core/shared/errors/errors.ts';
import { replaceEach } from '../../core/shared/text/text.ts';
import { holdsMoreFields, parseFields } from '../../core/shared/values/formFields.ts';
import { drain, mostFiles, skip, spool } from './sentFile.ts';
import type { SentFile, SentForm } from './sentForm.ts';
import type { Visit } from './visit.ts';

/** The largest texts of a form in bytes. A form that a sign-in carries along is written as JSON in another one. */
const largestTexts = 3 * 1024 * 1024;
/** The largest text of another field, as large as the API takes: a page with it, escaped, is several times as large. */
const largestText = 1024 * 1024;
/** Fields and files of one form. Files above their own limit are read, and not kept. */
const mostParts = 1_000;
/** Fields of a form without files. */
const mostFields = 100;

/** The key by which a form that is sent twice is known; a new one for a form without. */
export const keyOf = (form: SentForm): string => {
  const key = form.text('key');
  return /^[\w-]{1,100}$/.test(key) ? key : randomUUID();
};

const mark = Symbol.for('payload-support-portal.refusedForm');

/** A form whose text is larger than the portal takes. */
export class FormTooLarge extends Error {
  readonly [mark] = 'tooLarge';
}

/** True for a form that was made for another person: someone else has signed in since in the same browser. */
export const isOfAnother = ({ person, form }: Visit): boolean => {
  const author = form.text('author');
  return person !== null && author !== '' && author !== person.user.id;
};

/** A form that did not arrive whole. */
export class FormUnreadable extends Error {
  readonly [mark] = 'unreadable';
}

/** A form without a session behind many others of the same address. */
class FormsTooMany extends Error {
  readonly [mark] = 'tooMany';
}

type RefusedForm = FormTooLarge | FormUnreadable | FormsTooMany;

/**
 * The reason for which a form was refused; null for any other error. It may be of another copy of this module: a bundle of
 * Next has one for each of its parts.
 */
export const refusalOfForm = (error: unknown): RefusedForm[typeof mark] | null =>
  error instanceof Error && mark in error ? (error as RefusedForm)[mark] : null;

const tooLarge = () => new FormTooLarge('The form is too large.');

interface FormRules {
  /**
   * It is false for a form whose sender has proven nothing: its files are read, and not kept.
   *
   * @default true if someone is signed in
   */
  readonly takesFiles?: boolean;
}

/**
 * Reads the form of a request; a page with a session gets it as `visit.form`. Its files wait on local disk until the response
 * is out.
 *
 * @throws {FormTooLarge}
 * @throws {FormUnreadable}
 * @throws {FormsTooMany}
 */
export const readForm = async (
  visit: Visit,
  { takesFiles = visit.person !== null }: FormRules = {},
): Promise<SentForm> => {
  const isMultipart = /^multipart\//i.test(visit.request.headers.get('Content-Type') ?? '');
  const reading = isMultipart ? readMultipart(visit, takesFiles) : readPlain(visit);
  const form = await reading.catch((error: unknown) => {
    throw isApiError(error) ? new FormUnreadable(error.message) : error;
  });
  if (visit.person === null) await takeTurn(visit, takesFiles ? 'file forms' : 'forms');
  return form;
};

/** Forms of one address without a session whose pages are made at once, and that may wait for it. */
const [mostAtOnce, longestLine] = [4, 50];

/**
 * Waits for a turn, which lasts until the response is made: the page of a refused form shows all that was typed. It begins when the
 * form is here, so that a slow one keeps no turn. Files take their time to be stored, and have a line of their own.
 *
 * @throws {FormsTooMany}
 */
const takeTurn = async ({ ended, payload, request }: Visit, kind: string): Promise<void> => {
  const line = `${kind} ${subjectOfHeaders(request.headers)}`;
  if (lineAt(payload, line) >= longestLine) throw new FormsTooMany('Many forms of this address wait.');
  await takeTurnAt(payload, line, ended, mostAtOnce);
};

const readPlain = async ({ request }: Visit): Promise<SentForm> => {
  const { body, headers } = request as unknown as Parameters<typeof readBytes>[0];
  const bytes = await readBytes({ body, headers }, largestTexts, tooLarge);
  if (holdsMoreFields(bytes, mostFields)) throw tooLarge();
  const fields = parseFields(bytes);
  for (const [name, text] of fields) if (text.length > largestOf(name)) throw tooLarge();
  return { text: (name) => unixLines(fields.get(name) ?? ''), files: () => [] };
};

const largestOf = (name: string): number => (name === 'kept' ? largestTexts : largestText);

const readMultipart = async (visit: Visit, takesFiles: boolean): Promise<SentForm> => {
  const texts = new Map<string, string>();
  const files: { readonly field: string; readonly file: Promise<SentFile> }[] = [];
  let room = largestTexts;
  const takeText = async (name: string, content: Readable) => {
    const bytes = await collect(content, Math.min(room, largestOf(name)), tooLarge);
    room -= bytes.byteLength;
    if (!texts.has(name)) texts.set(name, bytes.toString('utf8'));
  };
  const boundary = boundaryOf(visit.request.headers.get('Content-Type'));
  const body = chunksOf(visit.request.body as Parameters<typeof chunksOf>[0]);
  await readParts(
    body,
    boundary,
    async ({ name, fileName, declaredType }, content) => {
      if (fileName === null) return takeText(name, content);
      // An unused input sends a part without a name.
      if (fileName === '') return drain(content);
      const take = takesFiles && files.length < mostFiles ? spool : skip;
      const file = take(visit, { name: fileName, type: declaredType, content });
      files.push({ field: name, file });
      await file;
    },
    mostParts,
  );
  const received = await Promise.all(files.map(async ({ field, file }) => ({ field, file: await file })));
  return {
    text: (name) => unixLines(texts.get(name) ?? ''),
    files: (name) => received.filter(({ field }) => field === name).map(({ file }) => file),
  };
};

const unixLines = (text: string): string => replaceEach(text, '\r\n', '\n');
