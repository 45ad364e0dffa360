import type { PayloadRequest } from 'payload';

const key = Symbol.for('payload-support-portal.largestFile');

/** Lets a request create a larger file than the limit of ordinary uploads. */
export const acceptUpTo = (req: PayloadRequest, bytes: number): void => {
  Reflect.set(req, key, bytes);
};

/** The limit of the file that a request creates, in bytes. */
export const largestOf = (req: PayloadRequest, usual: number): number =>
  Math.max(usual, Number(Reflect.get(req, key) ?? 0));
