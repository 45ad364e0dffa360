import type { TypedUser } from 'payload';
import type { RecordId } from '../shared/values/ids.ts';
import type { Scope } from './scopes.ts';

/** The API key by which a request was made, as far as gates ask for it. */
export interface ApiKey {
  readonly id: RecordId;
  readonly scopes: readonly Scope[];
  /** The one organization in its reach; null for all that are in its owner's. */
  readonly organization: RecordId | null;
}

const key = Symbol.for('payload-support-portal.apiKey');

/** Marks the owner of a key as a user who acts only by that key. A client cannot send this mark. */
export const actingBy = (user: TypedUser, apiKey: ApiKey): TypedUser => ({ ...user, [key]: apiKey });

/** The key by which a user acts; null for a session. */
export const keyOf = (user: TypedUser | null | undefined): ApiKey | null =>
  (user as { [key]?: ApiKey } | null | undefined)?.[key] ?? null;
