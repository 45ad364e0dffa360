import { latestEnd, usualEnd } from '../../links/feature.ts';

interface Dates {
  readonly due: Date | null;
  readonly end: Date | null;
}

/** The end of a request that names none: as long after its due date as after its creation. */
export const endOf = ({ due, end }: Dates, now: Date): Date => {
  if (end !== null) return end;
  const usual = usualEnd(due !== null && due > now ? due : now);
  return new Date(Math.min(usual.getTime(), latestEnd(now).getTime()));
};

/** The reason why the dates of a request do not go together; null if they do. Each of them alone was checked before. */
export const problemOfDates = ({ due, end }: Dates, now: Date): 'dueFar' | 'endBeforeDue' | null => {
  if (due === null) return null;
  if (due > latestEnd(now)) return 'dueFar';
  return end !== null && end < due ? 'endBeforeDue' : null;
};
