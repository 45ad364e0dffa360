import { randomUUID } from 'node:crypto';
import { html } from '../../../core/shared/text/html.ts';
import {
  askToSignIn,
  authorField,
  draftOf,
  filesField,
  formWords,
  goTo,
  isOfAnother,
  type KeptForm,
  keep,
  keyOf,
  lostFiles,
  nextKey,
  othersForm,
  type Problem,
  problemsIn,
  showKept,
  showPage,
  showRefusal,
  unrestored,
  uploadAll,
  type Visit,
} from '../../client-pages/feature.ts';
import type { ApiResponse } from '../../client-sessions/feature.ts';
import { showTicket } from './ticket.ts';
import { ticketFolder } from './ticketFolder.ts';

interface Typed {
  readonly subject: string;
  readonly description: string;
  readonly isUrgent: boolean;
  /** The key of a form: each time it is sent it has the same one, so a ticket is created once. */
  readonly key: string;
  /** The person for whom the form was made. */
  readonly author: string;
  /** The names of the files, which a browser does not choose again. */
  readonly lost: readonly string[];
}

const nothing = (): Typed => ({
  subject: '',
  description: '',
  isUrgent: false,
  key: randomUUID(),
  author: '',
  lost: [],
});

export const showNewTicket = (visit: Visit): Response => newTicketPage(visit, nothing());

const newTicketPage = (
  visit: Visit,
  { subject, description, isUrgent, key, lost }: Typed,
  problems: readonly Problem[] = [],
  status = 200,
): Response => {
  const { base, t } = visit;
  const invalid = (name: string) =>
    problems.some(({ field }) => field === name) && html` aria-invalid="true"`;
  const main = html`<p><a href="${base}">← ${t('clientPages:ticket:back')}</a></p><h1>${t('clientPages:newTicket:title')}</h1>
<form class="card"${unrestored} method="post" enctype="multipart/form-data" action="${base}/tickets" data-draft="${draftOf(visit, 'new')}"${formWords(visit)}><input type="hidden" name="key" value="${key}">${authorField(visit)}
<div class="field"><label for="subject">${t('clientPages:newTicket:subject')}</label><p class="hint" id="subject-hint">${t('clientPages:newTicket:subjectHint')}</p><input id="subject" name="subject" dir="auto" required maxlength="255" aria-describedby="subject-hint" value="${subject}" data-kept${invalid('subject')}></div>
<div class="field"><label for="description">${t('clientPages:newTicket:description')}</label><textarea id="description" name="description" rows="8" data-kept${invalid('description')}>${description}</textarea></div>
<div class="field"><label class="choice"><input type="checkbox" name="urgent" value="1"${isUrgent && html` checked`}> ${t('clientPages:newTicket:urgent')}</label></div>
${filesField(visit, { isLarge: false, lost })}
<button>${t('clientPages:newTicket:send')}</button></form>`;
  return showPage(visit, { title: t('clientPages:newTicket:title'), main, problems, status, at: '' });
};

export const createTicket = async (visit: Visit): Promise<Response> => {
  const { base, api, form } = visit;
  const typed: Typed = {
    subject: form.text('subject').trim(),
    description: form.text('description'),
    isUrgent: form.text('urgent') !== '',
    key: keyOf(form),
    author: form.text('author'),
    lost: lostFiles(form),
  };
  const again = (problems: readonly Problem[], { status, body }: ApiResponse) => {
    const next = { ...typed, key: nextKey(body?.error, typed.key) };
    return visit.person
      ? newTicketPage(visit, next, problems, status)
      : showKept(visit, keptOf(next), { problems, status });
  };
  if (isOfAnother(visit))
    // The draft that goes by the key is the other person's.
    return showKept(visit, keptOf({ ...typed, key: randomUUID(), author: '' }), {
      problems: [{ field: null, message: othersForm(visit) }],
      status: 409,
    });
  const answer =
    visit.refusal ??
    (await api.send({
      method: 'POST',
      path: '/tickets',
      body: {
        subject: typed.subject,
        ...(typed.description.trim() !== '' && { description: typed.description }),
        ...(typed.isUrgent && { priority: 'urgent' }),
      },
      idempotencyKey: typed.key,
    }));
  if (answer.status === 401) return askToSignIn(visit, keep(keptOf(typed)));
  if (answer.status === 403) return showRefusal(visit, answer);
  if (answer.status !== 201) return again(problemsIn(visit, answer, ['subject', 'description']), answer);
  const ticket = String(answer.body.id);
  const files = form.files('files');
  const folder = files.length > 0 ? await ticketFolder(visit) : null;
  const uploading = { files, ticket, key: typed.key };
  const noFolder = { message: visit.t('clientPages:away'), status: 503 };
  const missing = files.length > 0 ? noFolder : null;
  const refused = folder === null ? missing : (await uploadAll(visit, { ...uploading, folder })).refused;
  // The ticket exists already: its page shows what is missing.
  if (refused) {
    const { message, status } = refused;
    const rest = { body: '', key: randomUUID(), uploaded: '', lost: typed.lost };
    return showTicket(visit, ticket, {
      ...{ typed: rest, problems: [{ field: 'files', message }], status, sent: typed.key },
    });
  }
  return goTo(visit, `${base}/tickets/${ticket}?sent=${encodeURIComponent(typed.key)}`);
};

const keptOf = ({ subject, description, isUrgent, key, author, lost }: Typed): KeptForm => ({
  action: '/tickets',
  author,
  fields: [
    ['subject', subject],
    ['description', description],
    ['key', key],
    ...(isUrgent ? ([['urgent', '1']] as const) : []),
  ],
  lost,
});
