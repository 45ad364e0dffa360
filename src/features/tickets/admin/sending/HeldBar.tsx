import { usePathname } from 'next/navigation.js';
import { usePortalTexts } from '../../../../core/ui/react/usePortalTexts.ts';
import { HeldStatus } from './HeldStatus.tsx';
import type { HeldReplies } from './heldReply.ts';
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
