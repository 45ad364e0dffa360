import { Button } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
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
export const HeldStatus = ({ reply, replies, words }: HeldStatusProps) => {
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
