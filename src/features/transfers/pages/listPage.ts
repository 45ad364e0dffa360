import { fileSize } from '../../../core/shared/text/fileSize.ts';
import { html, type Part } from '../../../core/shared/text/html.ts';
import { goTo, momentOf, pager, showPage, showRefusal, type Visit } from '../../client-pages/feature.ts';

interface TransferView {
  readonly id: string;
  readonly title: string;
  readonly status: 'ready' | 'expired';
  readonly has_password: boolean;
  readonly sent_at: string | null;
  readonly expires_at: string | null;
  readonly total_bytes: number;
  readonly files: readonly unknown[];
}

/** The transfers that were sent to the person who is signed in. */
export const showTransferList = async (visit: Visit): Promise<Response> => {
  const { api, request, t } = visit;
  const page = new URL(request.url).searchParams.get('page') ?? '1';
  const answer = await api.send({ method: 'GET', path: `/transfers?page=${encodeURIComponent(page)}` });
  if (answer.status !== 200) return showRefusal(visit, answer);
  const transfers = answer.body.data as readonly TransferView[];
  const title = t('transfers:page:listTitle');
  const main = html`<h1>${title}</h1>${
    transfers.length === 0
      ? html`<p class="card empty">${t('transfers:page:empty')}</p>`
      : html`<ul class="list">${transfers.map((transfer) => row(visit, transfer))}</ul>`
  }${pager(visit, answer, 'list=transfers', '/transfers')}`;
  return showPage(visit, { title, main, at: '/transfers' });
};

const row = (visit: Visit, transfer: TransferView): Part => {
  const { base, t } = visit;
  const { id, title, status, sent_at } = transfer;
  const action =
    status === 'ready'
      ? html`<form class="over" method="post" action="${base}/transfers/${id}/open"><button class="second" aria-label="${t('transfers:page:openOf', { title })}">${t('transfers:page:open')}</button></form>`
      : html`<span class="state closed">${t('transfers:page:ended')}</span>`;
  return html`<li><div class="what">${title}<div class="muted small">${sent_at !== null && momentOf(visit, sent_at)} · ${contents(visit, transfer)}</div></div>${action}</li>`;
};

const contents = (
  visit: Visit,
  { has_password, files, total_bytes, status, expires_at }: TransferView,
): Part => {
  const { t } = visit;
  const what = has_password
    ? t('transfers:page:protected')
    : t('transfers:page:files', { count: files.length, size: fileSize(total_bytes, visit.language) });
  const end =
    status === 'ready' &&
    expires_at !== null &&
    html` · ${t('transfers:page:end')} ${momentOf(visit, expires_at)}`;
  return html`${what}${end}`;
};

/** Leads to the page of the person's own link. */
export const openFromList = async (visit: Visit, id: string): Promise<Response> => {
  const answer = await visit.api.send({ method: 'POST', path: `/transfers/${id}/link`, body: {} });
  if (answer.status !== 201) return showRefusal(visit, answer);
  return goTo(visit, String(answer.body.url));
};
