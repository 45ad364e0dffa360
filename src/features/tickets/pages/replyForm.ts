import { html, type Part } from '../../../core/shared/text/html.ts';
import {
  areFilesRefused,
  attachedField,
  authorField,
  draftOf,
  filesField,
  type Refused,
  unrestored,
  uploadWords,
  type Visit,
} from '../../client-pages/feature.ts';
import type { TicketView } from './ticketList.ts';

/** The content of a reply's form. */
export interface Typed {
  readonly body: string;
  readonly key: string;
  /** The large files that the script has sent. */
  readonly uploaded: string;
  /** The names of the other files, which a browser does not choose again. */
  readonly lost: readonly string[];
}

export const replyForm = (
  visit: Visit,
  ticket: TicketView,
  typed: Typed,
  { problems, status: answered }: Refused,
): Part => {
  const { base, t } = visit;
  const { id, status, merged_into } = ticket;
  if (merged_into !== null)
    return html`<p class="done" data-moved-from="${draftOf(visit, id)}" data-moved-to="${draftOf(visit, merged_into)}">${t('clientPages:ticket:mergedNote')} <a href="${base}/tickets/${merged_into}">#${merged_into}</a></p>`;
  const isClosed = status === 'closed';
  const invalid = problems.some(({ field }) => field === 'body') && html` aria-invalid="true"`;
  return html`<h2 id="answer">${t('clientPages:ticket:reply')}</h2>${isClosed && html`<p class="muted">${t('clientPages:ticket:closedNote')} ${t('clientPages:ticket:replyReopens')}</p>`}
<form class="card"${unrestored} method="post" enctype="multipart/form-data" action="${base}/tickets/${id}/replies" data-draft="${draftOf(visit, id)}" data-follows${uploadWords(visit, `ticket:${id}`)}>${attachedField(visit, typed.uploaded)}<input type="hidden" name="key" value="${typed.key}">${authorField(visit)}
<div class="field"><label class="hidden" for="body">${t('clientPages:ticket:reply')}</label><textarea id="body" name="body" rows="6" required data-kept${invalid}>${typed.body}</textarea></div>
${filesField(visit, { lost: typed.lost, isRefused: areFilesRefused({ problems, status: answered }) })}
<button>${t('clientPages:ticket:send')}</button></form>
<form class="row last" method="post" action="${base}/tickets/${id}/${isClosed ? 'reopen' : 'close'}">${authorField(visit)}<button class="quiet">${t(isClosed ? 'clientPages:ticket:reopen' : 'clientPages:ticket:close')}</button></form>`;
};
