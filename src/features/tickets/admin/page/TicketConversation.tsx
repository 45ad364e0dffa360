import { RichText } from '@payloadcms/richtext-lexical/react';
import {
  Button,
  toast,
  useConfig,
  useDocumentInfo,
  useFormFields,
  useFormModified,
  useTranslation,
} from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useLayoutEffect, useRef } from 'react';
import type { TranslateText } from '../../../../core/texts/text.ts';
import { localeOf } from '../../../../core/ui/locale.ts';
import { EmptyState } from '../../../../core/ui/Messages.tsx';
import { callPortal, reasonOfRejection } from '../../../../core/ui/portalApi.ts';
import { ReasonSentence } from '../../../../core/ui/ReasonSentence.tsx';
import { RelativeTime } from '../../../../core/ui/RelativeTime.tsx';
import type { Reason } from '../../../../core/ui/reason.ts';
import { StatusPill } from '../../../../core/ui/StatusPill.tsx';
import { usePortalRoute } from '../../../../core/ui/usePortalRoute.ts';
import { usePortalTexts } from '../../../../core/ui/usePortalTexts.ts';
import { withElements } from '../../../../core/ui/withElements.tsx';
import { type FileDocument, fileSize, useFiles } from '../../../files/ui.ts';
import { namePerson } from '../../../people/ui.ts';
import type { Status } from '../../vocabulary.ts';
import { nextAfter } from '../list/place.ts';
import { type Answer, AnswerBox } from './AnswerBox.tsx';
import { MergedBanner } from './MergedBanner.tsx';
import { useMergedInto } from './useMergedInto.ts';
import { type TicketThere, usePresence } from './usePresence.ts';
import { type ReplyDocument, useReplies } from './useReplies.ts';
import { useSeen } from './useSeen.ts';
import { useTicketChange } from './useTicketChange.ts';
import { useWriter } from './useWriter.ts';
import { WholeMail } from './WholeMail.tsx';
import '../../../../core/ui/shared.css';
import '../tickets.css';

interface TicketConversationProps {
  readonly ticketsSlug: string;
  readonly repliesSlug: string;
  readonly usersSlug: string;
  readonly filesSlug: string;
  readonly savedRepliesSlug: string;
}

/** Part of a ticket's page: its replies and files in chronological order, and the composer. */
export const TicketConversation = ({
  ticketsSlug,
  repliesSlug,
  usersSlug,
  filesSlug,
  savedRepliesSlug,
}: TicketConversationProps) => {
  const t = usePortalTexts();
  const { id, savedDocumentData } = useDocumentInfo();
  const writer = useWriter();
  const { config } = useConfig();
  const router = useRouter();
  const portalRoute = usePortalRoute();
  const { take, catchUp } = useTicketChange(ticketsSlug);
  const source = { apiRoute: config.routes.api, repliesSlug, usersSlug, ticketId: id };
  const { replies, earlier, problem, reload, follow, showEarlier } = useReplies(source);
  const mergedInto = useMergedInto();
  const status = useFormFields(([fields]) => fields.status?.initialValue) as Status | undefined;
  const chosenStatus = useFormFields(([fields]) => fields.status?.value);
  const onTicket = (there: TicketThere) => {
    follow(there);
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
  const end = useNewestInSight(isDrawn);
  const organization = useFormFields(([fields]) => fields.organization?.initialValue);
  useSeen({ id, createdAt: savedDocumentData?.createdAt, replies });
  const isModified = useFormModified();
  if (id === undefined) return null;

  const others = replies?.filter(({ createdBy }) => String(idOf(createdBy)) !== String(writer)) ?? [];
  const newest = replies === null ? undefined : (others.at(-1)?.id ?? null);

  const send = async ({ next, ...answer }: Answer): Promise<Reason | null> => {
    const said = await callPortal(portalRoute, {
      method: 'POST',
      path: `/tickets/${id}/answers`,
      body: { ...answer, seen_reply_id: newest ? String(newest) : null },
    });
    if (!said.ok) {
      look();
      await reload();
      return reasonOfRejection(said);
    }
    if (answer.status !== null) {
      take({ status: answer.status });
      toast.success(t('tickets:page:conversation:isNow', { status: t(`tickets:isNow:${answer.status}`) }));
    }
    const following = next ? nextAfter(String(id)) : null;
    if (following && !isModified) {
      router.push(following);
      return null;
    }
    if (following) toast.info(t('tickets:page:conversation:staysForChanges'));
    await Promise.all([reload(), catchUp()]);
    return null;
  };

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
      {replies?.length === 0 && mergedInto === null && (
        <EmptyState title={t('tickets:page:conversation:emptyTitle')}>
          {t('tickets:page:conversation:empty')}
        </EmptyState>
      )}
      <ol className="portal-conversation__replies" aria-live="polite" aria-busy={replies === null}>
        {timelineOf(replies ?? [], files ?? []).map((entry) =>
          'body' in entry ? (
            <Reply key={`reply ${entry.id}`} reply={entry} now={now} />
          ) : (
            <SentFile key={`file ${entry.id}`} file={entry} now={now} t={t} />
          ),
        )}
      </ol>
      <div ref={end} />
      {mergedInto !== null && writer !== null && (
        <MergedBanner ticketsSlug={ticketsSlug} ticket={id} into={mergedInto} person={writer} />
      )}
      {status && isDrawn && writer !== null && mergedInto === null && (
        <AnswerBox
          key={`${writer} ${id}`}
          repliesSlug={repliesSlug}
          usersSlug={usersSlug}
          filesSlug={filesSlug}
          savedRepliesSlug={savedRepliesSlug}
          organization={organization}
          status={status}
          ticket={id}
          person={writer}
          newest={newest}
          onSend={send}
          onWriting={sayWriting}
        />
      )}
    </section>
  );
};

const idOf = (person: ReplyDocument['createdBy']): unknown =>
  typeof person === 'object' && person !== null ? person.id : person;

/** Puts files among the replies by their time. Files from before the first visible reply are left to the list below. */
const timelineOf = (
  replies: readonly ReplyDocument[],
  files: readonly FileDocument[],
): readonly (ReplyDocument | FileDocument)[] =>
  [...replies, ...files].toSorted(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt) || ('body' in one ? -1 : 1),
  );

/** Scrolls to the newest reply once, when the conversation is drawn. */
const useNewestInSight = (isDrawn: boolean) => {
  const end = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (isDrawn) end.current?.scrollIntoView({ block: 'end' });
  }, [isDrawn]);
  return end;
};

/** One reply. An internal note has its own look and label. */
const Reply = ({ reply, now }: { reply: ReplyDocument; now: Date }) => {
  const t = usePortalTexts();
  const isByMail = reply.source === 'email';
  const person = namePerson(reply.createdBy, t);
  // Staff put it on the ticket, and no user wrote it.
  const isOutsider = isByMail && !reply.createdBy && Boolean(reply.mailFrom);
  const name = isOutsider ? String(reply.mailFrom) : person.name;
  const isClient = person.isClient || isOutsider;
  const time = <RelativeTime moment={new Date(reply.createdAt)} now={now} />;
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
          size: fileSize(file.filesize, t, localeOf(i18n)),
          name: namePerson(file.uploadedBy, t).name,
          time: <RelativeTime moment={new Date(file.createdAt)} now={now} />,
        })}
      </span>
    </li>
  );
};
