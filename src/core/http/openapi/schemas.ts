import type { FlattenedField, Payload } from 'payload';
import { z } from 'zod';
import type { PortalContext } from '../../context.ts';
import type { CollectionName } from '../../options/collections.ts';
import { type Json, type JsonObject, simplifySchema } from '../../shared/values/jsonSchema.ts';
import { describeFields, openedFieldsOf, openings } from '../opened/openedFields.ts';
import type { JsonSchema } from './documentTypes.ts';

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

interface OpenedSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** Fields that a request to create a record has to send. */
  readonly required: readonly string[];
}

/** The fields that the app opens, by their collection. */
export type OpenedSchemas = Readonly<Partial<Record<CollectionName, OpenedSchema>>>;

/** The CMS's own description of the fields that the app opens. Ids are text, as everywhere in the API. */
export const describeOpened = (payload: Payload, portal: PortalContext): OpenedSchemas =>
  Object.fromEntries(
    openableOf(portal).map((collection) => {
      const fields = openedFieldsOf(payload, portal, collection);
      return [
        collection,
        { properties: describeFields(payload, fields), required: requiredFieldsOf(fields) },
      ];
    }),
  );

/** The collections whose fields an app can open. */
const openableOf = ({ options: { declared } }: PortalContext): readonly CollectionName[] =>
  (Object.keys(declared) as CollectionName[]).filter((name) => declared[name]?.takes === 'apiFields');

/** A default value, a hook or a condition may see to a required field that is not sent. */
const requiredFieldsOf = (fields: readonly FlattenedField[]): string[] =>
  fields.filter((field) => isRequired(field) && !mayBeFilled(field)).map(({ name }) => name);

const isRequired = (field: FlattenedField): boolean => 'required' in field && field.required === true;

const mayBeFilled = (field: FlattenedField): boolean =>
  ('defaultValue' in field && field.defaultValue !== undefined) ||
  ('hooks' in field && Boolean(field.hooks?.beforeValidate?.length || field.hooks?.beforeChange?.length)) ||
  Boolean(field.admin && 'condition' in field.admin && field.admin.condition);

type Use = NonNullable<ReturnType<typeof openings.get>>['use'];

/** Adds the opened fields of a collection to a schema of its records. */
const addOpened = (
  schema: z.core.JSONSchema.BaseSchema,
  { properties, required }: OpenedSchema,
  use: Use,
): void => {
  const needed = use === 'new' ? required : [];
  Object.assign(schema, {
    properties: { ...schema.properties, ...properties },
    ...(needed.length > 0 && { required: [...(schema.required ?? []), ...needed] }),
  });
};
