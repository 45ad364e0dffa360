import { RichText } from '@payloadcms/richtext-lexical/react';
import { Button, Link, useConfig } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { usePortalRoute, usePortalTexts, useSlugs } from '../../../../core/ui/react/usePortal.ts';
import { useShortcuts } from '../../../../core/ui/react/useShortcuts.tsx';
import type { FileDocument } from '../../../files/ui.ts';
import { withTypedLinks } from '../../replies/typedLinks.ts';
import { SentFiles } from '../page/conversation/Timeline.tsx';
import { draftStore } from '../page/draft/draft.ts';
import { type HeldSubmission, type TicketSubmission, unmarkSending } from '../page/draft/submissions.ts';
import type { HeldReplies, HeldState } from './heldReply.ts';
import { useUnsentReplies } from './useUnsentReplies.ts';
import '../tickets.css';

interface UnsentProps {
  /** True for a ticket whose reply this page holds back, or sends. */
  isHeld(ticket: string): boolean;
}

interface HeldBarProps extends UnsentProps {
  readonly replies: HeldReplies;
}

/** The replies of other tickets that are being sent, or were not. The page of a ticket shows its own. */
export const HeldBar = ({ replies, isHeld }: HeldBarProps) => {
  const t = usePortalTexts();
  const { config } = useConfig();
  const pathname = usePathname();
  const others = replies.held.filter(({ page }) => page !== pathname);
  return (
    <div className="portal-held" role="status">
      {others.map((reply) => (
        <div key={reply.ticket} className="portal-held__reply">
          <HeldStatus
            reply={reply}
            replies={replies}
            words={t('tickets:page:held:of', { number: reply.ticket })}
          />
        </div>
      ))}
      {/* The login page knows nothing of the portal. */}
      {config.admin?.custom && <UnsentReplies isHeld={isHeld} />}
    </div>
  );
};

/** The replies of pages that were closed, which did not leave. */
const UnsentReplies = ({ isHeld }: UnsentProps) => {
  const t = usePortalTexts();
  const slugs = useSlugs();
  const { config } = useConfig();
  // An app may end all its addresses with a slash.
  const pathname = usePathname().replace(/\/$/, '');
  const pageOf = (ticket: string) =>
    formatAdminURL({ adminRoute: config.routes.admin, path: `/collections/${slugs.tickets}/${ticket}` });
  const unsent = useUnsentReplies(isHeld);
  // The page of a ticket says it itself, so that its visitor needs no further notice in this document.
  const told = useRef(new Set<string>());
  const nameOf = ({ key, until }: TicketSubmission) => `${key} ${until}`;
  for (const one of unsent) if (pageOf(one.ticket) === pathname) told.current.add(nameOf(one));
  return unsent
    .filter((one) => !told.current.has(nameOf(one)))
    .map(({ ticket, key, isGone }) => (
      <div key={key} className="portal-held__reply">
        {isGone ? (
          <ReplyWithoutTicket ticket={ticket} submission={key} />
        ) : (
          <>
            <span>{t('tickets:page:held:unsent', { number: ticket })}</span>
            <Link href={pageOf(ticket)}>{t('tickets:page:held:openDraft')}</Link>
          </>
        )}
      </div>
    ));
};

/** The words of a reply that no page shows any more, to be copied. */
const ReplyWithoutTicket = ({
  ticket,
  submission,
}: {
  readonly ticket: string;
  readonly submission: string;
}) => {
  const t = usePortalTexts();
  const { person } = usePortalRoute();
  if (person === undefined) return null;
  const store = draftStore(ticket, person);
  const body = store.read()?.body;
  const discard = () => {
    store.remove();
    unmarkSending({ ticket, person, key: submission });
  };
  return (
    <>
      <span>{t('tickets:page:held:gone', { number: ticket })}</span>
      <Button size="small" margin={false} buttonStyle="secondary" onClick={discard}>
        {t('tickets:page:answer:discardDraft')}
      </Button>
      {body && <RichText className="portal-held__words" data={body} />}
    </>
  );
};

interface HeldStatusProps {
  readonly reply: HeldState;
  readonly replies: Pick<HeldReplies, 'undo' | 'sendNow'>;
  readonly words: string;
}

/** Says that a reply is being sent, and undoes it. */
const HeldStatus = ({ reply, replies, words }: HeldStatusProps) => {
  const t = usePortalTexts();
  const { ticket } = reply;
  return (
    <>
      <span>{words}</span>
      {reply.is === 'waiting' && (
        <>
          <Button size="small" margin={false} onClick={() => replies.undo(ticket)}>
            {t('tickets:list:bulk:undo')}
          </Button>
          <Button size="small" margin={false} buttonStyle="secondary" onClick={() => replies.sendNow(ticket)}>
            {t('tickets:page:held:sendNow')}
          </Button>
        </>
      )}
    </>
  );
};

interface HeldMessageProps {
  readonly reply: HeldState;
  readonly replies: HeldReplies;
  /** The files that go with it. */
  readonly files: readonly FileDocument[];
}

/** A reply that is being sent, at its place in the conversation. It keeps the focus of the button that sent it. */
export const HeldMessage = ({ reply, replies, files }: HeldMessageProps) => {
  const t = usePortalTexts();
  useShortcuts(t('tickets:page:held:title'), {
    z: { says: t('tickets:list:bulk:undo'), act: () => replies.undo(reply.ticket) },
  });
  return (
    <MessageOnItsWay body={reply.request.body} files={files} hasFocus>
      <HeldStatus
        reply={reply}
        replies={replies}
        words={t('tickets:page:held:waits', { count: replies.seconds })}
      />
    </MessageOnItsWay>
  );
};

interface SentElsewhereProps extends Pick<MessageProps, 'files' | 'hasFocus'> {
  readonly ticket: number | string;
  readonly submission: HeldSubmission;
  /** True if the ticket is not there, or no longer in the reach of its author. */
  readonly isGone: boolean;
}

/** A message that another page of this browser sends, or has sent when it was closed. */
export const SentElsewhere = ({ ticket, submission, isGone, ...message }: SentElsewhereProps) => {
  const t = usePortalTexts();
  const { body, until } = submission;
  const onItsWay = Date.parse(until) > Date.now() ? 'held:elsewhere' : 'answer:sending';
  return (
    // A person who was writing may type some letters more: they are no shortcuts.
    <MessageOnItsWay body={body} {...message} onKeyDown={(event) => event.stopPropagation()}>
      <span role="status">{t(`tickets:page:${isGone ? 'held:gone' : onItsWay}`, { number: ticket })}</span>
    </MessageOnItsWay>
  );
};

interface MessageProps {
  readonly body: HeldSubmission['body'];
  /** The files that go with it. */
  readonly files: readonly FileDocument[];
  /** True if it takes the focus. */
  readonly hasFocus: boolean;
  /** Its state, and the buttons that change it. */
  readonly children: ReactNode;
  onKeyDown?(event: KeyboardEvent): void;
}

const MessageOnItsWay = ({ body, files, hasFocus, children, onKeyDown }: MessageProps) => {
  const t = usePortalTexts();
  const frame = useRef<HTMLElement>(null);
  const isFocused = useRef(hasFocus);
  useEffect(() => {
    if (!isFocused.current) return;
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <article
      ref={frame}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="portal-reply portal-reply--staff portal-reply--held"
      aria-label={t('tickets:page:held:title')}
    >
      <header>{children}</header>
      <RichText className="portal-reply__body" data={withTypedLinks(body)} />
      <SentFiles files={files} />
    </article>
  );
};
