import { Button } from '@payloadcms/ui';
import { usePortalTexts } from '../../../../core/ui/usePortalTexts.ts';
import type { HeldReplies, HeldState as State } from './heldReplies.ts';

interface HeldStateProps {
  readonly reply: State;
  readonly replies: Pick<HeldReplies, 'undo' | 'sendNow'>;
  readonly words: string;
}

/** Says that a reply is being sent, and undoes it. */
export const HeldState = ({ reply, replies, words }: HeldStateProps) => {
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
