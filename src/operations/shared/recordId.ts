import type { Payload } from 'payload';
import { toRecordId } from '../../database/ids.ts';
import type { RecordId } from '../../shared/ids.ts';

/**
 * The record that a field of an input names, as the CMS writes ids; null and undefined as they are.
 *
 * @param slug of a collection that may be the app's own
 * @throws {ApiError} `validation_failed` for what can be no id
 */
export const recordIdIn = <Field extends string>(
  payload: Payload,
  input: Readonly<Partial<Record<Field, string | null | undefined>>>,
  field: Field,
  slug: string | null = null,
): RecordId | null | undefined => {
  const id = input[field];
  return id === null || id === undefined ? id : toRecordId(payload, { path: field, id, slug });
};
