import { type FlattenedField, fieldsToJSONSchema, type Payload } from 'payload';
import type { Json, JsonObject } from '../../shared/jsonSchema.ts';

/** The CMS's own JSON Schema of fields, by their names. Ids of records are text, as everywhere in the API. */
export const describeFields = (
  { config }: Pick<Payload, 'config'>,
  fields: readonly FlattenedField[],
): Readonly<Record<string, JsonObject>> => {
  const idTypes = Object.fromEntries(config.collections.map(({ slug }) => [slug, 'string' as const]));
  const named: Parameters<typeof fieldsToJSONSchema>[2] = new Map();
  const inline = { forceInlineBlocks: true };
  const { properties } = fieldsToJSONSchema(idTypes, [...fields], named, config, undefined, inline);
  const interfaces = plain(Object.fromEntries(named));
  return Object.fromEntries(
    Object.entries(plain(properties)).map(([name, schema]) => [
      name,
      Object(resolve(schema ?? {}, interfaces)),
    ]),
  );
};

const plain = (schemas: object): JsonObject => JSON.parse(JSON.stringify(schemas)) as JsonObject;
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
