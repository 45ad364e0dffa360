/** How long before its end the owner of a key hears of it, in days. */
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
 * Whether the owner is to be told now. Of a key that was made for fourteen days or fewer nobody is told: whoever made
 * it has just chosen its end.
 */
export const isWarningDue = (life: KeyLife, now: Date): boolean =>
  expiresSoon(life, now) && life.expiresAt.getTime() - life.createdAt.getTime() > warningMilliseconds;
