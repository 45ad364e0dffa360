import { errorClasses, longestTry } from '../../../core/outgoing/outcome.ts';
import type { TextKey, TranslateText } from '../../../core/texts/text.ts';
import type { Tone } from '../../../core/ui/parts/words/words.tsx';
import { daysOfFailing } from '../deliveries/schedule.ts';
import type { StoredDelivery } from '../operations/deliveries.ts';
import type { WebhookOwner } from '../record/findWebhook.ts';
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
  owner: ['neutral', 'webhooks:health:disabled'],
  gone: ['bad', 'webhooks:health:gone'],
  failing: ['bad', 'webhooks:health:disabledFailing'],
} as const satisfies Record<string, readonly [Tone, TextKey]>;

/** The state of a webhook in words and colour. */
export const describeWebhook = (webhook: Condition, t: TranslateText): State => {
  const [tone, words] = healthOf(webhook);
  return { tone, words: t(words) };
};

const healthOf = (webhook: Condition): readonly [Tone, TextKey] => {
  if (webhook.status === 'disabled') return disabled[webhook.disabled_reason ?? 'owner'];
  if (webhook.failing_since) return ['bad', 'webhooks:health:failing'];
  if (webhook.last_success) return ['good', 'webhooks:health:healthy'];
  return webhook.last_failure
    ? ['warning', 'webhooks:health:neverSucceeded']
    : ['neutral', 'webhooks:health:unused'];
};

/** The reason why a webhook is disabled, and its consequence; null if it is enabled. */
export const describeDisabled = ({ status, disabled_reason }: Condition, t: TranslateText): string | null =>
  status === 'enabled'
    ? null
    : `${t(`webhooks:disabledBy:${disabled_reason ?? 'owner'}`, { days: daysOfFailing })} ${t('webhooks:disabledBy:meaning')}`;

/** The user who registered a webhook. The webhook belongs to the organization and outlives its user. */
export const describeOwner = (owner: WebhookOwner | null, t: TranslateText): string => {
  if (!owner) return t('webhooks:owner:deleted');
  const { email, mayStillSee } = owner;
  return t(mayStillSee ? 'webhooks:owner:named' : 'webhooks:owner:mayNotSee', { email });
};

const deliveryTones = { pending: 'warning', delivered: 'good', failed: 'bad' } as const;

export const describeDelivery = (status: keyof typeof deliveryTones, t: TranslateText): State => ({
  tone: deliveryTones[status],
  words: t(`webhooks:deliveryState:${status}`),
});

/** The outcome of the last attempt in a few words: the receiver's status, or the reason why there is none. */
export const describeOutcome = (
  { response_status: status, error_class }: Pick<StoredDelivery, 'response_status' | 'error_class'>,
  t: TranslateText,
): string => {
  if (status !== null) return t('webhooks:outcome:status', { status });
  const known = errorClasses.find((one) => one === error_class);
  return known === undefined || known === 'status' || known === 'redirect'
    ? ''
    : t(`webhooks:outcome:${known}`);
};

/** The meaning of an error class for the receiver's operator; null if there is no such class. */
export const hintOf = (errorClass: string | null | undefined, t: TranslateText): string | null => {
  const known = errorClasses.find((one) => one === errorClass);
  return known ? t(`webhooks:errorClass:${known}`, { seconds: longestTry / 1_000 }) : null;
};
