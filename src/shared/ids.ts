/** An id of this app's collections: a number or a UUID. */
export type RecordId = number | string;

/** An id as this API writes it, whatever the app's id type. */
export const idText = (id: RecordId): string => String(id);

export const idTextOrNull = (id: RecordId | null): string | null => (id === null ? null : String(id));
