import { Banner } from '@payloadcms/ui';
import type { Payload } from 'payload';
import type { Slugs } from '../../../core/options/slugs.ts';
import type { TranslateText } from '../../../core/texts/text.ts';
import { ExactTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { withElements } from '../../../core/ui/parts/words/words.tsx';
import { lastBounce } from '../deliveries/query.ts';
import './emailLog.css';

interface BounceWarningProps {
  readonly payload: Payload;
  readonly slugs: Slugs;
  readonly address: string;
  readonly t: TranslateText;
}

/** Says that the last mail to an address came back, and why. Nothing if it did not. */
export const BounceWarning = async ({ payload, slugs, address, t }: BounceWarningProps) => {
  const bounce = await lastBounce(payload, slugs, address).catch(() => null);
  if (!bounce) return null;
  const { state, detail, at } = bounce;
  const what = state === 'complained' ? 'complained' : 'bounced';
  const sentence = t(`people:bounce:${what}${detail ? 'Because' : ''}`);
  return (
    <div role="status" className="portal-bounce">
      <Banner type="error">
        {withElements(sentence, {
          address: <strong>{address}</strong>,
          time: <ExactTime moment={at} />,
          detail,
        })}
      </Banner>
    </div>
  );
};
