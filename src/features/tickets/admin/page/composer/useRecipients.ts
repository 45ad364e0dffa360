import { useState } from 'react';
import type { RecipientThere, TicketThere } from '../presence/usePresence.ts';

/** The people to whom a reply goes, as the server said last. */
export const useRecipients = () => {
  const [recipients, setRecipients] = useState<readonly RecipientThere[] | null>(null);
  return {
    /** It is null until the server has said it. */
    recipients,
    /** The ids of those who get a mail. */
    mailedTo: recipients?.filter(({ mail }) => mail === 'sent').map(({ user_id }) => user_id) ?? null,
    /** @returns true if they are others than before */
    follow({ recipients: now }: Pick<TicketThere, 'recipients'>): boolean {
      // The same people again cause no drawing.
      if (JSON.stringify(recipients) === JSON.stringify(now)) return false;
      setRecipients(now);
      return recipients !== null;
    },
  };
};
