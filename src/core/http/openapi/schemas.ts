import { z } from 'zod';
import { type Json, type JsonObject, simplifySchema } from '../../shared/jsonSchema.ts';
import { openings } from '../opened/openedFields.ts';
import type { Method } from '../operation.ts';
import { addOpened, type OpenedSchemas } from './opened.ts';

/** Zod's schemas as the document's: zod itself describes them, and those that have an `id` become components. */
export interface Schemas {
  readonly components: Readonly<Record<string, JsonSchema>>;
  /** A request: strict. */
  ofInput(schema: z.ZodType): JsonSchema;
  /** The schema of a response: later versions may add to it. */
  ofOutput(schema: z.ZodType): JsonSchema;
}

/** @param opened the fields that the app opens, as the CMS describes them */
export const buildSchemas = (opened: OpenedSchemas): Schemas => {
  const components: Record<string, JsonSchema> = {};
  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    // A schema that is itself a component would stand at the root, and nothing can refer to the root.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ jsonSchema, zodSchema }) => {
        simplifySchema(jsonSchema, io);
        const opening = openings.get(zodSchema);
        const added = opening && opened[opening.collection];
        if (added) addOpened(jsonSchema, added, opening.use);
      },
    });
    for (const [name, definition] of Object.entries($defs)) {
      components[name] ??= pointToComponents(definition as JsonSchema);
    }
    return pointToComponents(properties?.schema as JsonSchema);
  };
  return {
    components,
    ofInput: (schema) => convert(schema, 'input'),
    ofOutput: (schema) => convert(schema, 'output'),
  };
};

const pointToComponents = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;

/** The schema that a reference of the document stands for. */
export const resolveSchema = (
  schema: JsonSchema,
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchema => (typeof schema.$ref === 'string' ? (components[nameIn(schema.$ref)] ?? {}) : schema);

/** The name of the component that a reference stands for. */
export const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';

export const propertiesOf = (schema: JsonSchema): [name: string, property: JsonSchema][] =>
  Object.entries((schema.properties ?? {}) as JsonObject).map(([name, property]) => [
    name,
    property as JsonSchema,
  ]);

export const requiredOf = (schema: JsonSchema): readonly Json[] =>
  Array.isArray(schema.required) ? schema.required : [];

/** `invalid_transition` and `ticket.created` as `InvalidTransition` and `TicketCreated`. */
export const nameOf = (words: string): string =>
  words.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

export type { Json, JsonObject } from '../../shared/jsonSchema.ts';

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 takes it. */
export type JsonSchema = JsonObject;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: Json;
  readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: Json }>>;
}

export interface Answered {
  readonly description: string;
  readonly headers?: Readonly<Record<string, JsonObject>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export type Reference = { readonly $ref: string };

export interface DescribedOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  readonly responses: Readonly<Record<string, Answered | Reference>>;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-required-scope'?: string;
  readonly 'x-allowed-roles'?: readonly string[];
}

export type PathItem = Readonly<Partial<Record<Lowercase<Method>, DescribedOperation>>>;

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, { readonly post: DescribedOperation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, Answered>>;
    readonly headers: Readonly<Record<string, JsonObject>>;
    readonly securitySchemes: Readonly<Record<string, JsonObject>>;
  };
}
