/** An id of this app's collections: a number or a UUID. */
export type RecordId = number | string;

/** An id in the API's form, independent of the app's id type. */
export const idText = (id: RecordId): string => String(id);

export const idTextOrNull = (id: RecordId | null): string | null => (id === null ? null : String(id));

/** The id of a relationship, populated or not; null for none. */
export const relationId = (value: unknown): RecordId | null => {
  if (typeof value === 'object' && value !== null && 'id' in value) return value.id as RecordId;
  return (value ?? null) as RecordId | null;
};
