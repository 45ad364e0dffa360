import { randomUUID } from 'node:crypto';
import type { Field } from 'payload';

/** This app chooses the ids of its people and companies itself: text. */
export const ownId: readonly Field[] = [
  { name: 'id', type: 'text', required: true, defaultValue: () => randomUUID() },
];
