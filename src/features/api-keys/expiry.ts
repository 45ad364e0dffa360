/** How long before its end the owner of a key is warned, in days. */
export const warningDays = 14;

export const dayMilliseconds = 24 * 60 * 60 * 1_000;

const warningMilliseconds = warningDays * dayMilliseconds;

/** What decides on the end of a key. */
export interface KeyLife {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

/** Whether a key still works now and will not for long. */
export const expiresSoon = ({ expiresAt, revokedAt }: Omit<KeyLife, 'createdAt'>, now: Date): boolean => {
  const left = expiresAt.getTime() - now.getTime();
  return revokedAt === null && left > 0 && left <= warningMilliseconds;
};

/**
 * Whether to warn the owner now. For a key of fourteen days or fewer there is no warning: the user who created
 * it has just chosen its end.
 */
export const isWarningDue = (life: KeyLife, now: Date): boolean =>
  expiresSoon(life, now) && life.expiresAt.getTime() - life.createdAt.getTime() > warningMilliseconds;

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
