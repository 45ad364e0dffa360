import { randomUUID } from 'node:crypto';
import { html } from '../../../core/shared/text/html.ts';
import {
  areFilesRefused,
  askToSignIn,
  authorField,
  type ClientPage,
  filesHint,
  goTo,
  keep,
  keyOf,
  lostFiles,
  lostWords,
  nextKey,
  type Problem,
  pager,
  problemsIn,
  showPage,
  showRefusal,
  unrestored,
  uploadAll,
  uploadedField,
  uploadedIds,
  uploadWords,
  type Visit,
} from '../../client-pages/feature.ts';
import { type FileView, fileList } from './fileList.ts';

interface FolderView {
  readonly id: string;
  readonly name: string;
}

interface Shown {
  readonly problems?: readonly Problem[];
  readonly status?: number;
  readonly name?: string;
  /** The key of a form: each time it is sent it has the same one, so a folder is created once. */
  readonly key?: string;
}

/** The folders of the organization. */
const showFolders = async (
  visit: Visit,
  { problems = [], status = 200, name = '', key = randomUUID() }: Shown = {},
): Promise<Response> => {
  const { base, api, t } = visit;
  const page = new URL(visit.request.url).searchParams.get('page') ?? '1';
  const answer = await api.send({
    method: 'GET',
    path: `/folders?per_page=100&page=${encodeURIComponent(page)}`,
  });
  if (answer.status !== 200) return showRefusal(visit, answer);
  const folders = answer.body.data as readonly FolderView[];
  const main = html`<h1>${t('clientPages:files:title')}</h1>
${
  folders.length === 0
    ? html`<p class="card empty">${t('clientPages:files:empty')}</p>`
    : html`<ul class="list">${folders.map((folder) => html`<li><div class="what"><a class="whole" href="${base}/files/${folder.id}">${folder.name}</a></div></li>`)}</ul>`
}${pager(visit, answer, 'list=folders', '/files')}
<h2>${t('clientPages:files:newFolder')}</h2>
<form class="card"${unrestored} method="post" action="${base}/files"><input type="hidden" name="key" value="${key}">${authorField(visit)}<div class="field"><label for="name">${t('clientPages:files:folderName')}</label><input id="name" name="name" required maxlength="255" value="${name}"${problems.length > 0 && html` aria-invalid="true"`}></div><button class="second">${t('clientPages:files:create')}</button></form>`;
  return showPage(visit, { title: t('clientPages:files:title'), main, problems, status, at: '/files' });
};

const createFolder = async (visit: Visit): Promise<Response> => {
  const { form } = visit;
  const name = form.text('name').trim();
  const key = keyOf(form);
  const body = { name };
  const answer =
    visit.refusal ?? (await visit.api.send({ method: 'POST', path: '/folders', body, idempotencyKey: key }));
  if (answer.status === 201) return goTo(visit, `${visit.base}/files/${answer.body.id}`);
  const { status } = answer;
  const fields = Object.entries({ name, key });
  if (status === 401)
    return askToSignIn(visit, keep({ action: '/files', author: form.text('author'), fields }));
  if (status === 403) return showRefusal(visit, answer);
  const problems = problemsIn(visit, answer, ['name']);
  return showFolders(visit, { problems, status, name, key: nextKey(answer.body?.error, key) });
};

interface ShownFolder extends Shown {
  /** The names of files that came with a refused form, and are gone with it. */
  readonly lost?: readonly string[];
}

/** The files of a folder. */
const showFolder = async (
  visit: Visit,
  id: string,
  { problems = [], status = 200, lost = [] }: ShownFolder = {},
): Promise<Response> => {
  const { base, api, t } = visit;
  const folder = await api.send({ method: 'GET', path: `/folders/${encodeURIComponent(id)}` });
  if (folder.status !== 200) return showRefusal(visit, folder);
  const page = new URL(visit.request.url).searchParams.get('page') ?? '1';
  const query = `folder_id=${encodeURIComponent(id)}&page=${encodeURIComponent(page)}`;
  const answer = await api.send({ method: 'GET', path: `/files?${query}` });
  if (answer.status !== 200) return showRefusal(visit, answer);
  const files = answer.body.data as readonly FileView[];
  const { name } = folder.body as FolderView;
  const words = lostWords(visit, { lost, isRefused: areFilesRefused({ problems, status }) });
  const main = html`<p><a href="${base}/files">← ${t('clientPages:files:back')}</a></p><h1>${name}</h1>
${files.length === 0 ? html`<p class="card empty">${t('clientPages:files:empty')}</p>` : fileList(visit, files, id)}${pager(visit, answer, 'list=files', `/files/${id}`)}
<h2>${t('clientPages:files:upload')}</h2>
<form class="card" method="post" enctype="multipart/form-data" action="${base}/files/${id}"${uploadWords(visit, `file:${id}`)}>${uploadedField()}<input type="hidden" name="key" value="${randomUUID()}">${authorField(visit)}<div class="field"><label for="files">${t('clientPages:files:choose')}</label>${filesHint(visit)}${words}<input id="files" name="files" type="file" multiple required aria-describedby="files-hint${words && ' files-lost'}"></div><button>${t('clientPages:files:send')}</button></form>`;
  return showPage(visit, { title: name, main, problems, status, at: '/files' });
};

const addFiles = async (visit: Visit, id: string): Promise<Response> => {
  const { form, t } = visit;
  const files = form.files('files');
  const own = `${visit.base}/files/${encodeURIComponent(id)}`;
  if (files.length === 0 && uploadedIds(form).length > 0) return goTo(visit, own);
  if (files.length === 0)
    return showFolder(visit, id, {
      problems: [{ field: 'files', message: t('clientPages:files:none') }],
      status: 422,
    });
  const key = keyOf(form);
  const { refused } = await uploadAll(visit, { files, folder: id, key });
  if (!refused) return goTo(visit, own);
  const { message, status } = refused;
  return showFolder(visit, id, {
    problems: [{ field: 'files', message }],
    status,
    lost: lostFiles(form),
  });
};

const deleteFile = async (visit: Visit, folder: string): Promise<Response> => {
  const id = visit.form.text('file');
  const answer = await visit.api.send({ method: 'DELETE', path: `/files/${encodeURIComponent(id)}` });
  // The button may have been pressed twice: the folder shows that the file is gone.
  if (answer.status === 404)
    return showFolder(visit, folder, { problems: problemsIn(visit, answer), status: 404 });
  if (answer.status !== 204) return showRefusal(visit, answer);
  return goTo(visit, `${visit.base}/files/${encodeURIComponent(folder)}`);
};

/** The pages on which clients exchange files with the team. */
export const filePages: readonly ClientPage[] = [
  { path: '/files', entry: 'clientPages:nav:files', show: (visit) => showFolders(visit) },
  {
    path: '/files',
    method: 'POST',
    keepsText: true,
    kept: {
      title: 'clientPages:files:newFolder',
      button: 'clientPages:files:create',
      labels: { name: 'clientPages:files:folderName' },
    },
    show: createFolder,
  },
  { path: '/files/:id', show: (visit, id) => showFolder(visit, id) },
  { path: '/files/:id', method: 'POST', show: addFiles },
  { path: '/files/:id/delete', method: 'POST', show: deleteFile },
];
