import { z } from 'zod';
import type { Feature } from '../../feature.ts';
import type { DescribedOperation, OpenApiDocument, Parameter } from './documentTypes.ts';
import { exampleOf } from './examples.ts';
import { nameOf, type Schemas } from './schemas.ts';
import type { SecuritySchemes } from './security.ts';
import { type ApiTags, eventsTag } from './tags.ts';

/** The events that registered webhooks receive, by name, with the schema of their data. */
type DescribedEvents = Readonly<Record<string, z.ZodType>>;

export const describeEvents = (events: DescribedEvents, schemas: Schemas): OpenApiDocument['webhooks'] =>
  Object.fromEntries(
    Object.entries(events).map(([event, data]) => [event, { post: describeEvent(event, data, schemas) }]),
  );

/** The whole body of a delivery. */
const eventBody = (event: string, data: z.ZodType) =>
  z.strictObject({
    event: z.literal(event),
    timestamp: z.iso.datetime().describe('The time of the event. It is the same on every attempt.'),
    data,
  });

const describeEvent = (event: string, data: z.ZodType, schemas: Schemas): DescribedOperation => {
  const schema = schemas.ofOutput(eventBody(event, data).meta({ id: `${nameOf(event)}Event` }));
  return {
    operationId: `event_${event.replace('.', '_')}`,
    tags: [eventsTag.name],
    summary: data.description ?? event,
    description: 'Signed as Standard Webhooks defines, with the secret that the registration returned.',
    parameters: signatureHeaders,
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: exampleOf(schema, schemas.components) } },
    },
    responses: {
      '2XX': { description: 'Accepted. The body is ignored.' },
      410: { description: 'The receiver wants no more events: the webhook is disabled.' },
      default: {
        description:
          'Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed.',
      },
    },
    security: [],
  };
};

const header = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string', examples: [example] },
});

const signatureHeaders = [
  header('webhook-id', 'The same on every try of one delivery.', 'msg_2b6f4c'),
  header('webhook-timestamp', 'When this try was signed, in Unix seconds.', '1772443800'),
  header(
    'webhook-signature',
    'One or more signatures, separated by spaces.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

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
