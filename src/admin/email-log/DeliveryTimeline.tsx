import type { MailDelivery } from '../../mail-events/query.ts';
import type { DeliveryState, EventSource } from '../../mail-events/vocabulary.ts';
import { utcTime } from '../shared/RelativeTime.tsx';
import { StatusPill } from '../shared/StatusPill.tsx';
import { deliveryTones, deliveryWords } from './describeEmail.ts';
import { hintFor } from './errorHints.ts';

export const DeliveryPill = ({ state }: { state: DeliveryState }) => (
  <StatusPill tone={deliveryTones[state]}>{deliveryWords[state]}</StatusPill>
);

const sourceNames: Readonly<Record<EventSource, string>> = {
  resend: 'Resend',
  postmark: 'Postmark',
  ses: 'Amazon SES',
  mailgun: 'Mailgun',
  sendgrid: 'SendGrid',
  mail: 'a bounce that came as mail',
};

interface DeliveryTimelineProps {
  /** In order of time. */
  readonly events: readonly MailDelivery[];
  /** Whether the mail went to several recipients. */
  readonly hasSeveral: boolean;
}

/** What was told of a mail after it was handed over, event by event. */
export const DeliveryTimeline = ({ events, hasSeveral }: DeliveryTimelineProps) => (
  <ol className="portal-trail">
    {events.map(({ id, recipient, state, isPermanent, detail, at, source }) => {
      const hint = state === 'bounced' && detail ? hintFor(detail) : null;
      return (
        <li key={id}>
          <DeliveryPill state={state} />{' '}
          {state === 'bounced' && <span>{isPermanent ? 'for good' : 'for now'} </span>}
          {hasSeveral && <span>to {recipient} </span>}
          <span className="portal-muted">
            <time dateTime={at.toISOString()}>{utcTime(at)}</time>, told by {sourceNames[source]}
          </span>
          {detail && <pre>{detail}</pre>}
          {hint && <p className="portal-trail__hint">{hint}</p>}
        </li>
      );
    })}
  </ol>
);
