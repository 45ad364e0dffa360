import type { FlattenedField } from 'payload';
import { z } from 'zod';
import type { ResolvedOptions } from '../../options/resolve.ts';
import { validationFailed } from '../../shared/errors/errors.ts';
import { OptionError } from '../../shared/errors/startErrors.ts';
import type { Operation } from '../operation.ts';
import { type OpenedCollection, openedFieldsOf, openings } from './openedFields.ts';

/**
 * The operation with the fields that the app opens: it takes them unchecked, and the CMS validates them.
 *
 * @throws {OptionError} if the API has a field of such a name
 */
export const openInput = (operation: Operation, additions: ResolvedOptions['additions']): Operation => {
  const { input, method, opens } = operation;
  if (!opens || additions[opens].apiFields.length === 0) return operation;
  if (!('safeExtend' in input)) throw new Error(`The operation ${operation.name} takes no fields.`);
  const object = input as z.ZodObject;
  const { apiFields } = additions[opens];
  const twin = apiFields.find((name) => name in object.shape || name in shapeOf(operation.response.output));
  if (twin)
    throw new OptionError(
      `collections.${opens}.apiFields`,
      `must not name ${twin}: the API has such a field.`,
    );
  const added = Object.fromEntries(apiFields.map((name) => [name, z.unknown().optional()]));
  const opened = object.safeExtend(added).meta(object.meta() ?? {});
  return {
    ...operation,
    input: opened.register(openings, { collection: opens, use: method === 'POST' ? 'new' : 'change' }),
  };
};

const shapeOf = (schema: z.ZodType): object => ('shape' in schema ? Object(schema.shape) : {});

/**
 * The opened fields of an upload. Each is a part: its text is the value of a text field, and JSON for any other field.
 *
 * @throws {ApiError} `validation_failed` for a part that is a file, or no JSON
 */
export const fromParts = (
  { req, portal, collection }: OpenedCollection,
  parts: object,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    openedFieldsOf(req.payload, portal, collection).flatMap((field) => {
      const part: unknown = Reflect.get(parts, field.name);
      return part === undefined ? [] : [[field.name, valueIn(field, part)]];
    }),
  );

const ofText: readonly FlattenedField['type'][] = [
  'code',
  'date',
  'email',
  'radio',
  'relationship',
  'select',
  'text',
  'textarea',
  'upload',
];

const holdsText = (field: FlattenedField): boolean =>
  ofText.includes(field.type) &&
  !('hasMany' in field && field.hasMany) &&
  !('relationTo' in field && Array.isArray(field.relationTo));

const valueIn = (field: FlattenedField, part: unknown): unknown => {
  if (typeof part !== 'string') throw validationFailed([{ path: field.name, message: 'Send text.' }]);
  if (holdsText(field)) return part;
  try {
    return JSON.parse(part);
  } catch {
    throw validationFailed([{ path: field.name, message: 'Send JSON.' }]);
  }
};
