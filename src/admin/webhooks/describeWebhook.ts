import type { WebhookOwner } from '../../webhooks/findWebhook.ts';
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

/** The state of a webhook in words and colour. */
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
  gone: 'It was disabled because its receiver answered 410.',
  failing: 'It was disabled because it failed for five days.',
} as const;

/** Why a webhook is disabled, and what that means; null if it is enabled. */
export const describeDisabled = ({ status, disabled_reason }: Condition): string | null =>
  status === 'enabled'
    ? null
    : `${reasons[disabled_reason ?? 'owner']} Nothing is sent. New events are kept as failed; send them again once it is enabled.`;

/** Who registered a webhook. It belongs to the organization and outlives its user. */
export const describeOwner = (owner: WebhookOwner | null): string => {
  if (!owner) return 'The user who registered it was deleted.';
  return owner.mayStillSee
    ? `Registered by ${owner.email}.`
    : `Registered by ${owner.email}, who may no longer see these events.`;
};

const deliveryStates = {
  pending: { tone: 'warning', words: 'Pending' },
  delivered: { tone: 'good', words: 'Delivered' },
  failed: { tone: 'bad', words: 'Failed' },
} as const satisfies Record<string, State>;

export const describeDelivery = (status: keyof typeof deliveryStates): State => deliveryStates[status];

/** What each class of error means to the receiver's operator. */
export const errorClassHints: Readonly<Record<string, string>> = {
  dns: 'The receiver’s name was not found.',
  connect: 'Nothing listens at the address, or a firewall is between.',
  tls: 'The receiver’s certificate could not be trusted.',
  timeout: 'The receiver did not answer within 15 seconds.',
  status: 'The receiver answered, but not with success (2xx).',
  redirect: 'The receiver answered with a redirect; redirects are not followed. Set the new address.',
  blocked: 'The address is private or reserved. Webhooks must not reach it.',
  disabled: 'The webhook was disabled, so nothing was sent. Enable it, then send it again.',
};
