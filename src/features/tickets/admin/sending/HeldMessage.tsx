import { RichText } from '@payloadcms/richtext-lexical/react';
import { useEffect, useRef } from 'react';
import { usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import { useShortcuts } from '../../../../core/ui/react/useShortcuts.tsx';
import type { FileDocument } from '../../../files/ui.ts';
import { SentFiles } from '../page/conversation/Timeline.tsx';
import { HeldStatus } from './HeldBar.tsx';
import type { HeldReplies, HeldState } from './heldReply.ts';

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
