import type { Payload } from 'payload';
import { idText } from '../../../../core/shared/values/ids.ts';
import { blockable, blockOf } from '../../senders/blockedSenders.ts';
import { waits } from '../../storage/fate.ts';
import type { StoredMail } from '../../storage/storedMail.ts';
import { SenderActions } from './SenderActions.tsx';

interface SenderOfProps {
  readonly payload: Payload;
  readonly mail: StoredMail;
  readonly portalRoute: string;
  readonly list: string;
  /** The next message that waits. */
  readonly next: string | null;
}

/** The actions on the sender of a message. */
export const SenderOf = async ({ payload, mail, portalRoute, list, next }: SenderOfProps) => {
  const sender = blockable(mail.from, 'sender');
  const following = next === null ? list : `${list}/${next}`;
  return (
    <SenderActions
      id={idText(mail.id)}
      portalRoute={portalRoute}
      sender={sender === null ? null : { sender, domain: blockable(mail.from, 'domain') }}
      blockedBy={await blockOf(payload, sender)}
      maySpam={waits(mail)}
      after={waits(mail) ? following : null}
    />
  );
};
