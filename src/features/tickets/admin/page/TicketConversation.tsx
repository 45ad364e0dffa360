import { RichText } from '@payloadcms/richtext-lexical/react';
import {
  Button,
  useConfig,
  useDocumentInfo,
  useFormFields,
  useFormModified,
  useTranslation,
} from '@payloadcms/ui';
import { fileSize } from '../../../../core/shared/fileSize.ts';
import type { TranslateText } from '../../../../core/texts/text.ts';
import { localeOf } from '../../../../core/ui/locale.ts';
import { EmptyState } from '../../../../core/ui/Messages.tsx';
import { ReasonSentence } from '../../../../core/ui/ReasonSentence.tsx';
import { RelativeTime } from '../../../../core/ui/RelativeTime.tsx';
import { StatusPill } from '../../../../core/ui/StatusPill.tsx';
import { usePortalRoute } from '../../../../core/ui/usePortalRoute.ts';
import { usePortalTexts } from '../../../../core/ui/usePortalTexts.ts';
import { withElements } from '../../../../core/ui/withElements.tsx';
import { type FileDocument, useFiles } from '../../../files/ui.ts';
import { namePerson } from '../../../people/ui.ts';
import type { Status } from '../../vocabulary.ts';
import { HeldMessage } from '../sending/HeldMessage.tsx';
import { Composer } from './Composer.tsx';
import { GoesTo } from './GoesTo.tsx';
import { MergedBanner } from './MergedBanner.tsx';
import { filesSentWith, SentFiles } from './SentFiles.tsx';
import { useMergedInto } from './useMergedInto.ts';
import { type NewestReply, useNewestInSight } from './useNewestInSight.ts';
import { type TicketThere, usePresence } from './usePresence.ts';
import { useRefreshedCustomer } from './useRefreshedCustomer.ts';
import { isBy, newestOfOthers, type ReplyDocument, useReplies } from './useReplies.ts';
import { useSeen } from './useSeen.ts';
import { useSeenMentions } from './useSeenMentions.ts';
import { useSending } from './useSending.ts';
import { useTicketChange } from './useTicketChange.ts';
import { useWriter } from './useWriter.ts';
import { WholeMail } from './WholeMail.tsx';
import '../../../../core/ui/shared.css';
import '../tickets.css';

interface TicketConversationProps {
  readonly ticketsSlug: string;
  readonly repliesSlug: string;
  readonly usersSlug: string;
  readonly organizationsSlug: string;
  readonly filesSlug: string;
  readonly savedRepliesSlug: string;
}

/** Part of a ticket's page: its replies and files in chronological order, and the composer. */
export const TicketConversation = ({
  ticketsSlug,
  repliesSlug,
  usersSlug,
  organizationsSlug,
  filesSlug,
  savedRepliesSlug,
}: TicketConversationProps) => {
  const t = usePortalTexts();
  const { id, savedDocumentData } = useDocumentInfo();
  const writer = useWriter();
  const { config } = useConfig();
  const portalRoute = usePortalRoute();
  const { take, catchUp } = useTicketChange(ticketsSlug);
  const source = { apiRoute: config.routes.api, repliesSlug, usersSlug, ticketId: id };
  const { replies, earlier, problem, reload, follow: followReplies, showEarlier } = useReplies(source);
  const mergedInto = useMergedInto();
  const status = useFormFields(([fields]) => fields.status?.initialValue) as Status | undefined;
  const chosenStatus = useFormFields(([fields]) => fields.status?.value);
  const onTicket = (there: TicketThere) => {
    followReplies(there);
    const isMerged = mergedInto === null && there.mergedInto !== null;
    // An unsaved choice stays: saving it then reports that someone else has changed it, too.
    const hasChanged = status !== there.status && status === chosenStatus;
    if (!isMerged && !hasChanged) return;
    const into = typeof id === 'number' ? Number(there.mergedInto) : there.mergedInto;
    take({ status: there.status, ...(isMerged && { mergedInto: into }) });
    void catchUp();
  };
  const { sayWriting, look } = usePresence({ portalRoute, ticketId: id, onTicket });
  const { files, problem: filesProblem } = useFiles(config.routes.api, filesSlug, { field: 'ticket', id });
  // Content that appears above the form later would move it away from the pointer: a click would miss.
  const isDrawn = (replies !== null || problem !== null) && (files !== null || filesProblem !== null);
  const end = useNewestInSight(isDrawn, newestOf(replies, writer));
  const organization = useFormFields(([fields]) => fields.organization?.initialValue);
  useSeen({ id, createdAt: savedDocumentData?.createdAt, replies });
  useRefreshedCustomer();
  useSeenMentions({ portalRoute, id, writer, replies, earlier });
  const isModified = useFormModified();
  const { held, sending, refusal, isBack, chosen, send } = useSending({
    ...{ id, writer, replies, isModified, look, reload, sayWriting, take, catchUp },
  });
  if (id === undefined) return null;

  /** True if a reply can be written: none is on its way. */
  const isOpen = mergedInto === null && held === null;
  const now = new Date();
  return (
    <section className="field-type portal-conversation" aria-labelledby="portal-conversation">
      <h2 id="portal-conversation" className="portal-hidden">
        {t('tickets:page:conversation:title')}
      </h2>
      {problem && replies === null && <ReasonSentence reason={problem} />}
      {earlier > 0 && (
        <Button buttonStyle="secondary" size="small" margin={false} onClick={showEarlier}>
          {t('tickets:page:conversation:earlier', { number: earlier })}
        </Button>
      )}
      {replies?.length === 0 && isOpen && (
        <EmptyState title={t('tickets:page:conversation:emptyTitle')}>
          {t('tickets:page:conversation:empty')}
        </EmptyState>
      )}
      <ol className="portal-conversation__replies" aria-live="polite" aria-busy={replies === null}>
        {timelineOf(replies ?? [], files ?? []).map((entry) =>
          'body' in entry ? (
            <Reply key={`reply ${entry.id}`} reply={entry} files={filesSentWith(files, entry.id)} now={now} />
          ) : (
            <SentFile key={`file ${entry.id}`} file={entry} now={now} t={t} />
          ),
        )}
      </ol>
      {held && sending && (
        <HeldMessage
          reply={held}
          replies={sending}
          files={(files ?? []).filter((file) => held.request.file_ids.includes(String(file.id)))}
        />
      )}
      <div ref={end} />
      {mergedInto !== null && writer !== null && (
        <MergedBanner ticketsSlug={ticketsSlug} ticket={id} into={mergedInto} person={writer} />
      )}
      {status && isDrawn && writer !== null && isOpen && (
        <Composer
          key={`${writer} ${id}`}
          repliesSlug={repliesSlug}
          usersSlug={usersSlug}
          organizationsSlug={organizationsSlug}
          filesSlug={filesSlug}
          savedRepliesSlug={savedRepliesSlug}
          organization={organization}
          status={status}
          ticket={id}
          person={writer}
          goesTo={
            <GoesTo
              ticketsSlug={ticketsSlug}
              usersSlug={usersSlug}
              organizationsSlug={organizationsSlug}
              author={writer}
            />
          }
          newest={newestOfOthers(replies, writer)}
          refusal={refusal}
          isBack={isBack}
          chosen={chosen}
          onSend={send}
          onWriting={sayWriting}
        />
      )}
    </section>
  );
};

/** True for a file that belongs to no message, and to none that is being written. */
const standsAlone = ({ reply, internal }: FileDocument): boolean => !reply && internal !== true;

/** The newest reply; null until the replies are there. */
const newestOf = (replies: readonly ReplyDocument[] | null, writer: unknown): NewestReply | null => {
  if (replies === null) return null;
  const last = replies.at(-1);
  return { id: last?.id ?? null, isOwn: isBy(last, writer) };
};

/** Puts files among the replies by their time. Files from before the first visible reply are left to the list below. */
const timelineOf = (
  replies: readonly ReplyDocument[],
  files: readonly FileDocument[],
): readonly (ReplyDocument | FileDocument)[] =>
  [...replies, ...files.filter(standsAlone)].toSorted(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt) || ('body' in one ? -1 : 1),
  );

interface ReplyProps {
  readonly reply: ReplyDocument;
  readonly files: readonly FileDocument[];
  readonly now: Date;
}

/** One reply. An internal note has its own look and label. */
const Reply = ({ reply, files, now }: ReplyProps) => {
  const t = usePortalTexts();
  const isByMail = reply.source === 'email';
  const person = namePerson(reply.createdBy, t);
  // Staff put it on the ticket, and no user wrote it.
  const isOutsider = isByMail && !reply.createdBy && Boolean(reply.mailFrom);
  const name = isOutsider ? String(reply.mailFrom) : person.name;
  const isClient = person.isClient || isOutsider;
  const time = <RelativeTime moment={new Date(reply.createdAt)} now={now} />;
  const { i18n } = useTranslation();
  const mentioned = (reply.mentions ?? []).flatMap(({ user }) => (user ? [namePerson(user, t).name] : []));
  const kind = reply.internal ? 'internal' : isClient ? 'client' : 'staff';
  return (
    <li className={`portal-reply portal-reply--${kind}`}>
      <article aria-label={t(`tickets:page:conversation:${reply.internal ? 'noteBy' : 'replyBy'}`, { name })}>
        <header>
          <strong>{name}</strong>
          {isClient && <StatusPill tone="neutral">{t('tickets:person:client')}</StatusPill>}
          {reply.internal && (
            <StatusPill tone="warning">{t('tickets:page:conversation:internalNote')}</StatusPill>
          )}
          <span className="portal-muted">
            {isByMail && !reply.internal
              ? withElements(t('tickets:page:conversation:byMail'), { time })
              : time}
          </span>
        </header>
        <RichText className="portal-reply__body" data={reply.body} />
        {mentioned.length > 0 && (
          <p className="portal-muted">
            {t('tickets:page:mentions:of', { names: new Intl.ListFormat(localeOf(i18n)).format(mentioned) })}
          </p>
        )}
        <SentFiles files={files} />
        <WholeMail text={reply.mailText} />
      </article>
    </li>
  );
};

/** A file, at the time when it was sent. */
const SentFile = ({ file, now, t }: { file: FileDocument; now: Date; t: TranslateText }) => {
  const { i18n } = useTranslation();
  return (
    <li className="portal-conversation__file">
      <a
        className="portal-link"
        href={file.url}
        download={file.name}
        aria-label={t('tickets:page:conversation:download', { name: file.name })}
      >
        {file.name}
      </a>{' '}
      <span className="portal-muted">
        {withElements(t('tickets:page:conversation:file'), {
          size: fileSize(file.filesize, localeOf(i18n)),
          name: namePerson(file.uploadedBy, t).name,
          time: <RelativeTime moment={new Date(file.createdAt)} now={now} />,
        })}
      </span>
    </li>
  );
};
