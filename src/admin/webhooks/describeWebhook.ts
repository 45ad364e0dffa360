import type { WebhookOwner } from '../../webhooks/owner.ts';
import type { Tone } from '../shared/StatusPill.tsx';
import type { WebhookHealth } from './readWebhook.ts';

interface State {
  readonly tone: Tone;
  readonly words: string;
}

type Condition = Pick<
  WebhookHealth,
  'status' | 'disabled_reason' | 'failing_since' | 'last_success' | 'last_failure'
>;

const disabled = {
  owner: { tone: 'neutral', words: 'Disabled' },
  gone: { tone: 'bad', words: 'Disabled: gone' },
  failing: { tone: 'bad', words: 'Disabled: failing' },
} as const;

/** How a webhook is, in words and in colour. */
export const describeWebhook = (webhook: Condition): State => {
  if (webhook.status === 'disabled') return disabled[webhook.disabled_reason ?? 'owner'];
  if (webhook.failing_since) return { tone: 'bad', words: 'Failing' };
  if (webhook.last_success) return { tone: 'good', words: 'Healthy' };
  return webhook.last_failure
    ? { tone: 'warning', words: 'Never succeeded' }
    : { tone: 'neutral', words: 'Not used yet' };
};

const reasons = {
  owner: 'It was disabled by hand.',
  gone: 'Its receiver answered 410, so that it was disabled.',
  failing: 'It failed for five days, so that it was disabled.',
} as const;

/** What a disabled webhook means, and why it is so; null for one that is enabled. */
export const describeDisabled = ({ status, disabled_reason }: Condition): string | null =>
  status === 'enabled'
    ? null
    : `${reasons[disabled_reason ?? 'owner']} Nothing is sent; new events are kept as failed, to be sent once it is enabled.`;

/** Who registered a webhook: it is the organization's, and goes on when they leave. */
export const describeOwner = (owner: WebhookOwner | null): string => {
  if (!owner) return 'Whoever registered it is gone.';
  return owner.mayStillSee
    ? `Registered by ${owner.email}.`
    : `Registered by ${owner.email}, who may not see these events any more.`;
};

const deliveryStates = {
  pending: { tone: 'warning', words: 'Pending' },
  delivered: { tone: 'good', words: 'Delivered' },
  failed: { tone: 'bad', words: 'Failed' },
} as const satisfies Record<string, State>;

export const describeDelivery = (status: keyof typeof deliveryStates): State => deliveryStates[status];

/** What each class of error means to whoever runs the receiver. */
export const errorClassHints: Readonly<Record<string, string>> = {
  dns: 'The receiver’s name was not found.',
  connect: 'Nothing listens at the address, or a firewall is between.',
  tls: 'The receiver’s certificate could not be trusted.',
  timeout: 'The receiver did not answer within 15 seconds.',
  status: 'The receiver answered, but not with success (2xx).',
  redirect: 'The receiver sent us elsewhere; redirects are not followed. Set the new address.',
  blocked: 'The address is private or reserved, where webhooks may not go.',
  disabled: 'The webhook was disabled, so nothing was sent. Enable it, then send it again.',
};
