import { RichText } from '@payloadcms/richtext-lexical/react';
import { Button } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { useEffect, useRef } from 'react';
import { usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import { useShortcuts } from '../../../../core/ui/react/useShortcuts.tsx';
import type { FileDocument } from '../../../files/ui.ts';
import { SentFiles } from '../page/conversation/Timeline.tsx';
import type { HeldReplies, HeldState } from './heldReply.ts';
import '../tickets.css';

/** The replies of other tickets that are being sent. The page of a ticket shows its own. */
export const HeldBar = ({ replies }: { readonly replies: HeldReplies }) => {
  const t = usePortalTexts();
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
    </div>
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
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    frame.current?.focus({ preventScroll: true });
    frame.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  useShortcuts(t('tickets:page:held:title'), {
    z: { says: t('tickets:list:bulk:undo'), act: () => replies.undo(reply.ticket) },
  });
  return (
    <article
      ref={frame}
      tabIndex={-1}
      className="portal-reply portal-reply--staff portal-reply--held"
      aria-label={t('tickets:page:held:title')}
    >
      <header>
        <HeldStatus
          reply={reply}
          replies={replies}
          words={t('tickets:page:held:waits', { count: replies.seconds })}
        />
      </header>
      <RichText className="portal-reply__body" data={reply.request.body} />
      <SentFiles files={files} />
    </article>
  );
};
