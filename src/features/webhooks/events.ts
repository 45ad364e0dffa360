import { z } from 'zod';
import type { Feature } from '../../core/feature.ts';

/** The name of an event, or a pattern of names. */
export type Subscription = string;

/** Sent only by the test of a webhook. It cannot be subscribed to. */
export const testEvent = 'webhook.test';

/** The names and patterns to which a webhook can subscribe. */
export const subscriptionsOf = (features: readonly Feature[]): readonly Subscription[] => {
  const names = features.flatMap(({ events }) => Object.keys(events ?? {}));
  return [...names, ...patternsOf(names), '*'];
};

/** A pattern for each group of several events. */
const patternsOf = (names: readonly string[]): readonly string[] => {
  const groups = names.map((name) => name.slice(0, name.indexOf('.')));
  return [...new Set(groups.filter((group, index) => groups.indexOf(group) !== index))].map(
    (group) => `${group}.*`,
  );
};

/** The subscriptions that receive an event. */
export const subscriptionsTo = (event: string): readonly Subscription[] => [
  event,
  ...(event === testEvent ? [] : [`${event.slice(0, event.indexOf('.'))}.*`]),
  '*',
];

/** The events of which webhooks of clients do not hear. */
export const teamEventsOf = (features: readonly Feature[]): string[] =>
  features.flatMap(({ events, hasEventsForTeam }) => (hasEventsForTeam ? Object.keys(events ?? {}) : []));

/** The data of the test of a webhook. */
export const testEventSchema = z
  .strictObject({ webhook_id: z.string() })
  .describe('The test of a webhook. It cannot be subscribed to.');
