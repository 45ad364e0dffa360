import type { Payload } from 'payload';
import { isStaff, type Principal } from '../access/roles.ts';
import { atMost } from '../shared/concurrency.ts';

/** Requests of one client or representative that are worked on at once: fewer than a process has connections to PostgreSQL. */
const mostAtOnce = 4;

interface Turns {
  /** Requests that are worked on, or wait. */
  count: number;
  readonly take: ReturnType<typeof atMost>;
}

const key = Symbol.for('payload-support-portal.turns');

/**
 * Works on a request of a client or representative in its turn: their further requests wait, and take no connection from
 * others meanwhile, however many come at once. Staff do not wait. All copies of this module share the turns.
 *
 * @param work must not take another turn of the same person
 */
export const inTurnOf = async <Result>(
  payload: Payload,
  principal: Principal | null,
  work: () => Promise<Result>,
): Promise<Result> => {
  if (principal === null || isStaff(principal)) return work();
  const holder = payload as Payload & { [key]?: Map<string, Turns> };
  holder[key] ??= new Map();
  const all = holder[key];
  const person = String(principal.id);
  const turns = all.get(person) ?? { count: 0, take: atMost(mostAtOnce) };
  all.set(person, turns);
  turns.count += 1;
  try {
    return await turns.take(work);
  } finally {
    turns.count -= 1;
    if (turns.count === 0) all.delete(person);
  }
};
