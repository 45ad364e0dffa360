import type { FlattenedField, Payload } from 'payload';
import type { z } from 'zod';
import type { PortalContext } from '../../context.ts';
import type { CollectionName } from '../../options/collections.ts';
import { describeFields, openedFieldsOf, type openings } from '../opened/openedFields.ts';
import type { JsonSchema } from './documentTypes.ts';

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
      return [collection, { properties: describeFields(payload, fields), required: requiredOf(fields) }];
    }),
  );

/** The collections whose fields an app can open. */
const openableOf = ({ options: { declared } }: PortalContext): readonly CollectionName[] =>
  (Object.keys(declared) as CollectionName[]).filter((name) => declared[name]?.takes === 'apiFields');

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
