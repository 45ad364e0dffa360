import type { Payload } from 'payload';
import { postgresOf } from './pool.ts';

const largestSerial = 2_147_483_647;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a text can be an id of this app's collections, so that PostgreSQL can compare it with one. */
export const isId = (payload: Payload, id: string): boolean =>
  postgresOf(payload).idType === 'serial'
    ? /^\d{1,10}$/.test(id) && Number(id) <= largestSerial
    : uuid.test(id);
