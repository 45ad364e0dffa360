import { randomUUID } from 'node:crypto';
import { inTurnAt } from '../../../core/http/turns.ts';
import { html, type Part } from '../../../core/shared/text/html.ts';
import {
  areFilesRefused,
  askToSignIn,
  attachedField,
  authorField,
  draftOf,
  filesField,
  goTo,
  isOfAnother,
  type KeptForm,
  keep,
  keyOf,
  lostFiles,
  messageOf,
  momentOf,
  nextKey,
  othersForm,
  type Problem,
  problemsIn,
  type Refused,
  showKept,
  showPage,
  showRefusal,
  unrestored,
  uploadAll,
  uploadedIds,
  uploadedNames,
  uploadWords,
  type Visit,
} from '../../client-pages/feature.ts';
import { type FileView, fileList, sentFiles } from '../../files/feature.ts';
import { writerOf } from '../replies/writer.ts';
import { ticketFolder } from './ticketFolder.ts';
import { stateOf, type TicketView } from './ticketList.ts';
import { followersPart, type ReplyView, readThread, type Thread } from './ticketParts.ts';

interface Typed {
  readonly body: string;
  readonly key: string;
  /** The large files that the script has sent. */
  readonly uploaded: string;
  /** The names of the other files, which a browser does not choose again. */
  readonly lost: readonly string[];
}

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

/** The first message: the description of the ticket, with the files that its author uploaded before any reply. */
const opening = (visit: Visit, thread: Thread): Part => {
  const { created_at, description, source } = thread.ticket;
  const files = openingFiles(thread);
  if (!description && files.length === 0) return null;
  return message(visit, { id: '0', body: description ?? '', created_at, source, ...thread.opener, files });
};

/** Oldest first; a mail of a person without an account has no author, nor do its files. Files of other people, and those that came by a link, were sent with no message. */
const openingFiles = ({ ticket: { created_by }, replies: [first], files }: Thread): readonly FileView[] =>
  files
    .filter(
      ({ reply_id, uploaded_at, uploaded_by, uploaded_via }) =>
        reply_id === null &&
        uploaded_by === created_by &&
        uploaded_via === null &&
        !(first && uploaded_at > first.created_at),
    )
    .toReversed();

const message = (visit: Visit, reply: ReplyView): Part => {
  const { body, created_at, files } = reply;
  const look = isOwn(visit, reply) ? ' own' : writerIn(reply) === 'staff' && ' team';
  return html`<article class="card message${look}"><header><h3>${headingOf(visit, reply)}</h3><span class="muted small">${momentOf(visit, created_at)}</span></header>${messageOf(body)}${sentFiles(visit, files)}</article>`;
};

const isOwn = ({ person }: Visit, { created_by }: ReplyView): boolean =>
  created_by !== null && created_by === person?.user.id;

const writerIn = ({ author, source }: ReplyView) => writerOf({ side: author?.side ?? null, source });

/** The writer's name, which they choose, and beside it their side, which they do not. */
const headingOf = (visit: Visit, reply: ReplyView): Part => {
  const { t } = visit;
  if (isOwn(visit, reply)) return t('clientPages:ticket:you');
  const writer = writerIn(reply);
  if (writer === 'outsider') return t('clientPages:ticket:outsider');
  if (writer === 'gone') return t('clientPages:ticket:gone');
  const name = reply.author?.name;
  return html`${name && html`<bdi>${name}</bdi> `}<span class="state ${writer}">${t(`clientPages:ticket:${sideTexts[writer]}`)}</span>`;
};

const sideTexts = { staff: 'support', client: 'colleague' } as const;

const replyForm = (
  visit: Visit,
  ticket: TicketView,
  typed: Typed,
  { problems, status: answered }: Refused,
): Part => {
  const { base, t } = visit;
  const { id, status, merged_into } = ticket;
  if (merged_into !== null)
    return html`<p class="done" data-moved-from="${draftOf(visit, id)}" data-moved-to="${draftOf(visit, merged_into)}">${t('clientPages:ticket:mergedNote')} <a href="${base}/tickets/${merged_into}">#${merged_into}</a></p>`;
  const isClosed = status === 'closed';
  const invalid = problems.some(({ field }) => field === 'body') && html` aria-invalid="true"`;
  return html`<h2 id="answer">${t('clientPages:ticket:reply')}</h2>${isClosed && html`<p class="muted">${t('clientPages:ticket:closedNote')} ${t('clientPages:ticket:replyReopens')}</p>`}
<form class="card"${unrestored} method="post" enctype="multipart/form-data" action="${base}/tickets/${id}/replies" data-draft="${draftOf(visit, id)}" data-follows${uploadWords(visit, `ticket:${id}`)}>${attachedField(visit, typed.uploaded)}<input type="hidden" name="key" value="${typed.key}">${authorField(visit)}
<div class="field"><label class="hidden" for="body">${t('clientPages:ticket:reply')}</label><textarea id="body" name="body" rows="6" required data-kept${invalid}>${typed.body}</textarea></div>
${filesField(visit, { lost: typed.lost, isRefused: areFilesRefused({ problems, status: answered }) })}
<button>${t('clientPages:ticket:send')}</button></form>
<form class="row last" method="post" action="${base}/tickets/${id}/${isClosed ? 'reopen' : 'close'}">${authorField(visit)}<button class="quiet">${t(isClosed ? 'clientPages:ticket:reopen' : 'clientPages:ticket:close')}</button></form>`;
};

export const reply = async (visit: Visit, id: string): Promise<Response> => {
  const { base, api, form } = visit;
  const large = uploadedIds(form);
  const typed: Typed = {
    body: form.text('body'),
    key: keyOf(form),
    uploaded: form.text('uploaded'),
    lost: lostFiles(form),
  };
  const keptAs = (key: string): KeptForm => ({
    action: `/tickets/${encodeURIComponent(id)}/replies`,
    author: form.text('author'),
    fields: [
      ['body', typed.body],
      ['key', key],
      ...(large.length > 0 ? [['uploaded', typed.uploaded] as const] : []),
    ],
    lost: typed.lost,
  });
  const again = (problems: readonly Problem[], status: number, key = typed.key) => {
    const otherwise = () => showKept(visit, keptAs(key), { problems, status });
    return visit.person
      ? showTicket(visit, id, { typed: { ...typed, key }, problems, status, otherwise })
      : otherwise();
  };
  if (isOfAnother(visit)) {
    const message = othersForm(visit);
    // The files are of the other person, and so is the draft that goes by the key.
    const { action, fields, lost } = keptAs(randomUUID());
    const kept = {
      action,
      author: '',
      fields: fields.filter(([name]) => name !== 'uploaded'),
      lost: [...(lost ?? []), ...uploadedNames(form)],
    };
    return showKept(visit, kept, { problems: [{ field: null, message }], status: 409 });
  }
  const files = form.files('files');
  const needsFolder = visit.refusal === null && files.length > 0 && typed.body.trim() !== '';
  const folder = needsFolder ? await ticketFolder(visit) : null;
  if (needsFolder && folder === null)
    return again([{ field: 'files', message: visit.t('clientPages:away') }], 503);
  const uploading = { files, ticket: id, key: typed.key };
  const uploaded = folder === null ? null : await uploadAll(visit, { ...uploading, folder });
  if (uploaded?.refused) {
    const { message, status, error } = uploaded.refused;
    return again([{ field: 'files', message }], status, nextKey(error, typed.key));
  }
  const fileIds = [...large, ...(uploaded?.ids ?? [])];
  const answer =
    visit.refusal ??
    (await api.send({
      method: 'POST',
      path: `/tickets/${encodeURIComponent(id)}/replies`,
      body: { body: typed.body, ...(fileIds.length > 0 && { file_ids: fileIds }) },
      idempotencyKey: typed.key,
    }));
  if (answer.status === 201)
    return goTo(
      visit,
      `${base}/tickets/${answer.body.ticket_id}?sent=${encodeURIComponent(typed.key)}#answer`,
    );
  await uploaded?.undo();
  if (answer.status === 401) return askToSignIn(visit, keep(keptAs(typed.key)));
  if (answer.status === 403) return showRefusal(visit, answer);
  return again(problemsIn(visit, answer, ['body']), answer.status, nextKey(answer.body?.error, typed.key));
};

/** Names the ticket above a reply that is shown without it. */
export const nameTicket = async ({ api }: Visit, id: string): Promise<Part> => {
  const { body, status } = await api.send({ method: 'GET', path: `/tickets/${encodeURIComponent(id)}` });
  return status === 200 && html`<p class="muted">#${body.id} · ${body.subject}</p>`;
};

/** Closes a ticket, or opens it again. */
export const changeStatus = async (
  visit: Visit,
  id: string,
  status: 'closed' | 'open',
): Promise<Response> => {
  const answer = await visit.api.send({
    method: 'PATCH',
    path: `/tickets/${encodeURIComponent(id)}`,
    body: { status },
  });
  if (answer.status === 200) return goTo(visit, `${visit.base}/tickets/${encodeURIComponent(id)}`);
  if (answer.status === 409)
    return showTicket(visit, id, { problems: problemsIn(visit, answer), status: 409 });
  return showRefusal(visit, answer);
};
