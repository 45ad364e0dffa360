import { createLocalReq } from 'payload';
import { html, type Part } from '../../../core/shared/text/html.ts';
import { authorField, type Problem, typedField, unrestored, type Visit } from '../../client-pages/feature.ts';
import type { ApiResponse } from '../../client-sessions/feature.ts';
import type { FileView, SentFileView } from '../../files/feature.ts';
import { type DescriptionWriter, findDescriptionWriter } from '../history/descriptionWriter.ts';
import type { Author } from '../operations/authors.ts';
import { findReadableTexts } from '../replies/readableTexts.ts';
import type { TicketView } from './ticketList.ts';

interface FollowerView {
  readonly id: string;
  readonly name: string | null;
  readonly email: string;
}

interface Typed {
  readonly email: string;
  readonly problems: readonly Problem[];
}

/** The colleagues who follow a ticket. Its requester adds and removes them. */
export const followersPart = async (
  visit: Visit,
  { id, requester_id, merged_into }: TicketView,
  { email, problems }: Typed,
): Promise<Part> => {
  const { base, api, isView, person, t } = visit;
  const path = `/tickets/${encodeURIComponent(id)}/followers`;
  const answer = await api.send({ method: 'GET', path: `${path}?per_page=100` });
  const followers = (answer.body?.data ?? []) as readonly FollowerView[];
  const isChooser = !isView && merged_into === null && requester_id === person?.user.id;
  if (followers.length === 0 && !isChooser) return null;
  const item = (follower: FollowerView): Part => {
    const name = follower.name ?? follower.email;
    return html`<li><div class="what">${name}</div>${
      isChooser &&
      html`<form method="post" action="${base}${path}/${follower.id}/remove">${authorField(visit)}<button class="quiet" aria-label="${t('clientPages:followers:removeOf', { name })}">${t('clientPages:followers:remove')}</button></form>`
    }</li>`;
  };
  const invalid = problems.some(({ field }) => field === 'follower') && html` aria-invalid="true"`;
  return html`<h2 id="followers">${t('clientPages:followers:title')}</h2><p class="muted small">${t('clientPages:followers:intro')}</p>
${followers.length > 0 && html`<ul class="list">${followers.map(item)}</ul>`}${
  isChooser &&
  html`<form class="card"${unrestored} method="post" action="${base}${path}">${authorField(visit)}<div class="field"><label for="follower">${t('clientPages:followers:email')}</label><input id="follower" name="follower" type="email" required${typedField()} value="${email}"${invalid}></div>
<button class="second">${t('clientPages:followers:add')}</button></form>`
}`;
};

export interface ReplyView {
  readonly id: string;
  readonly body: string;
  readonly created_at: string;
  readonly created_by: string | null;
  readonly author: Author;
  readonly source: string | null;
  readonly files: readonly SentFileView[];
}

/** A ticket with one page of its replies, and one of its files. */
export interface Thread {
  readonly ticket: TicketView;
  readonly opener: DescriptionWriter;
  readonly replies: readonly ReplyView[];
  readonly files: readonly FileView[];
  readonly page: number;
  readonly last: number;
  readonly filePage: number;
  readonly lastFilePage: number;
}

/** Replies of one page. A longer conversation has pages; the last one is shown first. */
const mostReplies = 50;
/** Files of one page, newest first. */
const mostFiles = 100;

/** Reads the parts of a ticket's page from the API, or the first response that is a refusal. */
export const readThread = async (
  { api, payload, portal, request }: Visit,
  id: string,
): Promise<Thread | { readonly refusal: ApiResponse }> => {
  const path = `/tickets/${encodeURIComponent(id)}`;
  const read = (address: string) => api.send({ method: 'GET', path: address });
  const repliesOf = (page: number) => read(`${path}/replies?per_page=${mostReplies}&page=${page}`);
  const ticket = await read(path);
  if (ticket.status !== 200) return { refusal: ticket };
  const first = await repliesOf(1);
  if (first.status !== 200) return { refusal: first };
  const last = Math.max(1, Math.ceil(first.body.meta.total / mostReplies));
  const { searchParams } = new URL(request.url);
  const wanted = Number(searchParams.get('page') ?? last);
  const page = Number.isInteger(wanted) && wanted >= 1 && wanted <= last ? wanted : last;
  const replies = page === 1 ? first : await repliesOf(page);
  if (replies.status !== 200) return { refusal: replies };
  const filePage = /^[1-9]\d{0,4}$/.test(searchParams.get('files') ?? '')
    ? Number(searchParams.get('files'))
    : 1;
  const files = await read(
    `/files?per_page=${mostFiles}&page=${filePage}&ticket_id=${encodeURIComponent(id)}`,
  );
  if (files.status !== 200) return { refusal: files };
  const lastFilePage = Math.max(1, Math.ceil(files.body.meta.total / mostFiles));
  const shown = { page, last, filePage, lastFilePage };
  const messages = replies.body.data as readonly ReplyView[];
  const readable = await findReadableTexts(
    { payload, portal },
    messages.map((message) => message.id),
  );
  return {
    ticket: ticket.body,
    opener: await findDescriptionWriter(await createLocalReq({}, payload), portal, ticket.body),
    replies: messages.map((message) => ({ ...message, body: readable.get(message.id) ?? message.body })),
    files: files.body.data,
    ...shown,
  };
};
