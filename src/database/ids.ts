import type { Payload } from 'payload';
import { validationFailed } from '../shared/errors.ts';
import type { RecordId } from '../shared/ids.ts';
import { postgresOf } from './pool.ts';

const largestSerial = 2_147_483_647;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a text can be an id of this app's collections, so that PostgreSQL can compare it with one. */
export const isId = (payload: Payload, id: string): boolean =>
  postgresOf(payload).idType === 'serial'
    ? /^[1-9]\d{0,9}$/.test(id) && Number(id) <= largestSerial
    : uuid.test(id);

/**
 * An id of the API as this app's collections write it.
 *
 * @param path the field it came by
 * @throws {ApiError} `validation_failed` for what can be no id
 */
export const toRecordId = (payload: Payload, path: string, id: string): RecordId => {
  if (!isId(payload, id)) throw validationFailed([{ path, message: 'There is no such record.' }]);
  return postgresOf(payload).idType === 'serial' ? Number(id) : id;
};
