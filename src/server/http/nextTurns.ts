import type { Payload } from 'payload';
import { isStaff } from '../../core/access/roles.ts';
import { contextOf } from '../../core/context.ts';
import { subjectOfAddress } from '../../core/http/rate-limit/rateLimit.ts';
import { inTurnAt } from '../../core/http/turns.ts';
import type { OpenPortal } from './gateway.ts';

/** Pages and GraphQL documents that one address gets at once without a session. */
const mostOfStrangers = 2;

/**
 * Builds the turns for the requests that Next serves: each page and each GraphQL document takes time of the whole process.
 * Staff do not wait.
 */
export const nextTurnsOf =
  (payload: Payload): OpenPortal['inTurn'] =>
  async ({ headers, address }, work) => {
    // If no user can be looked up, Next itself reports it.
    const found = await payload.auth({ headers }).catch(() => null);
    if (found === null) return work();
    const { user } = found;
    if (user === null) return inTurnAt(payload, `next ${subjectOfAddress(address)}`, work, mostOfStrangers);
    const principal = contextOf(payload)?.principalOf(user) ?? null;
    return isStaff(principal) ? work() : inTurnAt(payload, `next user:${user.id}`, work);
  };
