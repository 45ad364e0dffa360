import { randomUUID } from 'node:crypto';
import { html, type Part } from '../../../core/shared/text/html.ts';
import { FormTooLarge } from '../form.ts';
import { showPage } from '../page.ts';
import type { Problem } from '../problems.ts';
import type { KeptWords, Visit } from '../visit.ts';
import {
  areFilesRefused,
  attachedField,
  authorField,
  draftNamed,
  fieldOfAuthor,
  filesField,
  formWords,
  scriptedWords,
  unrestored,
} from './fields.ts';

/** A form whose session had ended when it was sent: its destination and its texts. */
export interface KeptForm {
  /** The path below the client pages, such as `/tickets/7/replies`. */
  readonly action: string;
  /** The person for whom it was made; `''` for the one who is signed in when it is shown. */
  readonly author: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The names of the files that came with it, and have to be chosen again. */
  readonly lost?: readonly string[];
}

/**
 * The input of a form that survives a sign-in, and the id of the record in its path, if it has one; null if this form cannot
 * be kept.
 */
const wordsOf = (
  { portal }: Visit,
  action: string,
): { readonly words: KeptWords; readonly id: string } | null => {
  for (const { kept: words, path } of portal.features.flatMap(({ clientPages }) => clientPages ?? [])) {
    const found = words && patternOf(path).exec(action);
    if (found) return { words, id: found[1] ?? '' };
  }
  return null;
};

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '([\\w-]+)')}$`);

/** Longest text of the hidden field, in characters: the page holds it once more, escaped. */
const longest = 1_000_000;

/** Fields of a kept form; no form has as many. */
const mostFields = 10;

/**
 * The text for the hidden field `kept`.
 *
 * @throws {FormTooLarge} if it is longer than any text that the portal takes: the browser still has it
 */
export const keep = (form: KeptForm): string => {
  const text = JSON.stringify(form);
  if (text.length > longest) throw new FormTooLarge('The form is too large to be carried along.');
  return text;
};

/** The kept form of a hidden field; null if there is none, or if it is invalid. */
export const readKept = (visit: Visit, text: string): KeptForm | null => {
  if (text === '' || text.length > longest) return null;
  try {
    const { action, author = '', fields, lost = [] } = JSON.parse(text) as Partial<KeptForm>;
    const isForm =
      typeof action === 'string' &&
      wordsOf(visit, action) !== null &&
      typeof author === 'string' &&
      Array.isArray(fields) &&
      fields.length <= mostFields &&
      fields.every((pair) => Array.isArray(pair) && pair.every(isText)) &&
      Array.isArray(lost) &&
      lost.every(isText);
    return isForm ? { action, author, fields: fields as unknown as KeptForm['fields'], lost } : null;
  } catch {
    return null;
  }
};

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * The key under which a refused form is sent again. A record that was taken back does not come back under the same key;
 * while the first sending still runs, the same key finds its result.
 */
export const nextKey = (error: unknown, key: string): string =>
  error === 'idempotency_in_flight' ? key : randomUUID();

interface Shown {
  readonly problems?: readonly Problem[];
  readonly status?: number;
}

/** The fields of one line. */
const oneLine: readonly string[] = ['subject', 'name'];

/** The page after a sign-in that carried the form of another person: it neither shows nor takes anything of it. */
export const showOthersKept = (visit: Visit, email: string): Response => {
  const { base, t } = visit;
  const title = t('clientPages:signIn:othersTitle', { email });
  const main = html`<div class="card narrow"><h1>${title}</h1><p>${t('clientPages:signIn:others')} ${scriptedWords(t('clientPages:signIn:othersLost'), t('clientPages:signIn:othersKept'))}</p>
<a class="button" href="${base}">${t('clientPages:errors:toTickets')}</a></div>`;
  return showPage(visit, { title, main, status: 409 });
};

/** The draft of a kept form, which is its author's. One that names no author was made for someone else, or for no one. */
const draftPart = (author: string, { draft }: KeptWords, id: string): Part =>
  draft !== undefined &&
  author !== '' &&
  html` data-draft="${draftNamed(author, draft === ':id' ? id : draft)}"${draft === ':id' && html` data-follows`}`;

/** A page with nothing but the form, as it was typed: after a sign-in, and if its own page cannot be shown now. */
export const showKept = async (
  visit: Visit,
  { action, author, fields, lost = [] }: KeptForm,
  { problems = [], status = 200 }: Shown = {},
): Promise<Response> => {
  const { base, t } = visit;
  const found = wordsOf(visit, action);
  if (found === null) throw new Error(`No client page keeps the form of ${action}.`);
  const { words, id } = found;
  const { title, button, labels, about } = words;
  const inputs = fields.map(([name, value]) => {
    if (name === 'uploaded') return attachedField(visit, value);
    const label = Object.hasOwn(labels, name) ? labels[name] : undefined;
    if (!label) return html`<input type="hidden" name="${name}" value="${value}">`;
    return html`<div class="field"><label for="${name}">${t(label)}</label>${
      oneLine.includes(name)
        ? html`<input id="${name}" name="${name}" dir="auto" value="${value}" data-kept>`
        : html`<textarea id="${name}" name="${name}" rows="10" data-kept>${value}</textarea>`
    }</div>`;
  });
  const main = html`${problems.length === 0 && html`<p class="done">${t('clientPages:signIn:kept')}</p>`}<h1>${t(title)}</h1>${visit.person && (await about?.(visit, id))}
<form class="card"${unrestored} method="post" enctype="multipart/form-data"${draftPart(author, words, id)}${formWords(visit)} action="${base}${action}">${author === '' ? authorField(visit) : fieldOfAuthor(author)}${inputs}
${lost.length > 0 && filesField(visit, { isLarge: false, lost, isRefused: areFilesRefused({ problems, status }) })}
<button>${t(button)}</button></form>`;
  return showPage(visit, { title: t(title), main, problems, status, at: '' });
};
