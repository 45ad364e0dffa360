/** Where a page begins: after so many rows, or after a row. */
export type PageStart = { readonly offset: number } | { readonly after: Position | null };

/** A row's place in a list that is newest first: its time (ISO 8601) and its id. */
export interface Position {
  readonly time: string;
  readonly id: string;
}

export interface PageRequest {
  readonly start: PageStart;
  readonly perPage: number;
}

/** Opaque to clients. */
export const writeCursor = ({ time, id }: Position): string =>
  Buffer.from(`${time} ${id}`).toString('base64url');

const position = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\w-]{1,64})$/;

/** Null for what is no cursor of ours. */
export const readCursor = (cursor: string): Position | null => {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, time, id] = position.exec(text) ?? [];
  if (!time || !id || !isMoment(time)) return null;
  return writeCursor({ time, id }) === cursor ? { time, id } : null;
};

/** A moment that exists, in a year that PostgreSQL knows. */
const isMoment = (time: string): boolean => {
  const moment = new Date(time);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === time && !time.startsWith('0000');
};
