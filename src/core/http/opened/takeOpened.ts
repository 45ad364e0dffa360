import {
  type CollectionSlug,
  type Field,
  type FieldAffectingData,
  type FlattenedField,
  type Payload,
  type PayloadRequest,
  traverseFields,
} from 'payload';
import { fieldAffectsData } from 'payload/shared';
import { z } from 'zod';
import { toRecordId } from '../../database/ids.ts';
import { ApiError, type Detail, validationFailed } from '../../shared/errors/errors.ts';
import { isStorableWithin, unstorable } from '../../shared/text/text.ts';
import type { RecordId } from '../../shared/values/ids.ts';
import type { Json, JsonObject } from '../../shared/values/jsonSchema.ts';
import { say } from '../../texts/say.ts';
import { convertIds, describeFields, type OpenedCollection, openedFieldsOf } from './openedFields.ts';

type Values = Readonly<Record<string, unknown>>;

interface Taking extends OpenedCollection {
  /** The input without the added fields. */
  readonly input: object;
  /** It is null for a new record. */
  readonly id: RecordId | null;
}

/**
 * The opened fields of an input as the CMS takes them; it validates them.
 *
 * @throws {ApiError} `forbidden` for a field that the caller may not write, `validation_failed` for values of another type,
 * texts that cannot be stored and ids of no record
 */
export const takeOpened = async (taking: Taking): Promise<Values> => {
  const { collection, input, portal, req } = taking;
  const fields = openedFieldsOf(req.payload, portal, collection).filter(
    ({ name }) => Reflect.get(input, name) !== undefined,
  );
  if (fields.length === 0) return {};
  const values = Object.fromEntries(fields.map(({ name }) => [name, Reflect.get(input, name)]));
  await assertMayWrite(fields, values, taking);
  const unfit = fields.filter(({ name }) => !isStorableWithin(values[name]));
  if (unfit.length > 0)
    throw validationFailed(unfit.map(({ name }) => ({ path: name, message: unstorable })));
  assertTypes(req.payload, fields, values);
  const named: Named[] = [];
  const data = convertIds(fields, values, (id, { path, slug }) => {
    const recordId = toRecordId(req.payload, { path, id: String(id), slug });
    named.push({ path, slug, id: recordId });
    return recordId;
  });
  await assertExist(req, named);
  return data;
};

/** The CMS drops a field that the user may not write, however deep it lies. The API refuses it instead. */
const assertMayWrite = async (
  fields: readonly FlattenedField[],
  values: Values,
  { id, req }: Taking,
): Promise<void> => {
  for (const { access, path, siblingData } of sentWithin(fields, values)) {
    const mayWrite = id === null ? access?.create : access?.update;
    if (!mayWrite) continue;
    const isAllowed = await mayWrite({ req, data: values, siblingData, ...(id !== null && { id }) });
    if (!isAllowed) throw new ApiError('forbidden', say('errors:role:forbidsField', { name: path }));
  }
};

interface SentField extends Pick<FieldAffectingData, 'access'> {
  readonly path: string;
  readonly siblingData: Values;
}

const sentWithin = (fields: readonly FlattenedField[], values: Values): SentField[] => {
  const sent: SentField[] = [];
  traverseFields({
    fields: [...fields] as Field[],
    ref: structuredClone(values) as Record<string, unknown>,
    fillEmpty: false,
    callback: ({ field, parentPath, ref }) => {
      const siblingData = ref as Values;
      if (!fieldAffectsData(field) || field.name === undefined) return;
      if (siblingData[field.name] === undefined) return;
      sent.push({ access: field.access, path: `${parentPath}${field.name}`, siblingData });
    },
  });
  return sent;
};

interface Named {
  readonly path: string;
  readonly slug: string;
  readonly id: RecordId;
}

/** The CMS checks that a related record exists only if the field has `filterOptions`. */
const assertExist = async (req: PayloadRequest, named: readonly Named[]): Promise<void> => {
  const details: Detail[] = [];
  for (const { path, slug, id } of named) {
    const found = await req.payload.findByID({
      collection: slug as CollectionSlug,
      id,
      depth: 0,
      select: {},
      disableErrors: true,
      // A caller may name only records that they may read: any other is treated as missing.
      overrideAccess: false,
      req,
    });
    if (!found) details.push({ path, message: say('errors:noSuchRecord') });
  }
  if (details.length > 0) throw validationFailed(details);
};

/**
 * Checks that values have the types of their fields: the CMS hands some others to PostgreSQL, which stores them as
 * text. The CMS itself checks required fields, after hooks and default values.
 *
 * @throws {ApiError} `validation_failed`
 */
const assertTypes = (
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
