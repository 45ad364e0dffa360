import type { FlattenedField, Payload } from 'payload';
import { z } from 'zod';
import { validationFailed } from '../../shared/errors.ts';
import type { Json, JsonObject } from '../../shared/jsonSchema.ts';
import { describeFields } from './describeFields.ts';

/**
 * Checks that values have the types of their fields: the CMS hands some others to PostgreSQL, which stores them as text.
 * What is required the CMS says itself, once hooks and default values have filled what they fill.
 *
 * @throws {ApiError} `validation_failed`
 */
export const assertTypes = (
  payload: Payload,
  fields: readonly FlattenedField[],
  values: Readonly<Record<string, unknown>>,
): void => {
  const properties = withoutRequired(describeFields(payload, fields));
  const schema = z.fromJSONSchema({ type: 'object', properties: Object(properties) });
  const { error } = schema.safeParse(values);
  if (!error) return;
  throw validationFailed(
    error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  );
};

const withoutRequired = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(withoutRequired);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema as JsonObject).filter(
    // A field may be called `required`.
    ([name, part]) => name !== 'required' || !Array.isArray(part),
  );
  return Object.fromEntries(parts.map(([name, part]) => [name, withoutRequired(part ?? null)]));
};
