import { randomUUID } from 'node:crypto';
import { inTurnAt } from '../../../core/http/turns.ts';
import { html, type Part } from '../../../core/shared/text/html.ts';
import { momentOf, type Problem, showPage, showRefusal, type Visit } from '../../client-pages/feature.ts';
import { fileList } from '../../files/feature.ts';
import { message, opening } from './messages.ts';
import { replyForm, type Typed } from './replyForm.ts';
import { stateOf } from './ticketList.ts';
import { followersPart, readThread, type Thread } from './ticketParts.ts';

interface Shown {
  readonly typed?: Typed;
  /** The typed address of a colleague. */
  readonly follower?: string;
  readonly problems?: readonly Problem[];
  readonly status?: number;
  /** The key of a form that the portal has just taken. */
  readonly sent?: string | null;
  /** The page in place of a refusal. */
  otherwise?(): Promise<Response>;
}

/** Pages of tickets of one person that are made at once: one with long texts takes time of the whole process. */
const mostAtOnce = 2;

export const showTicket = (visit: Visit, id: string, shown: Shown = {}): Promise<Response> => {
  const line = `pages of tickets ${visit.person?.user.id}`;
  return inTurnAt(visit.payload, line, () => ticketPage(visit, id, shown), mostAtOnce);
};

const ticketPage = async (
  visit: Visit,
  id: string,
  {
    typed = { body: '', key: randomUUID(), uploaded: '', lost: [] },
    follower = '',
    problems = [],
    status = 200,
    otherwise,
    sent: given,
  }: Shown,
): Promise<Response> => {
  const { request, t, base } = visit;
  const thread = await readThread(visit, id);
  if ('refusal' in thread) return otherwise?.() ?? showRefusal(visit, thread.refusal);
  const { ticket, replies, files: attached, page, last, filePage, lastFilePage } = thread;
  const sent = given ?? new URL(request.url).searchParams.get('sent');
  const main = html`${sent !== null && html`<span hidden data-sent="${sent}"></span>`}${!visit.isView && html`<p><a href="${base}">← ${t('clientPages:ticket:back')}</a></p>`}
<div class="head"><h1>${ticket.subject}</h1><p class="row muted small">${stateOf(visit, ticket)}<span>#${ticket.id}</span><span>${t('clientPages:ticket:opened')} ${momentOf(visit, ticket.created_at)}</span>${jumps(visit, thread)}</p></div>
<h2 class="hidden">${t('clientPages:ticket:conversation')}</h2>
${page === 1 && opening(visit, thread)}${page > 1 && pageLink(visit, id, `page=${page - 1}`, t('clientPages:ticket:earlier'))}
${replies.map((reply) => message(visit, reply))}
${page < last && pageLink(visit, id, `page=${page + 1}`, t('clientPages:ticket:later'))}
${
  attached.length > 0 &&
  html`<h2 id="attached">${t('clientPages:ticket:files')}</h2>${fileList(visit, attached, null)}${
    filePage > 1 &&
    pageLink(visit, id, `files=${filePage - 1}#attached`, t('clientPages:ticket:earlierFiles'))
  }${
    filePage < lastFilePage &&
    pageLink(visit, id, `files=${filePage + 1}#attached`, t('clientPages:ticket:laterFiles'))
  }`
}
${!visit.isView && replyForm(visit, ticket, typed, { problems, status })}
${await followersPart(visit, ticket, { email: follower, problems })}`;
  return showPage(visit, { title: ticket.subject, main, problems, status, at: '' });
};

/** Number of messages and files above the form from which on the page links past them. */
const manyAbove = 6;

/** The links to the files and to the form, which are far below on a phone. */
const jumps = ({ isView, t }: Visit, { files, replies, ticket }: Thread): Part =>
  replies.length + files.length >= manyAbove &&
  html`${files.length > 0 && html`<a href="#attached">${t('clientPages:ticket:toFiles', { count: files.length })}</a>`}${
    !isView && ticket.merged_into === null && html`<a href="#answer">${t('clientPages:ticket:toReply')}</a>`
  }`;

const pageLink = ({ base, isView, request }: Visit, id: string, query: string, text: string): Part => {
  const key = new URL(request.url).searchParams.get('key') ?? '';
  const address = isView ? `as-client/${id}?key=${encodeURIComponent(key)}&` : `tickets/${id}?`;
  return html`<p><a href="${base}/${address}${query}">${text}</a></p>`;
};
