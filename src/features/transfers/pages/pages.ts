import { fileSize } from '../../../core/shared/text/fileSize.ts';
import { html, type Part } from '../../../core/shared/text/html.ts';
import {
  authorField,
  type ClientPage,
  goTo,
  messageIn,
  messageOf,
  momentOf,
  pager,
  readForm,
  showPage,
  showRefusal,
  type Visit,
} from '../../client-pages/feature.ts';
import {
  atLink,
  buildLinkPages,
  headOf,
  type LinkedFile,
  type LinkView,
  type Shown,
} from '../../links/feature.ts';
import { transferLinks } from '../linkKind.ts';

interface TransferView extends LinkView {
  readonly files: readonly LinkedFile[];
}

const filesPage = (visit: Visit, link: string, view: TransferView, { problems, status }: Shown): Response => {
  const { t } = visit;
  const { files, message } = view;
  const title = view.title ?? t('transfers:page:title');
  const total = fileSize(
    files.reduce((sum, { size_bytes }) => sum + size_bytes, 0),
    visit.language,
  );
  const main = html`<h1>${title}</h1>${headOf(visit, view)}${message !== null && messageOf(message)}
${
  files.length === 0
    ? html`<p class="card empty">${t('transfers:page:noFiles')}</p>`
    : html`<h2>${t('transfers:page:files', { count: files.length, size: total })}</h2>
${files.length > 1 && html`<form method="post" action="${formOf(visit, link)}"><button>${t('transfers:page:downloadAll', { size: total })}</button></form>`}
<ul class="list last">${files.map((file) => fileRow(visit, link, file))}</ul>`
}`;
  return showPage(visit, { title, main, problems, status });
};

const formOf = ({ base }: Visit, link: string): string => `${base}/t/${link}/downloads`;

const fileRow = (visit: Visit, link: string, { id, filename, size_bytes }: LinkedFile): Part => {
  const { t } = visit;
  const name = t('transfers:page:downloadOf', { name: filename });
  return html`<li><div class="what">${filename}<div class="muted small">${fileSize(size_bytes, visit.language)}</div></div><form class="over" method="post" action="${formOf(visit, link)}"><input type="hidden" name="file" value="${id}"><button class="second" aria-label="${name}">${t('transfers:page:download')}</button></form></li>`;
};

const { show, pages } = buildLinkPages<TransferView>(transferLinks, filesPage);

/** Sends the browser to a file, or to the zip of all. */
const download = async (visit: Visit, link: string): Promise<Response> => {
  const file = (await readForm(visit)).text('file');
  const body = file === '' ? {} : { file_id: file };
  const answer = await atLink(visit, link, { method: 'POST', path: '/downloads', body });
  if (answer.status === 201) return goTo(visit, String(answer.body.download_url));
  // Its time is over: the page asks for the password again.
  if (answer.status === 403 && answer.body?.error === 'forbidden') return show(visit, link);
  if (answer.status === 404 || answer.status >= 500) return showRefusal(visit, answer);
  const problems = [{ field: null, message: messageIn(visit, answer) }];
  return show(visit, link, { problems, status: answer.status });
};

interface ListedTransfer {
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
const showTransferList = async (visit: Visit): Promise<Response> => {
  const { api, request, t } = visit;
  const page = new URL(request.url).searchParams.get('page') ?? '1';
  const answer = await api.send({ method: 'GET', path: `/transfers?page=${encodeURIComponent(page)}` });
  if (answer.status !== 200) return showRefusal(visit, answer);
  const transfers = answer.body.data as readonly ListedTransfer[];
  const title = t('transfers:page:listTitle');
  const main = html`<h1>${title}</h1>${
    transfers.length === 0
      ? html`<p class="card empty">${t('transfers:page:empty')}</p>`
      : html`<ul class="list">${transfers.map((transfer) => row(visit, transfer))}</ul>`
  }${pager(visit, answer, 'list=transfers', '/transfers')}`;
  return showPage(visit, { title, main, at: '/transfers' });
};

const row = (visit: Visit, transfer: ListedTransfer): Part => {
  const { base, t } = visit;
  const { id, title, status, sent_at } = transfer;
  const action =
    status === 'ready'
      ? html`<form class="over" method="post" action="${base}/transfers/${id}/open">${authorField(visit)}<button class="second" aria-label="${t('transfers:page:openOf', { title })}">${t('transfers:page:open')}</button></form>`
      : html`<span class="state closed">${t('transfers:page:ended')}</span>`;
  return html`<li><div class="what">${title}<div class="muted small">${sent_at !== null && momentOf(visit, sent_at)} · ${contents(visit, transfer)}</div></div>${action}</li>`;
};

const contents = (
  visit: Visit,
  { has_password, files, total_bytes, status, expires_at }: ListedTransfer,
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
const openFromList = async (visit: Visit, id: string): Promise<Response> => {
  const answer = await visit.api.send({ method: 'POST', path: `/transfers/${id}/link`, body: {} });
  if (answer.status !== 201) return showRefusal(visit, answer);
  return goTo(visit, String(answer.body.url));
};

export const transferPages: readonly ClientPage[] = [
  { path: '/transfers', entry: 'transfers:page:nav', show: (visit) => showTransferList(visit) },
  { path: '/transfers/:id/open', method: 'POST', show: openFromList },
  ...pages,
  { path: '/t/:id/downloads', method: 'POST', isOpen: true, show: download },
];
