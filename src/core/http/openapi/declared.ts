import type { Feature } from '../../feature.ts';
import type { SecuritySchemes } from './securitySchemes.ts';
import type { ApiTags } from './tags.ts';
import type { DescribedEvents } from './webhooks.ts';

/** The part of the API's description that the features declare beside their operations. */
export interface Declared {
  readonly events: DescribedEvents;
  readonly tags: ApiTags;
  /** One for each feature that owns a kind of credential. */
  readonly securitySchemes: readonly SecuritySchemes[];
}

export const declaredBy = (features: readonly Feature[]): Declared => ({
  events: eventsOf(features),
  tags: Object.assign({}, ...features.map(({ tags }) => tags)),
  securitySchemes: features.flatMap(({ securitySchemes }) => (securitySchemes ? [securitySchemes] : [])),
});

/** The events of all features; those that cannot be subscribed to come last. */
const eventsOf = (features: readonly Feature[]): DescribedEvents =>
  Object.assign(
    {},
    ...features.map(({ events }) => events),
    ...features.map(({ unlistedEvents }) => unlistedEvents),
  );
