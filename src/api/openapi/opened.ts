import { type FlattenedField, fieldsToJSONSchema, type Payload } from 'payload';
import type { z } from 'zod';
import type { PortalContext } from '../../context.ts';
import { openedFieldsOf } from '../../operations/opened/openedFields.ts';
import type { openings } from '../../operations/opened/openings.ts';
import { type OpenableName, openable } from '../../options/collections.ts';
import type { Json, JsonObject, JsonSchema } from './types.ts';

interface OpenedSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  /** What a new record has to be sent. */
  readonly required: readonly string[];
}

/** The fields that the app opens, by their collection. */
export type OpenedSchemas = Readonly<Partial<Record<OpenableName, OpenedSchema>>>;

/** The CMS's own description of the fields that the app opens. Ids are text, as everywhere in the API. */
export const describeOpened = (payload: Payload, portal: PortalContext): OpenedSchemas =>
  Object.fromEntries(
    openable.map((collection) => {
      const fields = openedFieldsOf(payload, portal, collection);
      return [collection, { properties: propertiesOf(payload, fields), required: requiredOf(fields) }];
    }),
  );

const propertiesOf = (
  { config }: Payload,
  fields: readonly FlattenedField[],
): Readonly<Record<string, JsonSchema>> => {
  const idTypes = Object.fromEntries(config.collections.map(({ slug }) => [slug, 'string' as const]));
  const interfaces: Parameters<typeof fieldsToJSONSchema>[2] = new Map();
  const inline = { forceInlineBlocks: true };
  const { properties } = fieldsToJSONSchema(idTypes, [...fields], interfaces, config, undefined, inline);
  const named = JSON.parse(JSON.stringify(Object.fromEntries(interfaces))) as JsonObject;
  const plain = JSON.parse(JSON.stringify(properties)) as Readonly<Record<string, JsonSchema>>;
  return Object.fromEntries(
    Object.entries(plain).map(([name, schema]) => [name, resolve(schema, named)]),
  ) as Record<string, JsonSchema>;
};

/** Puts each interface in the place of its reference, and leaves out records, which the API shows by their ids. */
const resolve = (schema: Json, interfaces: JsonObject): Json => {
  if (Array.isArray(schema)) return schema.map((part) => resolve(part, interfaces));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, oneOf, ...rest } = schema as JsonObject;
  if (typeof $ref === 'string') return resolve(interfaces[nameIn($ref)] ?? {}, interfaces);
  const others = Object.fromEntries(
    Object.entries(rest).map(([name, part]) => [name, resolve(part ?? null, interfaces)]),
  );
  if (!Array.isArray(oneOf)) return others;
  const choices = oneOf.filter((choice) => !isRecord(choice, interfaces));
  const [only, ...more] = choices.map((choice) => resolve(choice, interfaces));
  return more.length === 0 ? { ...others, ...Object(only) } : { ...others, oneOf: [only ?? {}, ...more] };
};

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? '';

const isRecord = (choice: Json, interfaces: JsonObject): boolean => {
  const reference: unknown = Reflect.get(Object(choice), '$ref');
  return typeof reference === 'string' && !(nameIn(reference) in interfaces);
};

/** A default value, a hook or a condition may see to a required field that is not sent. */
const requiredOf = (fields: readonly FlattenedField[]): string[] =>
  fields.filter((field) => isRequired(field) && !mayBeFilled(field)).map(({ name }) => name);

const isRequired = (field: FlattenedField): boolean => 'required' in field && field.required === true;

const mayBeFilled = (field: FlattenedField): boolean =>
  ('defaultValue' in field && field.defaultValue !== undefined) ||
  ('hooks' in field && Boolean(field.hooks?.beforeValidate?.length || field.hooks?.beforeChange?.length)) ||
  Boolean(field.admin && 'condition' in field.admin && field.admin.condition);

type Use = NonNullable<ReturnType<typeof openings.get>>['use'];

/** Adds the opened fields of a collection to a schema of its records. */
export const addOpened = (
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
