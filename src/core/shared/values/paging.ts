/** The start of a page: after so many rows, or after a row. */
export type PageStart = { readonly offset: number } | { readonly after: Position | null };

/** A row's place in a list: the field that the list is ordered by, the row's value in it, and its id. */
export interface Position {
  readonly order: string;
  readonly value: string;
  readonly id: string;
}

export interface PageRequest {
  readonly start: PageStart;
  readonly perPage: number;
}

/** Opaque to clients. */
export const writeCursor = ({ order, value, id }: Position): string =>
  Buffer.from(`${order} ${value} ${id}`).toString('base64url');

/**
 * The position in a cursor. Any text may be an id, because the app's own collections have ids of their own; a later check
 * decides.
 */
const position = /^([\w-]+) (\S+) (.{1,255})$/su;

/** Reads a cursor; null if the text is not a cursor of this API. */
export const readCursor = (cursor: string): Position | null => {
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  const [, order, value, id] = position.exec(text) ?? [];
  if (!order || !value || !id) return null;
  return writeCursor({ order, value, id }) === cursor ? { order, value, id } : null;
};

const momentShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** True if a text is an existing moment in the form that this API writes, in a year that PostgreSQL knows. */
export const isMoment = (time: string): boolean => {
  if (!momentShape.test(time) || time.startsWith('0000')) return false;
  const moment = new Date(time);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === time;
};
