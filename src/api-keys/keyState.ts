import { expiresSoon } from './expiry.ts';

/** A key as the CMS keeps it, as far as it says whether requests with it are served. */
export interface KeyRecord {
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly hasOwner: boolean;
  /** Whether the organization it was bound to is still there; true for one that spans all. */
  readonly hasReach: boolean;
}

export type KeyState =
  | 'active'
  | 'expires soon'
  | 'expired'
  | 'revoked'
  | 'owner deleted'
  | 'organization deleted';

/** The state of a key. Requests with one of the first two are let in. */
export const keyStateOf = (key: KeyRecord, now: Date): KeyState => {
  if (key.revokedAt !== null) return 'revoked';
  if (key.expiresAt <= now) return 'expired';
  if (!key.hasOwner) return 'owner deleted';
  if (!key.hasReach) return 'organization deleted';
  return expiresSoon(key, now) ? 'expires soon' : 'active';
};
