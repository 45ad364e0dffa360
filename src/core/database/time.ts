/** A moment as this API writes it. */
export const iso = (moment: Date): string => moment.toISOString();

export const isoOrNull = (moment: Date | null): string | null => moment && iso(moment);

/** A row with its moments, which are the columns whose name ends in `_at`: in a transaction of the CMS they come as text. */
export const withDates = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      column.endsWith('_at') && value !== null ? new Date(value) : value,
    ]),
  ) as Row;
