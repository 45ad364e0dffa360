import { providerNames } from '../../../../core/shared/portal/mailProviders.ts';
import type { TranslateText } from '../../../../core/texts/text.ts';
import { ExactTime } from '../../../../core/ui/parts/words/RelativeTime.tsx';
import { StatusPill, withElements } from '../../../../core/ui/parts/words/words.tsx';
import type { MailDelivery } from '../../deliveries/query.ts';
import type { DeliveryState } from '../../deliveries/vocabulary.ts';
import { deliveryTones } from '../describeEmail.ts';
import { hintFor } from './errorHints.ts';
import './trail.css';

export const DeliveryPill = ({ state, t }: { state: DeliveryState; t: TranslateText }) => (
  <StatusPill tone={deliveryTones[state]}>{t(`emailLog:delivery:${state}`)}</StatusPill>
);

interface DeliveryTimelineProps {
  /** The events in chronological order. */
  readonly events: readonly MailDelivery[];
  /** True if the mail went to several recipients. */
  readonly hasSeveral: boolean;
  readonly t: TranslateText;
}

/** The reports about a mail after it was handed over, event by event. */
export const DeliveryTimeline = ({ events, hasSeveral, t }: DeliveryTimelineProps) => (
  <ol className="portal-trail">
    {events.map(({ id, recipient, state, isPermanent, detail, at, source }) => {
      const hint = state === 'bounced' && detail ? hintFor(detail, t) : null;
      return (
        <li key={id}>
          <DeliveryPill state={state} t={t} />{' '}
          {state === 'bounced' && (
            <span>{t(isPermanent ? 'emailLog:timeline:forGood' : 'emailLog:timeline:forNow')} </span>
          )}
          {hasSeveral && <span>{t('emailLog:timeline:recipient', { recipient })} </span>}
          <span className="portal-muted">
            {withElements(t('emailLog:timeline:toldBy'), {
              time: <ExactTime moment={at} />,
              source: source === 'mail' ? t('emailLog:timeline:bounceMail') : providerNames[source],
            })}
          </span>
          {detail && <pre>{detail}</pre>}
          {hint && <p className="portal-trail__hint">{hint}</p>}
        </li>
      );
    })}
  </ol>
);
