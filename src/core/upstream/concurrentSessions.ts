import {
  AuthenticationError,
  type BaseDatabaseAdapter,
  createLocalReq,
  type PayloadRequest,
  type TypeWithID,
} from 'payload';
import { runStatement } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { inTransaction, sessionOf } from '../database/transaction.ts';
import type { RecordId } from '../shared/values/ids.ts';

/** A session of a user, as the CMS stores it. */
interface StoredSession {
  readonly id: string;
  readonly createdAt: Date | string;
  readonly expiresAt: Date | string;
}

/** A user as far as a session rests on them. */
interface StoredUser {
  readonly id: RecordId;
  readonly sessions?: StoredSession[] | null;
  readonly email?: string | null;
  readonly username?: string | null;
  readonly hash?: string | null;
}

type FindOne = BaseDatabaseAdapter['findOne'];
type UpdateOne = BaseDatabaseAdapter['updateOne'];
type Writing = Parameters<UpdateOne>[0];

/**
 * Upstream: a login, a logout and a refresh read the whole user, then write it back. If several logins come at the
 * same moment, one session survives, and a change of the user in between is undone. https://github.com/payloadcms/payload/issues/18132
 * Several wrong passwords at the same moment do the same. A login that overlaps a change of the password or of the address leaves a
 * session that outlives it, and one of an account that is deleted meanwhile, with a wrong password, too, is a 500 (no reports
 * are known).
 * An account may have any number of sessions: with 5,000 of them each of its requests keeps the process busy for a quarter of
 * a second, a login for one.
 * Goes when: sessions are written by themselves, and bounded, and a login is refused if what proved it has changed.
 *
 * Writes the sessions alone, merged with those that are stored by then, under a lock of the user's row. The oldest end once
 * there are more than 100.
 */
export const keepConcurrentSessions = (adapter: BaseDatabaseAdapter): void => {
  refuseDeleted(adapter);
  const updateOne: UpdateOne = adapter.updateOne.bind(adapter);
  const formers: Formers = new Map();

  /** The user as stored by then, whose row stays locked; null for a deleted one. */
  const lockUser = async (req: PayloadRequest, { collection, id }: Writing): Promise<StoredUser | null> => {
    await runStatement(
      req,
      `select 1 from ${tableOf(adapter.payload, collection)} where id = $1 for update`,
      [id],
    );
    return adapter.findOne<StoredUser & Record<string, unknown>>({
      collection,
      req,
      select: { sessions: true, email: true, username: true, hash: true },
      where: { id: { equals: id } },
    });
  };

  const writeSessions = async (args: Writing, req: PayloadRequest) => {
    const user = await lockUser(req, args);
    const { data } = args;
    const written = data.sessions as StoredSession[];
    // The CMS would create an account that was deleted since it was read.
    if (!user || (written.some(isNew) && !isProvenBy(user, data, formers)))
      throw new AuthenticationError(req.t);
    const sessions = mergeSessions({
      stored: user.sessions ?? [],
      written,
      own: (req.user as { readonly _sid?: string } | null | undefined)?._sid ?? null,
      now: new Date(),
    });
    return updateOne({ ...args, data: { sessions, updatedAt: null } });
  };

  /** After many wrong passwords the CMS ends the newest sessions, and writes the user as it was before the first. */
  const endNewest = async (args: Writing) => {
    const req = await createLocalReq({}, adapter.payload);
    const kept = new Set((args.data.sessions as StoredSession[]).map(({ id }) => id));
    return inTransaction(req, async () => {
      const user = await lockUser(req, args);
      if (!user) return null;
      const sessions = (user.sessions ?? []).filter(({ id }) => kept.has(id));
      return updateOne({ ...args, req, data: { sessions, updatedAt: null } });
    });
  };

  adapter.updateOne = async (args) => {
    const { data, id, req } = args;
    noteRehash(formers, args);
    if (id === undefined || !Array.isArray(data.sessions)) return updateOne(args);
    if (!req) return isOfWrongPassword(args) ? endNewest(args) : updateOne(args);
    const isSessionWrite = data.updatedAt === null && (await sessionOf(req as PayloadRequest));
    return isSessionWrite ? writeSessions(args, req as PayloadRequest) : updateOne(args);
  };
};

/** Refuses a login that has no attempts to read or to count any more, because its account is gone. */
const refuseDeleted = (adapter: BaseDatabaseAdapter): void => {
  const findOne: FindOne = adapter.findOne.bind(adapter);
  const updateOne: UpdateOne = adapter.updateOne.bind(adapter);
  const orRefused = <Found>(found: Found, { select, req }: Pick<Writing, 'select' | 'req'>): Found => {
    if (found === null && isOfAttempts(select)) throw new AuthenticationError(req?.t);
    return found;
  };
  // A document that is read by its id is asked for within an `and`.
  const isOfLogin = ({ where }: Parameters<FindOne>[0]) => where !== undefined && 'id' in where;
  adapter.findOne = async <Found extends TypeWithID>(args: Parameters<FindOne>[0]) => {
    const found = await findOne<Found>(args);
    return isOfLogin(args) ? orRefused(found, args) : found;
  };
  adapter.updateOne = async (args) => orRefused(await updateOne(args), args);
};

/** True for the two fields that the CMS selects at a login. */
const isOfAttempts = (select: Writing['select']): boolean =>
  select !== undefined && Object.keys(select).toSorted().join() === 'lockUntil,loginAttempts';

/** True for the whole user as the CMS writes them after many wrong passwords: it needs no document in return. */
const isOfWrongPassword = ({ data, returning }: Writing): boolean =>
  returning === false && 'hash' in data && 'loginAttempts' in data;

/**
 * True if what proved a login is still what is stored, as far as it was read: the password, and the address or the user name
 * with which it was given.
 */
const isProvenBy = (stored: StoredUser, read: Record<string, unknown>, former: Formers): boolean =>
  isSame(stored.email, read.email) &&
  isSame(stored.username, read.username) &&
  (isSame(stored.hash, read.hash) || former.get(String(stored.hash)) === read.hash);

const isSame = (stored: unknown, read: unknown): boolean => read === undefined || (stored ?? null) === read;

/** The hash that each of the last hashes replaced of the same password. */
type Formers = Map<string, unknown>;

const mostFormers = 1_000;

/**
 * At a login the CMS rehashes a password that is stored with an old hash. A concurrent login still has the old hash.
 */
const noteRehash = (former: Formers, { data, where }: Writing): void => {
  const replaced = (where as { readonly hash?: { readonly equals?: unknown } } | undefined)?.hash?.equals;
  if (replaced === undefined || typeof data.hash !== 'string') return;
  former.set(data.hash, replaced);
  const [oldest] = former.keys();
  if (former.size > mostFormers && oldest !== undefined) former.delete(oldest);
};

interface Merge {
  readonly stored: readonly StoredSession[];
  /** The sessions that the operation writes, from its older reading of the user. */
  readonly written: readonly StoredSession[];
  /** The session of the request; null for a login. */
  readonly own: string | null;
  readonly now: Date;
}

/**
 * The sessions after a login, a logout or a refresh. An operation that writes none ends them all. Otherwise the stored ones
 * stay, except the expired ones, the request's own, if the operation ended that, and the oldest of very many.
 */
const mergeSessions = ({ stored, written, own, now }: Merge): readonly StoredSession[] => {
  if (written.length === 0) return [];
  const byId = new Map(written.map((session) => [session.id, session]));
  const known = new Set(stored.map(({ id }) => id));
  const kept = stored
    .filter(({ id, expiresAt }) => new Date(expiresAt) > now && (id !== own || byId.has(id)))
    .map((session) => byId.get(session.id) ?? session);
  const all = [...kept, ...written.filter((session) => isNew(session) && !known.has(session.id))];
  return all.slice(-mostSessions);
};

/** The sessions that one account may have. The CMS reads and copies all of them with every request of the account. */
const mostSessions = 100;

/**
 * A login makes the dates of its session; those of sessions that were read are texts. A session that was read may have
 * ended since.
 */
const isNew = ({ createdAt }: StoredSession): boolean => createdAt instanceof Date;
