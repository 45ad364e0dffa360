/** Key of the preference that holds the time at which a user last opened each ticket. */
export const seenKey = 'portal-tickets-seen';

const mostSeen = 500;

/** Adds a ticket that was opened, with the moment of the newest reply; the oldest go. */
export const withSeen = (
  seen: Readonly<Record<string, string>>,
  ticket: string,
  at: string,
): Readonly<Record<string, string>> => {
  const { [ticket]: _, ...others } = seen;
  const newest = Object.entries(others)
    .toSorted(([, one], [, other]) => (one < other ? 1 : -1))
    .slice(0, mostSeen - 1);
  return Object.fromEntries([[ticket, at], ...newest]);
};
