import type { Payload } from 'payload';
import { atMost } from '../../shared/concurrency/concurrency.ts';
import { keptOn } from '../../shared/concurrency/keptOn.ts';

/**
 * Passwords that a process works on at once. Each takes one of Node's four threads for a fifth of a second. Names are looked
 * up and connections to PostgreSQL are opened by the same threads: behind a hundred logins of one moment, the database seems
 * to be away.
 */
const mostAtOnce = 2;

/** Carries out a request that works on a password, in its turn. */
export const inPasswordTurn = <Result>(payload: Payload, work: () => Promise<Result>): Promise<Result> =>
  keptOn(payload, 'passwordTurns', () => atMost(mostAtOnce))(work);
