import { html, type Part } from '../../../core/shared/html.ts';
import type { Visit } from '../page.ts';

/** The words that the script shows in a form with files. */
export const formWords = ({ t }: Visit): Part =>
  html` data-failed="${t('clientPages:files:failed')}" data-progress="${t('clientPages:files:sending')}"`;

/** The input for the files of a message. */
export const filesField = ({ t }: Visit, hint: string): Part =>
  html`<div class="field"><label for="files">${t('clientPages:newTicket:files')} <span class="muted">${t('clientPages:optional')}</span></label><p class="hint" id="files-hint">${hint}</p><input id="files" name="files" type="file" multiple aria-describedby="files-hint"></div>`;
