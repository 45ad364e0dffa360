import { html, type Part } from '../../../core/shared/text/html.ts';
import { messageOf, momentOf, type Visit } from '../../client-pages/feature.ts';
import { type FileView, sentFiles } from '../../files/feature.ts';
import { writerOf } from '../replies/writer.ts';
import type { ReplyView, Thread } from './ticketParts.ts';

/** The first message: the description of the ticket, with the files that its author uploaded before any reply. */
export const opening = (visit: Visit, thread: Thread): Part => {
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

export const message = (visit: Visit, reply: ReplyView): Part => {
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
