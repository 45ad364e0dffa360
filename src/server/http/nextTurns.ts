import { executeAuthStrategies, type Payload } from 'payload';
import { isStaff } from '../../core/access/roles.ts';
import { contextOf } from '../../core/context.ts';
import { countPage, subjectOfAddress } from '../../core/http/rate-limit/rateLimit.ts';
import { inTurnAt, lineAt, longestLine, soon } from '../../core/http/turns.ts';
import type { OpenPortal } from './exchange.ts';

/** Pages and GraphQL documents that one address gets at once without a session. */
const mostOfStrangers = 2;

/**
 * Builds the turns for the requests that Next serves: each page and each GraphQL document takes time of the whole process.
 * Staff do not wait. Requests of callers without a session count in the rate limit, those over GraphQL beside what their documents
 * count there: a request without a document, such as OPTIONS, reaches no part that counts it.
 */
export const nextTurnsOf =
  (payload: Payload): OpenPortal['inTurn'] =>
  async ({ headers, address }, work) => {
    const isFull = (subject: string): boolean => lineAt(payload, subject) >= longestLine;
    const inLine = async (subject: string, most?: number): Promise<number | null> => {
      if (isFull(subject)) return soon;
      await inTurnAt(payload, subject, work, most);
      return null;
    };
    const workAtOnce = () => work().then(() => null);
    // `payload.auth` would find out what the caller may do, too, which takes longer than to refuse them.
    const found = await executeAuthStrategies({ payload, headers }).catch(() => null);
    // If no user can be looked up, Next itself reports it.
    if (found === null) return workAtOnce();
    const portal = contextOf(payload);
    const { user } = found;
    if (user === null) {
      const line = `next ${subjectOfAddress(address)}`;
      const { perMinute } = portal?.options.rateLimit ?? { perMinute: 0 };
      // A page that finds no place in the line does not count: an office that opens its logins at once would lose its minute.
      const wait = !isFull(line) ? countPage(payload, perMinute, subjectOfAddress(address)) : null;
      return wait ?? inLine(line, mostOfStrangers);
    }
    return isStaff(portal?.principalOf(user) ?? null) ? workAtOnce() : inLine(`next user:${user.id}`);
  };
