import { randomUUID } from 'node:crypto';
import { html, type Part } from '../../../core/shared/text/html.ts';
import {
  askToSignIn,
  goTo,
  isOfAnother,
  type KeptForm,
  keep,
  keyOf,
  lostFiles,
  nextKey,
  othersForm,
  type Problem,
  problemsIn,
  showKept,
  showRefusal,
  uploadAll,
  uploadedIds,
  uploadedNames,
  type Visit,
} from '../../client-pages/feature.ts';
import type { Typed } from './replyForm.ts';
import { showTicket } from './ticket.ts';
import { ticketFolder } from './ticketFolder.ts';

/** Takes a client's reply, with its files. */
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
