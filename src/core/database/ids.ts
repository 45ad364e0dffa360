import type { CollectionSlug, Payload } from 'payload';
import { validationFailed } from '../shared/errors/errors.ts';
import { isStorable } from '../shared/text/text.ts';
import type { RecordId } from '../shared/values/ids.ts';
import { say } from '../texts/say.ts';
import { postgresOf } from './pool.ts';

const largestSerial = 2_147_483_647;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** True for a text that can be an id in a table of the portal's own. */
export const isUuid = (id: string): boolean => uuid.test(id);

type IdType = 'serial' | 'uuid' | 'number' | 'text';

/** The patterns of texts that PostgreSQL can compare with ids of each type. */
const canBe: Readonly<Record<IdType, (id: string) => boolean>> = {
  serial: (id) => /^[1-9]\d{0,9}$/.test(id) && Number(id) <= largestSerial,
  uuid: isUuid,
  number: (id) => /^-?\d{1,15}(\.\d{1,15})?$/.test(id),
  text: (id) => id !== '' && isStorable(id),
};

/** A collection of the app's own may have a field `id`; the portal's have the type that the database adapter was given. */
const idTypeOf = (payload: Payload, slug: string | null): IdType =>
  (slug !== null && payload.collections[slug as CollectionSlug]?.customIDType) ||
  (postgresOf(payload).idType === 'serial' ? 'serial' : 'uuid');

const columnTypes = { serial: 'integer', uuid: 'uuid', number: 'numeric', text: 'text' } as const;

/** PostgreSQL's type for the ids of a collection, to compare ids that are stored as text with them. */
export const idColumnType = (payload: Payload, slug: string): string => columnTypes[idTypeOf(payload, slug)];

/** The part of an insert that gives a row its id; empty if the column has a default. */
interface NewIdSql {
  readonly column: '' | 'id,';
  readonly value: '' | 'gen_random_uuid(),';
}

/**
 * The beginning of the columns and of the values of an insert into a collection of the portal. The CMS makes ids of the type
 * `uuidv7` by itself, and has no default for them.
 */
export const newIdSql = (payload: Payload): NewIdSql =>
  postgresOf(payload).idType === 'serial'
    ? { column: '', value: '' }
    : { column: 'id,', value: 'gen_random_uuid(),' };

/**
 * True if something can be an id, so that PostgreSQL can compare it with one.
 *
 * @param slug the collection, if it may be the app's own: users or organizations
 */
export const isId = (payload: Payload, id: unknown, slug: string | null = null): id is RecordId =>
  (typeof id === 'string' || typeof id === 'number') && canBe[idTypeOf(payload, slug)](String(id));

interface WantedId {
  /** The field it came by. */
  readonly path: string;
  readonly id: string;
  /** The collection, if it may be the app's own. */
  readonly slug?: string | null;
}

/**
 * An id of the API as this app's collections write it.
 *
 * @throws {ApiError} `validation_failed` for an impossible id
 */
export const toRecordId = (payload: Payload, { path, id, slug = null }: WantedId): RecordId => {
  const type = idTypeOf(payload, slug);
  if (!canBe[type](id)) throw validationFailed([{ path, message: say('errors:noSuchRecord') }]);
  return type === 'serial' || type === 'number' ? Number(id) : id;
};
