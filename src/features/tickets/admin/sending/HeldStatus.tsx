import { Button } from '@payloadcms/ui';
import { usePortalTexts } from '../../../../core/ui/react/usePortalTexts.ts';
import type { HeldReplies, HeldState } from './heldReply.ts';

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
