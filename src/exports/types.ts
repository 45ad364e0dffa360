/** Every type of the package, for code that must not run any of it. */
export type * from '../index.ts';
