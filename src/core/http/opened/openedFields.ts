import {
  type CollectionSlug,
  type Field,
  type FlattenedField,
  fieldsToJSONSchema,
  type Payload,
  type PayloadRequest,
  traverseFields,
} from 'payload';
import { z } from 'zod';
import type { PortalContext } from '../../context.ts';
import type { CollectionName } from '../../options/collections.ts';
import { idText, relationId } from '../../shared/values/ids.ts';
import type { Json, JsonObject } from '../../shared/values/jsonSchema.ts';

export interface OpenedCollection {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly collection: CollectionName;
}

/** The fields of a collection that the app opens to the API. */
export const openedFieldsOf = (
  { config }: Pick<Payload, 'config'>,
  { options }: Pick<PortalContext, 'options'>,
  collection: CollectionName,
): readonly FlattenedField[] => {
  const { apiFields } = options.additions[collection];
  if (apiFields.length === 0) return [];
  const found = config.collections.find(({ slug }) => slug === options.slugs[collection]);
  return (found?.flattenedFields ?? []).filter(({ name }) => apiFields.includes(name));
};

/** A record of a response with its opened fields. */
export const completeRecord = async <Item extends { id: string }>(
  opened: OpenedCollection,
  item: Item,
): Promise<Item> => {
  const [complete = item] = await completeRecords(opened, [item]);
  return complete;
};

/** Completes several records with their opened fields. A field that the caller may not read is left out, as the CMS does it. */
export const completeRecords = async <Item extends { id: string }>(
  opened: OpenedCollection,
  items: readonly Item[],
): Promise<Item[]> => {
  const { req, portal, collection } = opened;
  const fields = openedFieldsOf(req.payload, portal, collection);
  if (fields.length === 0 || items.length === 0) return [...items];
  const names = fields.map(({ name }) => name);
  const { docs } = await req.payload.find({
    collection: portal.options.slugs[collection] as CollectionSlug,
    where: { id: { in: items.map(({ id }) => id) } },
    select: Object.fromEntries(names.map((name) => [name, true])),
    pagination: false,
    depth: 0,
    overrideAccess: false,
    req,
  });
  const added = new Map(
    docs.map((document) => {
      const values = Object.entries(document).filter(([name]) => names.includes(name));
      return [idText(document.id), convertIds(fields, Object.fromEntries(values), toText)];
    }),
  );
  return items.map((item) => ({ ...item, ...added.get(item.id) }));
};

const toText = (id: unknown): unknown => {
  const known = relationId(id);
  return known === null ? null : idText(known);
};

interface Opening {
  readonly collection: CollectionName;
  /** `new`: a record that is created needs its required fields; `change` and `response` may leave out any. */
  readonly use: 'new' | 'change' | 'response';
}

/** The schemas to which opened fields belong: the CMS describes these once the config is complete. */
export const openings = z.registry<Opening>();

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

type Fields = Readonly<Record<string, unknown>>;

/** An id on its way between the API and the CMS. */
type ConvertId = (id: unknown, at: { readonly slug: string; readonly path: string }) => unknown;

/** A copy of a record's values with every id of a relationship converted, however deep it lies. */
export const convertIds = (fields: readonly FlattenedField[], values: Fields, convert: ConvertId): Fields => {
  const copy = structuredClone(values);
  traverseFields({
    fields: [...fields] as Field[],
    ref: copy,
    fillEmpty: false,
    callback: ({ field, parentPath, ref }) => {
      if (field.type !== 'relationship' && field.type !== 'upload') return;
      const holder = ref as Record<string, unknown>;
      const value = holder[field.name];
      if (value === undefined || value === null) return;
      const path = `${parentPath}${field.name}`;
      const convertOne = (one: unknown) => convertTarget(field.relationTo, one, path, convert);
      holder[field.name] = Array.isArray(value) ? value.map(convertOne) : convertOne(value);
    },
  });
  return copy;
};

/** A relationship to several collections says which one it leads to. */
const convertTarget = (
  relationTo: string | readonly string[],
  value: unknown,
  path: string,
  convert: ConvertId,
): unknown => {
  if (typeof relationTo === 'string') return convert(value, { slug: relationTo, path });
  const { relationTo: slug, value: id, ...rest } = Object(value) as Fields;
  // Any other is refused by the CMS.
  if (typeof slug !== 'string' || !relationTo.includes(slug)) return value;
  return { ...rest, relationTo: slug, value: convert(id, { slug, path: `${path}.value` }) };
};
