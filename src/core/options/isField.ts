/** True if a value may be a field of a collection; the CMS checks the rest of it. */
export const isField = (value: unknown): boolean => typeof Reflect.get(Object(value), 'type') === 'string';
