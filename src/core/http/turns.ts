import type { Payload } from 'payload';
import { isStaff, type Principal } from '../access/roles.ts';
import { connectionsOf } from '../database/pool.ts';
import { atMost } from '../shared/concurrency/concurrency.ts';
import { keptOn } from '../shared/concurrency/keptOn.ts';
import { type ApiError, rateLimited } from '../shared/errors/errors.ts';

/** Requests of one subject that are worked on at once: fewer than a process has connections to PostgreSQL. */
const mostAtOnce = 4;

/** The work of one person that waits only for their other work of the same kind: an upload may come slowly. */
const mostOf = {
  requests: mostAtOnce,
  uploads: mostAtOnce,
  /** Lists of the CMS. */
  lists: 2,
  /** Lists that look for words: each may take two connections for seconds, for a page and for the total. */
  searches: 2,
} as const;

/** Searches of all people of an organization, and of all who are no staff: together they leave connections to other requests. */
const mostSearches = { organization: 2, all: 4 } as const;

interface Turns {
  /** Requests that are worked on, or wait. */
  count: number;
  readonly take: ReturnType<typeof atMost>;
}

const turnsOf = (payload: Payload): Map<string, Turns> => keptOn(payload, 'turns', () => new Map());

/**
 * Works on a request of a client or representative in its turn: their further requests wait, and take no connection from
 * others meanwhile, however many come at once. Staff do not wait.
 *
 * @param work must not take another turn of the same person and kind; a list takes one within that of its request
 */
export const inTurnOf = async <Result>(
  payload: Payload,
  principal: Principal | null,
  work: () => Promise<Result>,
  kind: keyof typeof mostOf = 'requests',
): Promise<Result> => {
  if (principal === null || isStaff(principal)) return work();
  const { id, organizations } = principal;
  const searchInTurn = () =>
    inTurnAt(
      payload,
      `searches of ${organizations.join()}`,
      () => inTurnAt(payload, 'searches of all', work, mostSearches.all),
      mostSearches.organization,
    );
  return inTurnAt(payload, `${kind} ${id}`, kind === 'searches' ? searchInTurn : work, mostOf[kind]);
};

/**
 * Takes a turn as `inTurn` does, for a subject that may have no account, such as a link.
 *
 * @param most number of requests that are worked on at once; the same in each call for a subject
 */
export const inTurnAt = async <Result>(
  payload: Payload,
  subject: string,
  work: () => Promise<Result>,
  most = mostAtOnce,
): Promise<Result> => {
  const all = turnsOf(payload);
  const turns = all.get(subject) ?? { count: 0, take: atMost(most) };
  all.set(subject, turns);
  turns.count += 1;
  try {
    return await turns.take(work);
  } finally {
    turns.count -= 1;
    if (turns.count === 0) all.delete(subject);
  }
};

/**
 * Transactions that store or delete files at once, of all people and jobs: a third of the connections, and two of four. A storage elsewhere, or
 * the app's scan, may let each wait for minutes.
 */
const mostStoring = (payload: Payload): number => {
  const connections = connectionsOf(payload);
  return Math.max(connections < 4 ? 1 : 2, Math.floor(connections / 3));
};

const storing = 'stored files';

/** Carries out a transaction that stores or deletes files in its turn. The turn comes first: who waits for it has no connection. */
export const inStoringTurn = <Result>(payload: Payload, work: () => Promise<Result>): Promise<Result> =>
  inTurnAt(payload, storing, work, mostStoring(payload));

/** As {@link inStoringTurn}, for large files: they leave turns to others. */
export const inLargeStoringTurn = <Result>(payload: Payload, work: () => Promise<Result>): Promise<Result> =>
  inTurnAt(
    payload,
    'stored large files',
    () => inStoringTurn(payload, work),
    Math.max(1, Math.floor(mostStoring(payload) / 2)),
  );

/** Resolves when a turn for storing files begins, which lasts until `ended` does. */
export const takeStoringTurn = (payload: Payload, ended: Promise<unknown>): Promise<void> =>
  takeTurnAt(payload, storing, ended, mostStoring(payload));

/** Resolves when a turn as of {@link inTurnAt} begins, which lasts until `ended` does. */
export const takeTurnAt = (
  payload: Payload,
  subject: string,
  ended: Promise<unknown>,
  most = mostAtOnce,
): Promise<void> =>
  new Promise((begin) => {
    const last = async (): Promise<void> => {
      begin();
      await ended;
    };
    void inTurnAt(payload, subject, last, most);
  });

/** Requests of one subject that may wait in a line whose requests are not counted: an office opens its logins in the same minute. */
export const longestLine = 50;

/** Seconds in which a line gets shorter. */
export const soon = 2;

/** The refusal of a request that finds no room in a line. */
export const lineFull = (): ApiError => rateLimited(soon);

/**
 * Takes a turn as {@link inTurnAt} does, in a line that ends: for requests that are not counted, such as those for downloads.
 *
 * @throws {ApiError} `rate_limited`
 */
export const inShortLineAt = async <Result>(
  payload: Payload,
  subject: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  if (lineAt(payload, subject) >= longestLine) throw lineFull();
  return inTurnAt(payload, subject, work);
};

/** The number of requests of a subject that are worked on, or wait. */
export const lineAt = (payload: Payload, subject: string): number =>
  turnsOf(payload).get(subject)?.count ?? 0;
