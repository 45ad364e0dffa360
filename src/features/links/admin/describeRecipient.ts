import type { TranslateText } from '../../../core/texts/text.ts';
import type { Tone } from '../../../core/ui/parts/words/words.tsx';
import type { LinkRecipient } from './linked.ts';

interface Described {
  readonly tone: Tone;
  readonly words: string;
}

/** The last thing known of a recipient: their own acts count more than the state of their mail. */
export const describeRecipient = (recipient: LinkRecipient, t: TranslateText): Described => {
  const { delivery, sent_at, opened_at, downloaded_at, received_files = 0 } = recipient;
  if (downloaded_at) return { tone: 'good', words: t('links:admin:recipients:is:downloaded') };
  if (received_files > 0)
    return { tone: 'good', words: t('links:admin:recipients:received', { count: received_files }) };
  if (opened_at) return { tone: 'good', words: t('links:admin:recipients:is:opened') };
  if (delivery?.state === 'bounced') return { tone: 'bad', words: t('links:admin:recipients:is:bounced') };
  if (delivery?.state === 'complained')
    return { tone: 'bad', words: t('links:admin:recipients:is:complained') };
  if (delivery?.state === 'failed') return { tone: 'bad', words: t('links:admin:recipients:is:failed') };
  if (delivery?.state === 'delayed')
    return { tone: 'warning', words: t('links:admin:recipients:is:delayed') };
  if (delivery?.state === 'delivered')
    return { tone: 'neutral', words: t('links:admin:recipients:is:delivered') };
  return {
    tone: 'neutral',
    words: t(sent_at ? 'links:admin:recipients:is:mailed' : 'links:admin:recipients:is:waiting'),
  };
};
