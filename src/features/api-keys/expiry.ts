/** Days before the end of a key at which its owner is warned. */
export const warningDays = 14;

export const dayMilliseconds = 24 * 60 * 60 * 1_000;

const warningMilliseconds = warningDays * dayMilliseconds;

/** The dates that decide on the end of a key. */
interface KeyLife {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

/** True if a key still works but expires soon. */
export const expiresSoon = ({ expiresAt, revokedAt }: Omit<KeyLife, 'createdAt'>, now: Date): boolean => {
  const left = expiresAt.getTime() - now.getTime();
  return revokedAt === null && left > 0 && left <= warningMilliseconds;
};

/**
 * True if the owner is to be warned now. For a key of fourteen days or fewer there is no warning: the user who created it
 * has just chosen its end.
 */
export const isWarningDue = (life: KeyLife, now: Date): boolean =>
  expiresSoon(life, now) && life.expiresAt.getTime() - life.createdAt.getTime() > warningMilliseconds;

/** A key as the CMS keeps it, as far as it says whether requests with it are served. */
interface KeyRecord {
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly hasOwner: boolean;
  /** True if the organization that it is bound to still exists, or if it spans all. */
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
