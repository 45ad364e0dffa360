import type { PayloadRequest } from 'payload';
import { isStaff, type Principal } from '../access/roles.ts';
import { factOf, setFact } from '../request/facts.ts';
import { keptOn } from '../shared/concurrency/keptOn.ts';
import { subjectOfHeaders } from './rate-limit/rateLimit.ts';
import { lineFull } from './turns.ts';

declare module '../request/facts.ts' {
  interface RequestFacts {
    /** The caller whose body waits in memory, and its size in bytes. Set by `holdBody`, read by `releaseBody`. */
    waitingBody: { readonly subject: string; readonly bytes: number };
  }
}

/** Bytes of the bodies that one caller may have in memory while they wait for their turn and are worked on. */
const mostWaiting = 16 * 1024 * 1024;

const waitingIn = ({ payload }: PayloadRequest): Map<string, number> =>
  keptOn(payload, 'waitingBodies', () => new Map());

/**
 * Counts a body that was read, until {@link releaseBody}: hundreds of long ones in the line of an account, or of strangers from one
 * address, would fill the memory. Staff do not wait.
 *
 * @throws {ApiError} `rate_limited`
 */
export const holdBody = (req: PayloadRequest, principal: Principal | null, bytes: number): void => {
  if (bytes === 0 || isStaff(principal)) return;
  const waiting = waitingIn(req);
  const subject = principal === null ? subjectOfHeaders(req.headers) : `user:${principal.id}`;
  const all = (waiting.get(subject) ?? 0) + bytes;
  if (all > mostWaiting) throw lineFull();
  waiting.set(subject, all);
  setFact(req, 'waitingBody', { subject, bytes });
};

/** Ends the count of a request's body, once its response is there. */
export const releaseBody = (req: PayloadRequest): void => {
  const held = factOf(req, 'waitingBody');
  if (!held) return;
  const waiting = waitingIn(req);
  const left = (waiting.get(held.subject) ?? 0) - held.bytes;
  if (left > 0) waiting.set(held.subject, left);
  else waiting.delete(held.subject);
};
