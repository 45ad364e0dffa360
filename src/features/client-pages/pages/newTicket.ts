import { randomUUID } from 'node:crypto';
import { html } from '../../../core/shared/html.ts';
import { readForm, uploadAll } from '../form.ts';
import { goTo, type Problem, problemsIn, showPage, sizeOf, type Visit } from '../page.ts';
import { filesField, formWords } from './fields.ts';
import { keep } from './kept.ts';
import { showRefusal } from './refusal.ts';
import { askToSignIn } from './signIn.ts';
import { ticketFolder } from './ticketFolder.ts';

interface Typed {
  readonly subject: string;
  readonly description: string;
  readonly isUrgent: boolean;
  /** The same for each sending of one form, so that a ticket is made once. */
  readonly key: string;
}

const nothing = (): Typed => ({ subject: '', description: '', isUrgent: false, key: randomUUID() });

export const showNewTicket = (visit: Visit): Response => newTicketPage(visit, nothing());

const newTicketPage = (
  visit: Visit,
  { subject, description, isUrgent, key }: Typed,
  problems: readonly Problem[] = [],
  status = 200,
): Response => {
  const { base, t, portal } = visit;
  const invalid = (name: string) =>
    problems.some(({ field }) => field === name) && html` aria-invalid="true"`;
  const size = sizeOf(visit, portal.options.files.maxBytes);
  const main = html`<p><a href="${base}">← ${t('clientPages:ticket:back')}</a></p><h1>${t('clientPages:newTicket:title')}</h1>
<form class="card" method="post" enctype="multipart/form-data" action="${base}/tickets" data-draft="new"${formWords(visit)}><input type="hidden" name="key" value="${key}">
<div class="field"><label for="subject">${t('clientPages:newTicket:subject')}</label><p class="hint" id="subject-hint">${t('clientPages:newTicket:subjectHint')}</p><input id="subject" name="subject" required maxlength="255" aria-describedby="subject-hint" value="${subject}" data-kept${invalid('subject')}></div>
<div class="field"><label for="description">${t('clientPages:newTicket:description')}</label><textarea id="description" name="description" rows="8" data-kept${invalid('description')}>${description}</textarea></div>
<div class="field"><label class="choice"><input type="checkbox" name="urgent" value="1"${isUrgent && html` checked`}> ${t('clientPages:newTicket:urgent')}</label></div>
${filesField(visit, t('clientPages:newTicket:filesHint', { size }))}
<button>${t('clientPages:newTicket:send')}</button></form>`;
  return showPage(visit, { title: t('clientPages:newTicket:title'), main, problems, status, at: 'tickets' });
};

export const createTicket = async (visit: Visit): Promise<Response> => {
  const { base, door, t } = visit;
  const form = await readForm(visit);
  const typed: Typed = {
    subject: form.text('subject').trim(),
    description: form.text('description'),
    isUrgent: form.text('urgent') !== '',
    key: form.text('key') || randomUUID(),
  };
  const again = (problems: readonly Problem[], status: number) =>
    newTicketPage(visit, typed, problems, status);
  const answer = await door.send({
    method: 'POST',
    path: '/tickets',
    body: {
      subject: typed.subject,
      ...(typed.description.trim() !== '' && { description: typed.description }),
      ...(typed.isUrgent && { priority: 'urgent' }),
    },
    idempotencyKey: typed.key,
  });
  if (answer.status === 401) {
    const fields = [
      ['subject', typed.subject],
      ['description', typed.description],
      ['key', typed.key],
    ] as const;
    return askToSignIn(visit, keep({ action: '/tickets', fields }));
  }
  if (answer.status === 403) return showRefusal(visit, answer);
  if (answer.status !== 201)
    return again(problemsIn(visit, answer, ['subject', 'description']), answer.status);
  const ticket = String(answer.body.id);
  const files = form.files('files');
  const folder = files.length > 0 ? await ticketFolder(visit) : null;
  const refused = folder === null ? null : await uploadAll(visit, { files, folder, ticket });
  // The ticket is there: what is missing is told on its page.
  if (refused)
    return goTo(
      visit,
      `${base}/tickets/${ticket}?sent=${encodeURIComponent(typed.key)}&refused=${encodeURIComponent(t('clientPages:files:notTaken', { name: refused.name, reason: refused.reason }))}`,
    );
  return goTo(visit, `${base}/tickets/${ticket}?sent=${encodeURIComponent(typed.key)}`);
};
