/** What a portal tells the outside. */
export const eventNames = ['ticket.created', 'ticket.updated', 'ticket.replied', 'file.uploaded'] as const;

export type EventName = (typeof eventNames)[number];

/** What one may subscribe to. */
export const subscriptions = [...eventNames, 'ticket.*', '*'] as const;

export type Subscription = (typeof subscriptions)[number];

/** Sent only by the test of a webhook. It cannot be subscribed to. */
export const testEvent = 'webhook.test';

/** The subscriptions that an event is for. */
export const subscriptionsTo = (event: EventName | typeof testEvent): readonly Subscription[] =>
  subscriptions.filter((subscription) => subscription === event || isPattern(subscription, event));

const isPattern = (subscription: Subscription, event: string): boolean =>
  subscription === '*' || (subscription.endsWith('.*') && event.startsWith(subscription.slice(0, -1)));
