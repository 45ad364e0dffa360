import { randomUUID } from 'node:crypto';
import { fileSize } from '../../../core/shared/text/fileSize.ts';
import { html, type Part } from '../../../core/shared/text/html.ts';
import {
  askFirst,
  largeWords,
  messageOf,
  momentOf,
  type Problem,
  scriptedWords,
  showPage,
  typedField,
  uploadedField,
  type Visit,
} from '../../client-pages/feature.ts';
import { largestFileIn } from '../../files/feature.ts';
import type { LinkView, Shown } from '../../links/feature.ts';
import type { ItemState } from '../record/items.ts';
import type { RequestStatus } from '../vocabulary.ts';

interface SentView {
  readonly id: string;
  readonly filename: string;
  readonly size_bytes: number;
  readonly item_id: string | null;
  readonly uploaded_at: string;
}

interface ItemView {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  readonly state: ItemState;
  readonly note: string | null;
}

/** The link of a request as the link API shows it. */
export interface RequestView extends LinkView {
  readonly request: {
    readonly status: RequestStatus;
    readonly due_at: string | null;
    readonly accept: readonly string[];
    readonly max_bytes: number | null;
    readonly items: readonly ItemView[];
    readonly asks_name: boolean;
    readonly sent: readonly SentView[];
  };
}

interface PageParts extends Shown {
  readonly visit: Visit;
  readonly link: string;
  readonly view: RequestView;
}

/**
 * The page of a request's link: the items that are asked for, the files that came by the link, and at the end that they
 * arrived.
 */
export const requestPage = (visit: Visit, link: string, view: RequestView, shown: Shown): Response => {
  const parts = { visit, link, view, ...shown };
  const { request } = view;
  const main = request.status === 'open' ? openMain(parts) : overMain(parts);
  return showPage(visit, { title: view.title ?? '', main, ...shown });
};

const openMain = (parts: PageParts): Part => {
  const { visit, view } = parts;
  const { t } = visit;
  const { items, sent } = view.request;
  const took = Number(new URL(visit.request.url).searchParams.get('took'));
  const other = sent.filter(({ item_id }) => !items.some(({ id }) => id === item_id));
  const general = t(items.length === 0 ? 'uploadRequests:page:general' : 'uploadRequests:page:other');
  return html`<h1>${view.title}</h1>${headOf(parts)}${took > 0 && took <= sent.length && html`<p class="done" role="status">${t('uploadRequests:page:took', { count: took })}</p>`}${view.message !== null && messageOf(view.message)}
${limitsOf(parts)}
${items.map((item, index) => itemCard(parts, item, index))}
${card(parts, { title: general, isOptional: items.length > 0, sent: other, form: formFor(parts, null, 'files') })}
${doneForm(parts)}`;
};

const headOf = ({ visit, view: { sender, request, expires_at } }: PageParts): Part => {
  const { t } = visit;
  const from =
    sender === null ? t('uploadRequests:page:fromTeam') : t('uploadRequests:page:from', { sender });
  const due =
    request.due_at !== null &&
    html`<br><strong>${t('uploadRequests:page:due')} ${momentOf(visit, request.due_at)}</strong>`;
  const end = expires_at !== null && html`<br>${t('uploadRequests:page:end')} ${momentOf(visit, expires_at)}`;
  return html`<p class="muted">${from}${due}${end}</p>`;
};

/** The types and sizes that the request takes, which each input refers to. */
const limitsOf = ({ visit, view }: PageParts): Part => {
  const { t } = visit;
  const { accept } = view.request;
  const types = accept.length > 0 && t('uploadRequests:page:types', { accept: accept.join(', ') });
  const size = (most: number) =>
    t('uploadRequests:page:size', {
      size: fileSize(Math.min(most, view.request.max_bytes ?? most), visit.language),
    });
  const { payload, portal } = visit;
  const sizes = scriptedWords(size(portal.options.files.maxBytes), size(largestFileIn(payload, portal)));
  return html`<p class="muted small" id="limits">${types} ${sizes} <span class="mouse">${t('clientPages:newTicket:dropHint')}</span></p>`;
};

interface Card {
  readonly title: string;
  readonly isOptional: boolean;
  readonly state?: ItemState;
  readonly note?: string | null;
  readonly sent: readonly SentView[];
  readonly form: Part;
}

const card = (
  { visit, link }: PageParts,
  { title, isOptional, state, note = null, sent, form }: Card,
): Part => {
  const { t } = visit;
  const pill =
    state !== undefined &&
    html`<span class="state${state !== 'received' && !isOptional && ' waiting'}">${t(`uploadRequests:page:state:${state}`)}</span>`;
  return html`<section class="card message"><div class="row between"><h2>${title}${isOptional && html` <span class="muted small">${t('uploadRequests:page:optional')}</span>`}</h2>${pill}</div>
${note !== null && html`<p class="error">${note}</p>`}${sent.length > 0 && html`<ul class="files" aria-label="${t('uploadRequests:page:sentTitle')}">${sent.map((file) => sentRow(visit, link, file))}</ul>`}
${form}</section>`;
};

const itemCard = (parts: PageParts, item: ItemView, index: number): Part => {
  const sent = parts.view.request.sent.filter(({ item_id }) => item_id === item.id);
  const form = formFor(parts, item, `files-${index}`);
  return card(parts, {
    title: item.label,
    isOptional: !item.required,
    state: item.state,
    note: item.note,
    sent,
    form,
  });
};

/** A file that was sent, without a way to read it. */
const sentRow = (visit: Visit, link: string, { id, filename, size_bytes, uploaded_at }: SentView): Part => {
  const { base, t } = visit;
  const withdraw = askFirst({
    label: t('uploadRequests:page:withdraw'),
    named: t('uploadRequests:page:withdrawOf', { name: filename }),
    question: t('uploadRequests:page:withdrawAsk', { name: filename }),
    action: `${base}/r/${link}/withdraw`,
    fields: html`<input type="hidden" name="file" value="${id}">`,
  });
  return html`<li class="row between"><span>${filename} <span class="muted small">${fileSize(size_bytes, visit.language)} · ${momentOf(visit, uploaded_at)}</span></span>${withdraw}</li>`;
};

const invalid = (problems: readonly Problem[], id: string): Part =>
  problems.some(({ field }) => field === id) && html` aria-invalid="true"`;

const formFor = (parts: PageParts, item: ItemView | null, id: string): Part => {
  const { visit, link, view, problems, typed } = parts;
  const { base, t } = visit;
  const { accept, asks_name } = view.request;
  const send =
    item === null ? t('uploadRequests:page:send') : t('uploadRequests:page:sendFor', { label: item.label });
  const isRefused = problems.some(({ field }) => field === id);
  const name =
    asks_name &&
    html`<div class="field"><label for="${id}-name">${t('uploadRequests:page:yourName')}</label><p class="hint" id="${id}-name-hint">${t('uploadRequests:page:yourNameHint')}</p><input id="${id}-name" name="name" data-metadata="name" autocomplete="name" maxlength="255" required${typedField()} value="${isRefused && typed}" aria-describedby="${id}-name-hint"></div>`;
  const form = html`<form method="post" enctype="multipart/form-data" action="${base}/r/${link}/files"${largeWords(visit, { target: 'link', path: '/portal/v1/uploads', link })}>${uploadedField()}<input type="hidden" name="key" value="${randomUUID()}"><input type="hidden" name="item" data-metadata="item_id" value="${item?.id}"><input type="hidden" name="field" value="${id}">${name}<div class="field"><label for="${id}">${t('uploadRequests:page:choose')}</label><input id="${id}" name="files" type="file" multiple required${accept.length > 0 && html` accept="${accept.join(',')}"`} aria-describedby="limits"${invalid(problems, id)}></div><button class="second" aria-label="${send}">${t('uploadRequests:page:send')}</button></form>`;
  // The form of an item that is no longer asked for is folded.
  const isAsked = item === null ? view.request.items.length === 0 : item.state !== 'received';
  if (isAsked) return form;
  return html`<details${isRefused && html` open`}><summary>${t('uploadRequests:page:another')}</summary>${form}</details>`;
};

const doneForm = ({ visit, link, view }: PageParts): Part => {
  const { base, t } = visit;
  const missing = view.request.items.filter(({ required, state }) => required && state !== 'received');
  const labels = missing.map(({ label }) => label).join(', ');
  return html`<form class="card" method="post" action="${base}/r/${link}/complete"><p class="muted">${
    missing.length > 0 ? t('uploadRequests:page:still', { labels }) : t('uploadRequests:page:doneHint')
  }</p><button>${t('uploadRequests:page:done')}</button></form>`;
};

/** The page of a request that takes no more files. */
const overMain = ({ visit, view }: PageParts): Part => {
  const { t } = visit;
  const { sent, status } = view.request;
  const text =
    sent.length > 0
      ? t('uploadRequests:page:arrived', { count: sent.length })
      : t('uploadRequests:page:arrivedNone');
  const files =
    sent.length > 0 &&
    html`<h2>${t('uploadRequests:page:sentTitle')}</h2><ul class="list">${sent.map((file) => html`<li><div class="what">${file.filename}<div class="muted small">${fileSize(file.size_bytes, visit.language)} · ${momentOf(visit, file.uploaded_at)}</div></div></li>`)}</ul>`;
  if (status !== 'completed')
    return html`<h1>${view.title}</h1><p class="card">${t('uploadRequests:page:closed')}</p>${files}`;
  return html`<div class="done" role="status"><h1>${t('uploadRequests:page:arrivedTitle')}</h1><p>${view.title}</p><p>${text}</p></div>${files}`;
};
