import type { Input, Kind } from './works.ts';

/** A task for the thread, which has one at a time. */
export type Request = { readonly [K in Kind]: { readonly kind: K; readonly input: Input<K> } }[Kind];

/** The result of a task. Errors lose their class on the way between threads. */
export type Answer =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'unreadable' | 'unanswered' | 'failed'; readonly message: string };

/**
 * The memory that is transferred to another thread instead of being copied.
 *
 * @param bytes that share no memory with anything else, see `ownBytes`
 */
export const transferable = (bytes: readonly Uint8Array[]): ArrayBuffer[] => [
  ...new Set(bytes.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : []))),
];

/** The bytes in memory of their own: a small `Buffer` shares its memory with others. */
export const ownBytes = (bytes: Uint8Array): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
