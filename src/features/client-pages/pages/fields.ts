import { html, type Part } from '../../../core/shared/html.ts';
import { sizeOf, type Visit } from '../page.ts';

/** The name of a draft, which is a person's: others use the same browser. */
export const draftOf = ({ person }: Visit, form: string): string => `${person?.user.id} ${form}`;

/** The words that the script shows in a form with files. */
export const formWords = ({ t }: Visit): Part =>
  html` data-failed="${t('clientPages:files:failed')}" data-progress="${t('clientPages:files:sending')}"`;

/** The largest size of a file, and the hint that files can be dropped, for those who can. */
export const filesHint = (visit: Visit): Part => {
  const { portal, t } = visit;
  const size = sizeOf(visit, portal.options.files.maxBytes);
  return html`<p class="hint" id="files-hint">${t('clientPages:newTicket:filesHint', { size })} <span class="mouse">${t('clientPages:newTicket:dropHint')}</span></p>`;
};

/** The input for the files of a message. */
export const filesField = (visit: Visit): Part =>
  html`<div class="field"><label for="files">${visit.t('clientPages:newTicket:files')} <span class="muted">${visit.t('clientPages:optional')}</span></label>${filesHint(visit)}<input id="files" name="files" type="file" multiple aria-describedby="files-hint"></div>`;
