import { Banner } from '@payloadcms/ui';
import type { Payload } from 'payload';
import { lastBounce } from '../../mail-events/query.ts';
import type { Slugs } from '../../options/slugs.ts';
import { utcTime } from '../shared/RelativeTime.tsx';

interface BounceWarningProps {
  readonly payload: Payload;
  readonly slugs: Slugs;
  readonly address: string;
}

/** Says that the last mail to an address came back, and why. Nothing if it did not. */
export const BounceWarning = async ({ payload, slugs, address }: BounceWarningProps) => {
  const bounce = await lastBounce(payload, slugs, address).catch(() => null);
  if (!bounce) return null;
  const { state, detail, at } = bounce;
  const what = state === 'complained' ? 'was marked as spam' : 'bounced';
  return (
    <div role="status" className="portal-bounce">
      <Banner type="error">
        The last mail to <strong>{address}</strong> {what} ({utcTime(at)}){detail ? `: ${detail}` : '.'}
      </Banner>
    </div>
  );
};
