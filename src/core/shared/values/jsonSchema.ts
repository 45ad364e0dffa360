import type { z } from 'zod';

/** Any part of a JSON document. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

/** Formats whose pattern says nothing more. */
const plainFormats = ['date', 'date-time'];

/** An `override` for zod: drops keywords that say nothing, and those that would keep later versions from adding fields. */
export const simplifySchema = (schema: z.core.JSONSchema.BaseSchema, io: 'input' | 'output'): void => {
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties;
  if (plainFormats.includes(schema.format ?? '')) delete schema.pattern;
  if (schema.type === 'integer') delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  const [value, none, ...others] = schema.anyOf ?? [];
  const isNullable = isObject(none) && none.type === 'null' && others.length === 0;
  if (!isNullable || !isObject(value) || typeof value.type !== 'string') return;
  delete schema.anyOf;
  Object.assign(schema, value, { type: [value.type, 'null'] });
  if (value.enum) schema.enum = [...value.enum, null];
};

const isObject = (schema: unknown): schema is z.core.JSONSchema.BaseSchema =>
  typeof schema === 'object' && schema !== null;
