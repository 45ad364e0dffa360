import { AuthenticationError, type BaseDatabaseAdapter, type PayloadRequest } from 'payload';
import { runStatement } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { sessionOf } from '../database/transaction.ts';
import type { RecordId } from '../shared/values/ids.ts';

/** A session of a user, as the CMS stores it. */
interface StoredSession {
  readonly id: string;
  readonly createdAt: Date | string;
  readonly expiresAt: Date | string;
}

type UpdateOne = BaseDatabaseAdapter['updateOne'];

/**
 * Upstream: a login, a logout and a refresh read the whole user, then write it back. If several logins come at the
 * same moment, one session survives, and a change of the user in between is undone. https://github.com/payloadcms/payload/issues/18132
 * An account may have any number of sessions: with 5,000 of them each of its requests keeps the process busy for a quarter of
 * a second, a login for one.
 * Goes when: sessions are written by themselves, and bounded.
 *
 * Writes the sessions alone, merged with those that are stored by then, under a lock of the user's row. The oldest end once
 * there are more than 100.
 */
export const keepConcurrentSessions = (adapter: BaseDatabaseAdapter): void => {
  const updateOne: UpdateOne = adapter.updateOne.bind(adapter);
  adapter.updateOne = async (args) => {
    const { collection, data, id, req } = args;
    const isSessionWrite = id !== undefined && data.updatedAt === null && Array.isArray(data.sessions);
    if (!isSessionWrite || !req || !(await sessionOf(req as PayloadRequest))) return updateOne(args);
    const { rows: users } = await runStatement(
      req as PayloadRequest,
      `select 1 from ${tableOf(adapter.payload, collection)} where id = $1 for update`,
      [id],
    );
    // The CMS would create an account that was deleted since it was read.
    if (users.length === 0) throw new AuthenticationError((req as PayloadRequest).t);
    const user = await adapter.findOne<{ id: RecordId; sessions?: StoredSession[] | null }>({
      collection,
      req,
      select: { sessions: true },
      where: { id: { equals: id } },
    });
    const sessions = mergeSessions({
      stored: user?.sessions ?? [],
      written: data.sessions as StoredSession[],
      own: (req.user as { readonly _sid?: string } | null | undefined)?._sid ?? null,
      now: new Date(),
    });
    return updateOne({ ...args, data: { sessions, updatedAt: null } });
  };
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
