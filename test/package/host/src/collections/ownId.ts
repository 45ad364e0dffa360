import type { Field } from 'payload';

/** What comes before the other fields: nothing, if the database numbers people and companies. */
export const ownId: readonly Field[] = [];
