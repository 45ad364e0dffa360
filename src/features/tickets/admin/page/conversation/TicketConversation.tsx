import { Button, useDocumentInfo, useFormFields, useFormModified } from '@payloadcms/ui';
import type { UIFieldClientProps } from 'payload';
import type { ReactNode } from 'react';
import { ReasonSentence } from '../../../../../core/ui/parts/words/ReasonSentence.tsx';
import { EmptyState } from '../../../../../core/ui/parts/words/words.tsx';
import { useOpener } from '../../../../../core/ui/react/useOpener.ts';
import { usePortalRoute, usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { type FileDocument, useFiles } from '../../../../files/ui.ts';
import type { Status } from '../../../vocabulary.ts';
import { HeldMessage, SentElsewhere } from '../../sending/HeldParts.tsx';
import { Composer } from '../composer/Composer.tsx';
import { GoesTo } from '../composer/GoesTo.tsx';
import { useRecipients } from '../composer/useRecipients.ts';
import { useSending } from '../draft/useSending.ts';
import { MergedBanner } from '../merge/MergedBanner.tsx';
import { type TicketThere, usePresence } from '../presence/usePresence.ts';
import { useMergedInto, useRefreshedCustomer, useTicketChange } from '../useOpenTicket.ts';
import { Timeline } from './Timeline.tsx';
import { isBy, newestOfOthers, type ReplyDocument, useReplies } from './useReplies.ts';
import { type NewestReply, useNewestInSight, useSeen, useSeenMentions } from './useSeen.ts';
import '../../tickets.css';

/** Part of a ticket's page: its replies and files in chronological order, and the composer. */
export const TicketConversation = ({ path }: UIFieldClientProps) => {
  const t = usePortalTexts();
  const { id, savedDocumentData } = useDocumentInfo();
  const writer = useOpener() ?? null;
  const portalRoute = usePortalRoute();
  const { take, catchUp } = useTicketChange();
  const tools = useTools(path);
  const { replies, earlier, problem, reload, follow: followReplies, showEarlier } = useReplies(id);
  const mergedInto = useMergedInto();
  const status = useFormFields(([fields]) => fields.status?.initialValue) as Status | undefined;
  const chosenStatus = useFormFields(([fields]) => fields.status?.value);
  const { recipients, mailedTo, follow: followRecipients } = useRecipients();
  const onTicket = (there: TicketThere) => {
    followReplies(there);
    const haveOthers = followRecipients(there);
    const isMerged = mergedInto === null && there.mergedInto !== null;
    // An unsaved choice stays: saving it then reports that someone else has changed it, too.
    const hasChanged = status !== there.status && status === chosenStatus;
    const into = typeof id === 'number' ? Number(there.mergedInto) : there.mergedInto;
    if (isMerged || hasChanged) take({ status: there.status, ...(isMerged && { mergedInto: into }) });
    if (isMerged || hasChanged || haveOthers) void catchUp();
  };
  const { sayWriting, look } = usePresence({ portalRoute, ticketId: id, onTicket });
  const { files, problem: filesProblem } = useFiles({ field: 'ticket', id });
  // Content that appears above the form later would move it away from the pointer: a click would miss.
  const isDrawn = (replies !== null || problem !== null) && (files !== null || filesProblem !== null);
  const end = useNewestInSight(isDrawn, newestOf(replies, writer));
  const organization = useFormFields(([fields]) => fields.organization?.initialValue);
  useSeen({ id, createdAt: savedDocumentData?.createdAt, replies });
  useRefreshedCustomer();
  useSeenMentions({ portalRoute, id, writer, replies, earlier });
  const isModified = useFormModified();
  const { held, elsewhere, sending, refusal, chosen, send } = useSending({
    ...{ id, writer, replies, mailedTo, isModified, look, reload, sayWriting, take, catchUp },
    isMerged: mergedInto !== null,
  });
  if (id === undefined) return null;

  /** True if a reply can be written: none is on its way. */
  const isOpen = mergedInto === null && held === null && elsewhere.sending === null;
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
      <Timeline replies={replies} files={files} />
      {held && sending && (
        <HeldMessage reply={held} replies={sending} files={among(files, held.request.file_ids)} />
      )}
      {elsewhere.sending && (
        <SentElsewhere
          ticket={id}
          submission={elsewhere.sending}
          isGone={elsewhere.isGone}
          files={among(files, elsewhere.sending.file_ids)}
          hasFocus={elsewhere.hadFocus}
        />
      )}
      <div ref={end} />
      {mergedInto !== null && writer !== null && (
        <MergedBanner ticket={id} into={mergedInto} person={writer} refusal={refusal} />
      )}
      {status && isDrawn && writer !== null && isOpen && (
        <Composer
          key={`${writer} ${id}`}
          ticket={{ id, organization, status }}
          person={writer}
          goesTo={<GoesTo recipients={recipients} onChange={look} />}
          tools={tools}
          newest={newestOfOthers(replies, writer)}
          held={{ refusal, chosen, ...elsewhere }}
          onSend={send}
          onWriting={sayWriting}
        />
      )}
    </section>
  );
};

const among = (files: readonly FileDocument[] | null, ids: readonly string[]): readonly FileDocument[] =>
  (files ?? []).filter(({ id }) => ids.includes(String(id)));

/** The buttons that other features add to the composer: all components of the field but its own. */
const useTools = (path: string): ReactNode => {
  const { Field: _own, ...tools } = useFormFields(([fields]) => fields[path]?.customComponents) ?? {};
  return Object.values(tools);
};

/** The newest reply; null until the replies are there. */
const newestOf = (replies: readonly ReplyDocument[] | null, writer: unknown): NewestReply | null => {
  if (replies === null) return null;
  const last = replies.at(-1);
  return { id: last?.id ?? null, isOwn: isBy(last, writer) };
};
