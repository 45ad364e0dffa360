import { apiAddress } from '../../../core/shared/portal/apiRoute.ts';
import { fileSize } from '../../../core/shared/text/fileSize.ts';
import { html, type Part } from '../../../core/shared/text/html.ts';
import type { ApiResponse } from '../../client-sessions/feature.ts';
import { largeFrom } from '../../uploads/feature.ts';
import type { Problem } from '../problems.ts';
import { mostFiles } from '../sentFile.ts';
import { longestName, type SentForm } from '../sentForm.ts';
import type { Visit } from '../visit.ts';

/** The name of a draft, which is a person's: others use the same browser. */
export const draftOf = ({ person }: Visit, form: string): string => draftNamed(person?.user.id ?? '', form);

export const draftNamed = (author: string, form: string): string => `${author} ${form}`;

/** Has the script forget the drafts of the person who signs out by a form, once the page of the sign-in is there; it asks before. */
export const forgetting = (visit: Visit): Part =>
  html` data-forget="${draftOf(visit, '')}" data-question="${visit.t('clientPages:nav:unsent')}"`;

/** The person for whom a form was made: a part of each form that acts by a session. */
export const authorField = ({ person }: Visit): Part => fieldOfAuthor(person?.user.id ?? '');

export const fieldOfAuthor = (id: string): Part => html`<input type="hidden" name="author" value="${id}">`;

/**
 * Keeps a browser from filling in what was typed in a form, when someone goes back to its page: by then another person may be signed in, or
 * the words sent. The script shows the draft of the person who is there. A field with an `autocomplete` of its own is filled in.
 */
export const unrestored: Part = html` autocomplete="off"`;

/**
 * Has the script keep the words of a field, which has no draft, when its page goes by another form.
 *
 * @param saved the text without them
 */
export const typedField = (saved = ''): Part => html` data-typed="${saved}"`;

/** The words that the script shows in a form with files, and beside others as long as its files were not sent. */
export const formWords = ({ t }: Visit): Part =>
  html` data-failed="${t('clientPages:files:failed')}" data-gone="${t('shared:server:fileGone')}" data-progress="${t('clientPages:files:sending')}" data-unsent="${t('clientPages:files:unsent')}" data-send-unsent="${t('clientPages:files:sendUnsent')}" data-drop-unsent="${t('clientPages:files:dropUnsent')}"`;

interface Asking {
  /** The word of what is done, such as “Delete”. */
  readonly label: string;
  /** The same with the name of the record, for those who hear the page. */
  readonly named: string;
  readonly question: string;
  /** The path of the form, as the browser knows it. */
  readonly action: string;
  readonly fields: Part;
}

/** A button for what cannot be taken back: it unfolds the question, with the button that does it. */
export const askFirst = ({ label, named, question, action, fields }: Asking): Part =>
  html`<details class="ask over"><summary aria-label="${named}">${label}</summary><form method="post" action="${action}">${fields}<p>${question}</p><button class="second danger" aria-label="${named}">${label}</button></form></details>`;

/** The destination and the credential of a form's large uploads. */
interface LargeUploads {
  /** Such as `ticket:17`. */
  readonly target: string;
  readonly path: '/portal/v1/client/uploads' | '/portal/v1/uploads';
  /** The secret of a link that is the credential; null for the cookie of a session. */
  readonly link: string | null;
}

/**
 * The texts for a form whose large files the script sends in chunks. Its fields with `data-metadata` go with each of them,
 * by the name given there.
 */
export const largeWords = (visit: Visit, { target, path, link }: LargeUploads): Part => {
  const { assets, base, payload, portal, t } = visit;
  const endpoint = apiAddress(payload, portal, '', path);
  return html`${formWords(visit)} data-uploads="${base}/assets/${assets.uploads.name}" data-endpoint="${endpoint}" data-target="${target}"${link !== null && html` data-link="${link}"`} data-large="${largeFrom}" data-waiting="${t('clientPages:files:waiting')}"`;
};

/** The texts for a form of a person who is signed in. @param target such as `ticket:17` */
export const uploadWords = (visit: Visit, target: string): Part =>
  largeWords(visit, { target, path: '/portal/v1/client/uploads', link: null });

/** The large files of a form that the script has sent: a line for each, its id and its name. The script shows them. */
export const uploadedField = (uploaded = ''): Part =>
  html`<input type="hidden" name="uploaded" value="${uploaded}">`;

/** The large files of a message. The script takes one out by deleting it. */
export const attachedField = ({ payload, portal, t }: Visit, uploaded: string): Part => {
  const files = apiAddress(payload, portal, '', '/portal/v1/client/files');
  return html`<input type="hidden" name="uploaded" value="${uploaded}" data-remove="${t('clientPages:ticket:takeOut')}" data-files="${files}" data-failed="${t('clientPages:ticket:notTakenOut')}">`;
};

/** The sentence about a form that was made for another person, who has signed in before in the same browser. */
export const othersForm = ({ form, t }: Visit): string => {
  const hadFiles = form.files('files').length > 0 || uploadedIds(form).length > 0;
  return [
    t('clientPages:errors:otherPerson'),
    ...(hadFiles ? [t('clientPages:errors:otherFiles')] : []),
  ].join(' ');
};

/** The names of uploads, as a form has them. */
export const uploadedNames = (form: SentForm): readonly string[] =>
  form
    .text('uploaded')
    .split('\n')
    .filter((line) => line.includes(' '))
    .slice(0, mostFiles)
    .map((line) => line.slice(line.indexOf(' ') + 1).slice(0, longestName));

/** The ids of uploads, as a form has them. */
export const uploadedIds = (form: SentForm): readonly string[] =>
  form
    .text('uploaded')
    .split('\n')
    .flatMap((line) => line.split(' ', 1))
    // A page that was open before an update has commas.
    .flatMap((ids) => ids.split(','))
    .filter((id) => id !== '')
    .slice(0, mostFiles);

/** Words that the script replaces by others, which are true only with the script. */
export const scriptedWords = (words: string, withScript: string): Part =>
  html`<span data-scripted="${withScript}">${words}</span>`;

/**
 * The largest size of a file, which the script replaces by that of large uploads, and the hint that files can be dropped,
 * if the browser allows it.
 */
export const filesHint = (visit: Visit, { isLarge = true } = {}): Part => {
  const { portal, t } = visit;
  const { files, uploads } = portal.options;
  const hint = (size: number) =>
    t('clientPages:newTicket:filesHint', { size: fileSize(size, visit.language) });
  return html`<p class="hint" id="files-hint">${scriptedWords(hint(files.maxBytes), hint(isLarge ? uploads.maxBytes : files.maxBytes))} <span class="mouse">${t('clientPages:newTicket:dropHint')}</span></p>`;
};

export interface Refused {
  readonly problems: readonly Problem[];
  readonly status: number;
}

/** True if a file of the form is the reason of its refusal: not if there was no room for it, or the portal was away. */
export const areFilesRefused = ({ problems, status }: Refused): boolean =>
  [413, 422].includes(status) && problems.some(({ field }) => field === 'files');

interface LostFiles {
  /** The names of files that came with the form when it was refused, and are gone with it. */
  readonly lost?: readonly string[];
  /** True if a file is the reason of the refusal: then the script does not choose them again. */
  readonly isRefused?: boolean;
}

/** The sentence that names the lost files of a form, if there are any, beside its input. */
export const lostWords = ({ t }: Visit, { lost = [], isRefused = false }: LostFiles): Part =>
  lost.length > 0 &&
  html`<p class="error" id="files-lost"${!isRefused && html` data-lost-files="${lost.length}"`}>${t('clientPages:files:lost', { names: lost.join(', ') })}</p>`;

interface FilesField extends LostFiles {
  /** True if the script sends large ones in chunks. */
  readonly isLarge?: boolean;
}

/** The input for the files of a message. */
export const filesField = (visit: Visit, { isLarge = true, ...files }: FilesField = {}): Part => {
  const { t } = visit;
  const words = lostWords(visit, files);
  return html`<div class="field"><label for="files">${t('clientPages:newTicket:files')} <span class="muted">${t('clientPages:optional')}</span></label>${filesHint(visit, { isLarge })}${words}<input id="files" name="files" type="file" multiple aria-describedby="files-hint${words && ' files-lost'}"></div>`;
};

/** Links to the pages before and after this one. */
export const pager = ({ base, t }: Visit, { body }: ApiResponse, filter: string, path = ''): Part => {
  const { page, per_page, total } = body.meta as { page: number; per_page: number; total: number };
  const last = Math.max(1, Math.ceil(total / per_page));
  if (last === 1) return null;
  const link = (to: number, text: string) =>
    html`<a href="${base}${path}?${filter}&amp;page=${to}">${text}</a>`;
  return html`<nav class="pages" aria-label="${t('clientPages:tickets:pages')}"><span>${page > 1 && link(Math.min(page - 1, last), t('clientPages:tickets:newer'))}</span><span class="muted">${page} / ${last}</span><span>${page < last && link(page + 1, t('clientPages:tickets:older'))}</span></nav>`;
};
