import { html, type Part } from '../../../core/shared/text/html.ts';
import { goTo, momentOf, pager, showPage, showRefusal, type Visit } from '../../client-pages/feature.ts';
import type { RequestStatus } from '../vocabulary.ts';

interface RequestRow {
  readonly id: string;
  readonly title: string;
  readonly status: RequestStatus;
  readonly has_password: boolean;
  readonly due_at: string | null;
  readonly expires_at: string;
  readonly created_at: string;
  readonly items: readonly { readonly label: string; readonly required: boolean; readonly state: string }[];
}

/** The requests that are addressed to the person who is signed in. */
export const showRequestList = async (visit: Visit): Promise<Response> => {
  const { api, request, t } = visit;
  const page = new URL(request.url).searchParams.get('page') ?? '1';
  const answer = await api.send({
    method: 'GET',
    path: `/upload-requests?page=${encodeURIComponent(page)}`,
  });
  if (answer.status !== 200) return showRefusal(visit, answer);
  const requests = answer.body.data as readonly RequestRow[];
  const title = t('uploadRequests:page:listTitle');
  const main = html`<h1>${title}</h1>${
    requests.length === 0
      ? html`<p class="card empty">${t('uploadRequests:page:empty')}</p>`
      : html`<ul class="list">${requests.map((one) => row(visit, one))}</ul>`
  }${pager(visit, answer, 'list=requests', '/requests')}`;
  return showPage(visit, { title, main, at: '/requests' });
};

const row = (visit: Visit, request: RequestRow): Part => {
  const { base, t } = visit;
  const { id, title, status } = request;
  const action =
    status === 'open'
      ? html`<form class="over" method="post" action="${base}/requests/${id}/open"><button class="second" aria-label="${t('uploadRequests:page:openOf', { title })}">${t('uploadRequests:page:open')}</button></form>`
      : html`<span class="state closed">${status === 'completed' ? t('uploadRequests:page:arrivedTitle') : t('uploadRequests:page:ended')}</span>`;
  return html`<li><div class="what">${title}<div class="muted small">${detail(visit, request)}</div></div>${action}</li>`;
};

const detail = (
  visit: Visit,
  { status, has_password, due_at, expires_at, created_at, items }: RequestRow,
): Part => {
  const { t } = visit;
  if (status !== 'open') return momentOf(visit, created_at);
  const [words, moment] =
    due_at === null ? [t('uploadRequests:page:end'), expires_at] : [t('uploadRequests:page:due'), due_at];
  const missing = items.filter(({ required, state }) => required && state !== 'received');
  const still =
    missing.length > 0 &&
    html`<br>${t('uploadRequests:page:still', { labels: missing.map(({ label }) => label).join(', ') })}`;
  return html`${words} ${momentOf(visit, moment)}${has_password && html` · ${t('uploadRequests:page:protected')}`}${still}`;
};

/** Leads to the page of the person's own link. */
export const openFromList = async (visit: Visit, id: string): Promise<Response> => {
  const answer = await visit.api.send({ method: 'POST', path: `/upload-requests/${id}/link`, body: {} });
  if (answer.status !== 201) return showRefusal(visit, answer);
  return goTo(visit, String(answer.body.url));
};
