import type { FlattenedField } from 'payload';
import { validationFailed } from '../../shared/errors.ts';
import { type OpenedCollection, openedFieldsOf } from './openedFields.ts';

/**
 * The opened fields of an upload: each is a part, whose text is the value of a field that holds text, and JSON for any
 * other.
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
