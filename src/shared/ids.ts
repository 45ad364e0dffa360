/** An id as this API writes it, whatever the app's id type. */
export const idText = (id: number | string): string => String(id);

export const idTextOrNull = (id: number | string | null): string | null => (id === null ? null : String(id));
