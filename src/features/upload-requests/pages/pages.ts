import { inTurnAt } from '../../../core/http/turns.ts';
import { StreamedForm } from '../../../core/http/upload/streamedForm.ts';
import { html, type Part } from '../../../core/shared/text/html.ts';
import {
  authorField,
  type ClientPage,
  goTo,
  keyOf,
  messageIn,
  momentOf,
  mostFiles,
  pager,
  readForm,
  type SentFile,
  showPage,
  showRefusal,
  uploadedIds,
  type Visit,
  whyNotKept,
} from '../../client-pages/feature.ts';
import type { ApiRequest, ApiResponse } from '../../client-sessions/feature.ts';
import { atLink, buildLinkPages } from '../../links/feature.ts';
import { requestLinks } from '../linkKind.ts';
import type { RequestStatus } from '../vocabulary.ts';
import { type RequestView, requestPage } from './requestPage.ts';

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
const showRequestList = async (visit: Visit): Promise<Response> => {
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
      ? html`<form class="over" method="post" action="${base}/requests/${id}/open">${authorField(visit)}<button class="second" aria-label="${t('uploadRequests:page:openOf', { title })}">${t('uploadRequests:page:open')}</button></form>`
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
const openFromList = async (visit: Visit, id: string): Promise<Response> => {
  const answer = await visit.api.send({ method: 'POST', path: `/upload-requests/${id}/link`, body: {} });
  if (answer.status !== 201) return showRefusal(visit, answer);
  return goTo(visit, String(answer.body.url));
};

const { show, pages } = buildLinkPages<RequestView>(requestLinks, requestPage);

const pathOf = ({ base }: Visit, link: string): string => `${base}/r/${link}`;

/** Shows the page again, with the reason why the API refused something. */
const showRefused = (visit: Visit, link: string, answer: ApiResponse): Response | Promise<Response> => {
  if (answer.status === 404 || answer.status >= 500) return showRefusal(visit, answer);
  if (answer.status === 410) return show(visit, link);
  // At 403 the time of the lock is over: the page asks for the password again.
  return show(visit, link, {
    problems: [{ field: null, message: messageIn(visit, answer) }],
    status: answer.status,
  });
};

/** Takes the files of a form, one by one. Files that were taken stay, even if others are refused. */
const takeFiles = async (visit: Visit, link: string): Promise<Response> => {
  const { t } = visit;
  const seen = await atLink(visit, link, { method: 'GET' });
  // Bytes are kept for those alone who may send them.
  const isOpen = seen.status === 200 && seen.body.kind === requestLinks.kind && seen.body.locked === null;
  const form = await readForm(visit, { takesFiles: isOpen });
  if (!isOpen) {
    const problems = [{ field: null, message: t('links:errors:locked') }];
    return show(visit, link, { problems, status: 403 });
  }
  const files = form.files('files');
  const field = form.text('field');
  const refuse = (message: string, status: number) =>
    show(visit, link, { problems: [{ field, message }], status, typed: form.text('name') });
  // Files that the script has sent in chunks are taken already.
  const large = uploadedIds(form).length;
  if (files.length + large === 0) return refuse(t('uploadRequests:page:noFile'), 422);
  if (files.length > mostFiles) return refuse(t('clientPages:files:tooMany', { most: mostFiles }), 422);
  const fields = {
    ...(form.text('item') !== '' && { item_id: form.text('item') }),
    ...(form.text('name').trim() !== '' && { name: form.text('name').trim() }),
  };
  const key = keyOf(form);
  const sendAll = async (): Promise<readonly Refusal[]> => {
    const refused: (Refusal | null)[] = [];
    for (const [index, file] of files.entries())
      refused.push(await sendOne(visit, link, { file, fields, key: `${key}-${index}` }));
    return refused.filter((one) => one !== null);
  };
  // A form that is sent twice at once waits for itself, and then finds its files taken.
  const refusals = await inTurnAt(visit.payload, `form ${key}`, sendAll, 1);
  const [first] = refusals;
  if (first) return refuse(refusals.map(({ message }) => message).join(' '), first.status);
  return goTo(visit, `${pathOf(visit, link)}?took=${files.length + large}`);
};

interface Refusal {
  readonly message: string;
  readonly status: number;
}

interface Sending {
  readonly file: SentFile;
  readonly fields: Readonly<Record<string, string>>;
  /** The key of a form: each time it is sent it has the same one, so its files are stored once. */
  readonly key: string;
}

const sendOne = async (
  visit: Visit,
  link: string,
  { file, fields, key: idempotencyKey }: Sending,
): Promise<Refusal | null> => {
  const { t } = visit;
  const { name, path, type } = file;
  const refused = (reason: string, status: number) => ({
    message: t('uploadRequests:page:notTaken', { name, reason }),
    status,
  });
  const lost = whyNotKept(visit, file);
  if (lost) return refused(lost.reason, lost.status);
  const send = (sentAs: Pick<ApiRequest, 'idempotencyKey'>) => {
    const body = new StreamedForm({ fields, file: { path: path ?? '', name, type } });
    return atLink(visit, link, { method: 'POST', path: '/files', body, ...sentAs });
  };
  const first = await send({ idempotencyKey });
  // A browser may show a page again that it kept: the file that was sent there has been withdrawn since.
  const isGone = first.headers.has('Idempotent-Replayed') && !(await hasSent(visit, link, first.body.id));
  const answer = isGone ? await send({}) : first;
  return answer.status === 201 ? null : refused(messageIn(visit, answer), answer.status);
};

const hasSent = async (visit: Visit, link: string, file: unknown): Promise<boolean> => {
  const { body } = await atLink(visit, link, { method: 'GET' });
  return body?.request?.sent.some(({ id }: { id: unknown }) => id === file) === true;
};

const withdraw = async (visit: Visit, link: string): Promise<Response> => {
  const file = (await readForm(visit)).text('file');
  if (!/^[\w-]+$/.test(file)) return showRefusal(visit, { status: 404, body: null });
  const answer = await atLink(visit, link, { method: 'DELETE', path: `/files/${file}` });
  // If the button is pressed twice, the file is gone already.
  if (answer.status === 204 || answer.status === 404) return goTo(visit, pathOf(visit, link));
  return showRefused(visit, link, answer);
};

const complete = async (visit: Visit, link: string): Promise<Response> => {
  await readForm(visit);
  const answer = await atLink(visit, link, { method: 'POST', path: '/complete', body: {} });
  return answer.status === 200 ? goTo(visit, pathOf(visit, link)) : showRefused(visit, link, answer);
};

export const requestPages: readonly ClientPage[] = [
  { path: '/requests', entry: 'uploadRequests:page:nav', show: (visit) => showRequestList(visit) },
  { path: '/requests/:id/open', method: 'POST', show: openFromList },
  ...pages,
  { path: '/r/:id/files', method: 'POST', isOpen: true, show: takeFiles },
  { path: '/r/:id/withdraw', method: 'POST', isOpen: true, show: withdraw },
  { path: '/r/:id/complete', method: 'POST', isOpen: true, show: complete },
];
