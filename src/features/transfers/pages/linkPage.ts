import { fileSize } from '../../../core/shared/text/fileSize.ts';
import { html, type Part } from '../../../core/shared/text/html.ts';
import {
  goTo,
  messageIn,
  messageOf,
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

export const transferLinkPages = pages;

/** Sends the browser to a file, or to the zip of all. */
export const download = async (visit: Visit, link: string): Promise<Response> => {
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
