import { RichText } from '@payloadcms/richtext-lexical/react';
import { Button, toast, useConfig, useDocumentInfo, useForm, useFormFields } from '@payloadcms/ui';
import type { Status } from '../../tickets/vocabulary.ts';
import { callCms } from '../shared/cmsApi.ts';
import { EmptyState, ErrorSentence } from '../shared/Messages.tsx';
import { RelativeTime } from '../shared/RelativeTime.tsx';
import { StatusPill } from '../shared/StatusPill.tsx';
import { type Answer, AnswerBox } from './AnswerBox.tsx';
import { namePerson } from './person.ts';
import { wordsFor } from './ticketWords.ts';
import { type ReplyDocument, useReplies } from './useReplies.ts';
import { WholeMail } from './WholeMail.tsx';
import '../shared/shared.css';
import './tickets.css';

interface TicketConversationProps {
  readonly ticketsSlug: string;
  readonly repliesSlug: string;
  readonly usersSlug: string;
}

/** On a ticket's page: its replies, and the form for another. */
export const TicketConversation = ({ ticketsSlug, repliesSlug, usersSlug }: TicketConversationProps) => {
  const { id, savedDocumentData, setData } = useDocumentInfo();
  const { config } = useConfig();
  const { dispatchFields } = useForm();
  const apiRoute = config.routes.api;
  const { replies, earlier, problem, reload, showEarlier } = useReplies({
    apiRoute,
    repliesSlug,
    usersSlug,
    ticketId: id,
  });
  const status = useFormFields(
    ([fields]) => fields.status?.initialValue ?? savedDocumentData?.status,
  ) as Status;
  if (id === undefined) return null;

  /** A reply changes the ticket's `updatedAt`. Without this the CMS would report the page as out of date. */
  const catchUp = async (): Promise<void> => {
    const path = `/${ticketsSlug}/${id}?depth=0&select[updatedAt]=true` as const;
    const now = await callCms<{ updatedAt: string }>(apiRoute, { method: 'GET', path });
    if (now.ok) setData({ ...savedDocumentData, updatedAt: now.output.updatedAt });
  };

  const send = async ({ body, internal, status: next }: Answer): Promise<string | null> => {
    if (!body) return 'Write something first.';
    const said = await callCms(apiRoute, {
      method: 'POST',
      path: `/${repliesSlug}`,
      body: { ticket: id, body, internal },
    });
    if (!said.ok) return said.message;
    if (next !== null) {
      const path = `/${ticketsSlug}/${id}` as const;
      const changed = await callCms(apiRoute, { method: 'PATCH', path, body: { status: next } });
      // The reply is stored: sending again must not repeat it.
      if (!changed.ok) toast.error(`It was sent, but the status stays: ${changed.message}`);
      else {
        dispatchFields({ type: 'UPDATE', path: 'status', value: next, initialValue: next });
        toast.success(`The ticket is ${wordsFor(next).toLowerCase()} now.`);
      }
    }
    await Promise.all([reload(), catchUp()]);
    return null;
  };

  const now = new Date();
  return (
    <section className="field-type portal-conversation" aria-labelledby="portal-conversation">
      <h2 id="portal-conversation">Conversation</h2>
      {problem && <ErrorSentence>{problem}</ErrorSentence>}
      {earlier > 0 && (
        <Button buttonStyle="secondary" size="small" margin={false} onClick={showEarlier}>
          Show earlier replies ({earlier})
        </Button>
      )}
      {replies?.length === 0 && <EmptyState title="No reply yet">Write the first reply below.</EmptyState>}
      <ol className="portal-conversation__replies" aria-live="polite" aria-busy={replies === null}>
        {replies?.map((reply) => (
          <Reply key={reply.id} reply={reply} now={now} />
        ))}
      </ol>
      <AnswerBox repliesSlug={repliesSlug} status={status} onSend={send} />
    </section>
  );
};

/** One reply. An internal note looks different and says so. */
const Reply = ({ reply, now }: { reply: ReplyDocument; now: Date }) => {
  const isByMail = reply.source === 'email';
  const person = namePerson(reply.createdBy);
  // Staff put it on the ticket, and no user wrote it.
  const isOutsider = isByMail && !reply.createdBy && Boolean(reply.mailFrom);
  const name = isOutsider ? String(reply.mailFrom) : person.name;
  const isClient = person.isClient || isOutsider;
  const kind = reply.internal ? 'internal' : isClient ? 'client' : 'staff';
  return (
    <li className={`portal-reply portal-reply--${kind}`}>
      <article aria-label={`${reply.internal ? 'Internal note' : 'Reply'} by ${name}`}>
        <header>
          <strong>{name}</strong>
          {isClient && <StatusPill tone="neutral">Client</StatusPill>}
          {reply.internal && <StatusPill tone="warning">Internal note</StatusPill>}
          <span className="portal-muted">
            <RelativeTime moment={new Date(reply.createdAt)} now={now} />
            {isByMail && !reply.internal && ' by mail'}
          </span>
        </header>
        <RichText className="portal-reply__body" data={reply.body} />
        <WholeMail text={reply.mailText} />
      </article>
    </li>
  );
};
