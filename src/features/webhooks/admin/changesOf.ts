import type { Subscription } from '../events.ts';

/** The address and events that a form asks for. */
export interface WantedWebhook {
  readonly url: string;
  readonly events: readonly Subscription[];
}

/** The differences, or null. An unchanged address is not checked again. */
export const changesOf = (before: WantedWebhook, wanted: WantedWebhook): Partial<WantedWebhook> | null => {
  const changes = {
    ...(wanted.url !== before.url && { url: wanted.url }),
    ...(!isSameSet(before.events, wanted.events) && { events: wanted.events }),
  };
  return Object.keys(changes).length > 0 ? changes : null;
};

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((event) => other.includes(event));
