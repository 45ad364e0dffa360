import { randomUUID } from 'node:crypto';
import { html, type Part } from '../../../core/shared/html.ts';
import { readForm, uploadAll } from '../form.ts';
import {
  goTo,
  messageOf,
  momentOf,
  type Problem,
  problemsIn,
  showPage,
  sizeOf,
  type Visit,
} from '../page.ts';
import { filesField, formWords } from './fields.ts';
import { type FileView, fileList } from './fileList.ts';
import { keep } from './kept.ts';
import { showRefusal } from './refusal.ts';
import { askToSignIn } from './signIn.ts';
import { ticketFolder } from './ticketFolder.ts';
import { stateOf, type TicketView } from './ticketList.ts';

interface ReplyView {
  readonly id: string;
  readonly body: string;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly author: { readonly name: string | null; readonly side: 'staff' | 'client' } | null;
}

interface Typed {
  readonly body: string;
  readonly key: string;
}

interface Shown {
  readonly typed?: Typed;
  readonly problems?: readonly Problem[];
  readonly status?: number;
}

/** Replies of one page. A longer conversation has pages; the last one is shown first. */
const mostReplies = 100;

export const showTicket = async (
  visit: Visit,
  id: string,
  { typed = { body: '', key: randomUUID() }, problems = [], status = 200 }: Shown = {},
): Promise<Response> => {
  const { door, request, t, base } = visit;
  const path = `/tickets/${encodeURIComponent(id)}`;
  const answer = await door.send({ method: 'GET', path });
  if (answer.status !== 200) return showRefusal(visit, answer);
  const ticket = answer.body as TicketView;
  const parameters = new URL(request.url).searchParams;
  const first = await door.send({ method: 'GET', path: `${path}/replies?per_page=${mostReplies}` });
  if (first.status !== 200) return showRefusal(visit, first);
  const last = Math.max(1, Math.ceil(first.body.meta.total / mostReplies));
  const wanted = Number(parameters.get('page') ?? last);
  const page = Number.isInteger(wanted) && wanted >= 1 && wanted <= last ? wanted : last;
  const replies =
    page === 1
      ? first
      : await door.send({ method: 'GET', path: `${path}/replies?per_page=${mostReplies}&page=${page}` });
  const files = await door.send({
    method: 'GET',
    path: `/files?per_page=100&ticket_id=${encodeURIComponent(id)}`,
  });
  const attached = (files.body?.data ?? []) as readonly FileView[];
  const refused = parameters.get('refused');
  const sent = parameters.get('sent');
  const all = refused === null ? problems : [...problems, { field: null, message: refused.slice(0, 500) }];
  const main = html`${sent !== null && html`<span hidden data-sent="${sent}"></span>`}${!visit.isView && html`<p><a href="${base}">← ${t('clientPages:ticket:back')}</a></p>`}
<div class="head"><h1>${ticket.subject}</h1><p class="row muted small">${stateOf(visit, ticket)}<span>#${ticket.id}</span><span>${t('clientPages:ticket:opened')} ${momentOf(visit, ticket.created_at)}</span></p></div>
<h2 class="hidden">${t('clientPages:ticket:conversation')}</h2>
${page === 1 && opening(visit, ticket)}${page > 1 && pageLink(visit, id, page - 1, t('clientPages:ticket:earlier'))}
${(replies.body.data as readonly ReplyView[]).map((reply) => message(visit, reply))}
${page < last && pageLink(visit, id, page + 1, t('clientPages:ticket:later'))}
${attached.length > 0 && html`<h2>${t('clientPages:ticket:files')}</h2>${fileList(visit, attached, null)}`}
${!visit.isView && answerForm(visit, ticket, typed, problems)}`;
  return showPage(visit, { title: ticket.subject, main, problems: all, status, at: 'tickets' });
};

const pageLink = ({ base, isView, request }: Visit, id: string, page: number, text: string): Part => {
  const key = new URL(request.url).searchParams.get('key') ?? '';
  const address = isView ? `as-client/${id}?key=${encodeURIComponent(key)}&` : `tickets/${id}?`;
  return html`<p><a href="${base}/${address}page=${page}">${text}</a></p>`;
};

/** The first message: the description of the ticket. */
const opening = (visit: Visit, ticket: TicketView): Part => {
  if (!ticket.description) return null;
  const { created_by, created_at, description, requester_id } = ticket;
  const isOwn = created_by === visit.person?.user.id;
  const side = isOwn || created_by === requester_id ? 'client' : 'staff';
  return message(visit, { id: '0', body: description, created_at, created_by, author: { name: null, side } });
};

const message = (visit: Visit, { body, author, created_at, created_by }: ReplyView): Part => {
  const { t, person } = visit;
  const isOwn = created_by !== null && created_by === person?.user.id;
  const usual = t(author?.side === 'client' ? 'clientPages:ticket:colleague' : 'clientPages:ticket:support');
  const name = isOwn ? t('clientPages:ticket:you') : (author?.name ?? usual);
  return html`<article class="card message${isOwn && ' own'}"><header><h3>${name}</h3><span class="muted small">${momentOf(visit, created_at)}</span></header>${messageOf(body)}</article>`;
};

const answerForm = (visit: Visit, ticket: TicketView, typed: Typed, problems: readonly Problem[]): Part => {
  const { base, t, portal } = visit;
  const { id, status, merged_into } = ticket;
  if (merged_into !== null)
    return html`<p class="done">${t('clientPages:ticket:mergedNote')} <a href="${base}/tickets/${merged_into}">#${merged_into}</a></p>`;
  const isClosed = status === 'closed';
  const size = sizeOf(visit, portal.options.files.maxBytes);
  const invalid = problems.some(({ field }) => field === 'body') && html` aria-invalid="true"`;
  return html`<h2 id="answer">${t('clientPages:ticket:reply')}</h2>${isClosed && html`<p class="muted">${t('clientPages:ticket:closedNote')} ${t('clientPages:ticket:replyReopens')}</p>`}
<form class="card" method="post" enctype="multipart/form-data" action="${base}/tickets/${id}/replies" data-draft="${id}"${formWords(visit)}><input type="hidden" name="key" value="${typed.key}">
<div class="field"><label class="hidden" for="body">${t('clientPages:ticket:reply')}</label><textarea id="body" name="body" rows="6" required data-kept${invalid}>${typed.body}</textarea></div>
${filesField(visit, t('clientPages:newTicket:filesHint', { size }))}
<button>${t('clientPages:ticket:send')}</button></form>
<form class="row last" method="post" action="${base}/tickets/${id}/${isClosed ? 'reopen' : 'close'}"><button class="quiet">${t(isClosed ? 'clientPages:ticket:reopen' : 'clientPages:ticket:close')}</button></form>`;
};

export const reply = async (visit: Visit, id: string): Promise<Response> => {
  const { base, door, t } = visit;
  const form = await readForm(visit);
  const typed: Typed = { body: form.text('body'), key: form.text('key') || randomUUID() };
  const action = `/tickets/${id}/replies`;
  const files = form.files('files');
  const folder = files.length > 0 && typed.body.trim() !== '' ? await ticketFolder(visit) : null;
  const refused = folder === null ? null : await uploadAll(visit, { files, folder, ticket: id });
  if (refused) {
    const problem = t('clientPages:files:notTaken', { name: refused.name, reason: refused.reason });
    return showTicket(visit, id, {
      typed,
      problems: [{ field: 'files', message: problem }],
      status: refused.status,
    });
  }
  const answer = await door.send({
    method: 'POST',
    path: action,
    body: { body: typed.body },
    idempotencyKey: typed.key,
  });
  if (answer.status === 401)
    return askToSignIn(
      visit,
      keep({
        action,
        fields: [
          ['body', typed.body],
          ['key', typed.key],
        ],
      }),
    );
  if (answer.status === 201)
    return goTo(
      visit,
      `${base}/tickets/${answer.body.ticket_id}?sent=${encodeURIComponent(typed.key)}#answer`,
    );
  if (answer.status === 403 || answer.status === 404) return showRefusal(visit, answer);
  return showTicket(visit, id, {
    typed,
    problems: problemsIn(visit, answer, ['body']),
    status: answer.status,
  });
};

/** Closes a ticket, or opens it again. */
export const changeStatus = async (
  visit: Visit,
  id: string,
  status: 'closed' | 'open',
): Promise<Response> => {
  const answer = await visit.door.send({
    method: 'PATCH',
    path: `/tickets/${encodeURIComponent(id)}`,
    body: { status },
  });
  if (answer.status === 200) return goTo(visit, `${visit.base}/tickets/${encodeURIComponent(id)}`);
  if (answer.status === 409)
    return showTicket(visit, id, { problems: problemsIn(visit, answer), status: 409 });
  return showRefusal(visit, answer);
};
