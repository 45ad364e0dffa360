/** Limits of every record that links lead to. */
export const linkLimits = {
  recipients: 20,
  /** The longest message, in code points. */
  message: 5_000,
  /** Days after which links end, if no moment is given, and at most. */
  days: 14,
  mostDays: 90,
} as const;

const day = 24 * 60 * 60 * 1_000;

/** The end of links that are sent without one. */
export const usualEnd = (now: Date): Date => new Date(now.getTime() + linkLimits.days * day);

/** The last moment at which links can end. */
export const latestEnd = (now: Date): Date => new Date(now.getTime() + linkLimits.mostDays * day);

/** The reason why links cannot end at a moment; null if they can. */
export const problemOfEnd = (end: Date, now: Date): 'past' | 'far' | null => {
  if (end <= now) return 'past';
  return end > latestEnd(now) ? 'far' : null;
};
