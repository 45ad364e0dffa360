/** A moment as this API writes it. */
export const iso = (moment: Date): string => moment.toISOString();

export const isoOrNull = (moment: Date | null): string | null => moment && iso(moment);
