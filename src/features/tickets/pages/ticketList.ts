import { html, type Part } from '../../../core/shared/text/html.ts';
import { momentOf, pager, showPage, showRefusal, type Visit } from '../../client-pages/feature.ts';
import type { ApiResponse } from '../../client-sessions/feature.ts';

export interface TicketView {
  readonly id: string;
  readonly subject: string;
  readonly description: string | null;
  readonly status: 'open' | 'in_progress' | 'resolved' | 'closed';
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string | null;
  readonly source: string | null;
  readonly requester_id: string | null;
  readonly waiting_for: 'staff' | 'client' | null;
  readonly merged_into: string | null;
}

const views = {
  waiting: 'waiting_for=client',
  open: 'waiting_for=staff',
  closed: 'status=closed',
} as const;

type View = keyof typeof views;

const names = Object.keys(views) as View[];

const isView = (name: string | null): name is View => name !== null && name in views;

/** The tickets of the person: waiting for them, with the agency, closed. */
export const showTicketList = async (visit: Visit): Promise<Response> => {
  const { api, request, t, base } = visit;
  const parameters = new URL(request.url).searchParams;
  const search = (parameters.get('search') ?? '').trim().slice(0, 200);
  const page = /^[1-9]\d{0,6}$/.test(parameters.get('page') ?? '') ? Number(parameters.get('page')) : 1;
  const wanted = parameters.get('view');
  const read = (filter: string): Promise<ApiResponse> =>
    api.send({
      method: 'GET',
      path: `/tickets?view=full&sort=-updated_at&per_page=25&page=${page}&${filter}`,
    });
  const count = (name: View): Promise<ApiResponse> =>
    api.send({ method: 'GET', path: `/tickets?per_page=1&${views[name]}` });
  // The list of a view has its count. The usual view is known by the counts: its list is among those asked for with them.
  const isShown = (name: View): boolean =>
    search === '' && (isView(wanted) ? name === wanted : name !== 'closed');
  const ask = (name: View): Promise<ApiResponse> => (isShown(name) ? read(views[name]) : count(name));
  const [waiting, open, closed, results] = await Promise.all([
    ask('waiting'),
    ask('open'),
    ask('closed'),
    search === '' ? null : read(`search=${encodeURIComponent(search)}`),
  ]);
  const answers: Readonly<Record<View, ApiResponse>> = { waiting, open, closed };
  const countOf = (name: View): number => Number(answers[name].body?.meta?.total ?? 0);
  const usual: View = countOf('waiting') > 0 ? 'waiting' : 'open';
  const view = isView(wanted) ? wanted : usual;
  const answer = results ?? answers[view];
  if (answer.status !== 200) return showRefusal(visit, answer);
  const tabs = html`<nav class="tabs" aria-label="${t('clientPages:tickets:views')}">${names.map(
    (name) =>
      html`<a href="${base}?view=${name}"${name === view && search === '' && html` aria-current="page"`}>${t(`clientPages:tickets:${name}`)} <span class="count">${countOf(name)}</span></a>`,
  )}</nav>`;
  const hasNone = names.every((name) => countOf(name) === 0);
  const main = html`<div class="row between head"><h1>${t('clientPages:tickets:title')}</h1><a class="button" href="${base}/tickets/new">${t('clientPages:tickets:new')}</a></div>
${
  hasNone
    ? html`<p class="card empty">${t('clientPages:tickets:first')}</p>`
    : html`<form class="search" role="search" action="${base}"><label class="hidden" for="search">${t('clientPages:tickets:search')}</label><input id="search" name="search" type="search" value="${search}" placeholder="${t('clientPages:tickets:search')}"><button class="second">${t('clientPages:tickets:searchButton')}</button></form>
${tabs}${found(visit, search, answer)}${list(visit, answer)}${pager(visit, answer, search === '' ? `view=${view}` : `search=${encodeURIComponent(search)}`)}`
}`;
  return showPage(visit, { title: t('clientPages:tickets:title'), main, at: '' });
};

const found = ({ t, base }: Visit, search: string, { body }: ApiResponse): Part =>
  search !== '' &&
  html`<p role="status">${t('clientPages:tickets:results', { search, count: body.meta.total })} · <a href="${base}">${t('clientPages:tickets:clear')}</a></p>`;

const list = (visit: Visit, { body }: ApiResponse): Part => {
  const { t } = visit;
  const tickets = body.data as readonly TicketView[];
  if (tickets.length === 0) return html`<p class="card empty">${t('clientPages:tickets:none')}</p>`;
  return html`<ul class="list">${tickets.map((ticket) => row(visit, ticket))}</ul>`;
};

const row = (visit: Visit, ticket: TicketView): Part => {
  const { base, t, person } = visit;
  const { id, subject, updated_at, waiting_for } = ticket;
  const since = person?.last_visit_at ?? null;
  const isNew = waiting_for === 'client' && since !== null && updated_at > since;
  return html`<li><div class="what"><a class="whole clamp" href="${base}/tickets/${id}">${subject}</a> ${isNew && html`<span class="new">${t('clientPages:tickets:newAnswer')}</span>`}
<div class="muted small">#${id} · ${t('clientPages:tickets:changed')} ${momentOf(visit, updated_at)}</div></div>${stateOf(visit, ticket)}</li>`;
};

/** The state of a ticket in words. */
export const stateOf = ({ t }: Visit, { status, waiting_for }: TicketView): Part => {
  if (status !== 'closed' && waiting_for === 'client')
    return html`<span class="state waiting">${t('clientPages:status:waiting')}</span>`;
  return html`<span class="state ${status}">${t(`tickets:status:${status}`)}</span>`;
};
