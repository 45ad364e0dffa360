import type { CollectionAfterChangeHook, CollectionSlug, Payload, PayloadRequest, TypedUser } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { idColumnType, isUuid, toRecordId } from '../../../core/database/ids.ts';
import type { Listing } from '../../../core/database/listRows.ts';
import { portalPool, postgresOf } from '../../../core/database/pool.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { keptOn } from '../../../core/shared/concurrency/keptOn.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { fingerprintSql } from '../../people/feature.ts';
import { hashOfToken, makeToken } from '../cookies.ts';

/** A session of a client, as its bearer and staff see it. */
export interface ClientSession {
  readonly id: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  /** The moment of its end if no request follows. */
  readonly expires_at: Date;
  /** The last request of the user before this visit; null for their first one. */
  readonly former_at: Date | null;
  /** Such as `Firefox on Windows`. */
  readonly browser: string;
}

/** The live sessions of a user, newest first. */
export const sessionsOf = (userId: RecordId): Listing => ({
  columns: sessionColumns,
  from: 'support_portal.client_sessions',
  order: { column: 'created_at', direction: 'desc', ties: 'desc' },
  isId: isUuid,
  restrict: (conditions) => conditions.add('user_id = ?', String(userId)).add(isLiveSql),
});

/** SQL columns of a session. */
const sessionColumns = `id, created_at, last_seen_at, former_at, browser, ${expirySql()} as expires_at`;

/** True for a session that has not ended. */
const isLiveSql = `${expirySql()} > now()`;

function expirySql(): string {
  return "least(ends_at, last_seen_at + idle_seconds * interval '1 second')";
}

interface NewSession {
  readonly userId: RecordId;
  readonly browser: string;
  readonly idleSeconds: number;
  readonly absoluteSeconds: number;
}

/**
 * Stores a session, bound to the present address and password of its user.
 *
 * @returns its secret, for the cookie
 */
export const storeSession = async (
  req: PayloadRequest,
  portal: PortalContext,
  { userId, browser, idleSeconds, absoluteSeconds }: NewSession,
): Promise<{ readonly token: string; readonly session: ClientSession }> => {
  const token = makeToken();
  const users = tableOf(req.payload, portal.options.slugs.users);
  const { rows } = await runStatement<ClientSession>(
    req,
    `with visited as (
       insert into support_portal.client_visits select u.id::text, now() from ${users} u where u.id = $5
       on conflict (user_id) do update set last_at = now())
     insert into support_portal.client_sessions (token_hash, user_id, bound_to, browser, idle_seconds, ends_at, former_at)
     select $1, u.id::text, ${fingerprintSql('u')}, $2, $3::int, now() + $4::int * interval '1 second',
       (select last_at from support_portal.client_visits v where v.user_id = u.id::text)
     from ${users} u where u.id = $5
     returning ${sessionColumns}`,
    [hashOfToken(token), browser, idleSeconds, absoluteSeconds, userId],
  );
  const [session] = rows;
  if (!session) throw new Error('The user of the session is gone.');
  return { token, session: withDates(session) };
};

/** In a transaction of the CMS, PostgreSQL's timestamps come as text. */
const withDates = (session: ClientSession): ClientSession => ({
  ...session,
  created_at: new Date(session.created_at),
  last_seen_at: new Date(session.last_seen_at),
  expires_at: new Date(session.expires_at),
  former_at: session.former_at && new Date(session.former_at),
});

interface StoredSession extends ClientSession {
  readonly user_id: string;
}

/** Seconds between two writes of the last request. */
const writeSeconds = 60;

/** Minutes without a request after which the next one begins another visit. A session may last for weeks. */
const pauseMinutes = 30;

/**
 * The session of a secret, and its user as they are now.
 *
 * @returns null if it has ended, or the user's address or password has changed since
 */
export const findSession = async (
  payload: Payload,
  portal: PortalContext,
  token: string,
): Promise<{ readonly session: ClientSession; readonly user: TypedUser } | null> => {
  await preparePortalSchema(payload);
  const collection = portal.options.slugs.users;
  const { rows } = await postgresOf(payload).pool.query<StoredSession>(
    `select ${sessionColumns}, user_id from support_portal.client_sessions
     where token_hash = $1 and ${isLiveSql} and bound_to = (select ${fingerprintSql('u')}
       from ${tableOf(payload, collection)} u where u.id = user_id::${idColumnType(payload, collection)})`,
    [hashOfToken(token)],
  );
  const [session] = rows;
  if (!session) return null;
  // The session itself is the credential: its user need not be allowed to read users.
  const user = await payload.findByID({
    collection: collection as CollectionSlug,
    id: toRecordId(payload, { path: 'user', id: session.user_id, slug: collection }),
    depth: 0,
    disableErrors: true,
    overrideAccess: true,
  });
  if (!user) return null;
  const former_at = await noteSeen(payload, session);
  return { session: { ...session, former_at }, user: { ...user, collection } as unknown as TypedUser };
};

/** The last request of a client in any session; null if there was none. */
export const lastVisitOf = async (payload: Payload, userId: RecordId): Promise<Date | null> => {
  const { rows } = await portalPool(payload).query<{ last: Date | null }>(
    'select last_at as last from support_portal.client_visits where user_id = $1',
    [String(userId)],
  );
  return rows[0]?.last ?? null;
};

const beingSeen = (payload: Payload): Map<string, Promise<Date | null>> =>
  keptOn(payload, 'seenSessions', () => new Map());

/**
 * Requests of one session at the same moment share one write: each would wait for the row, with a connection of the small pool.
 *
 * @returns the last request before this visit
 */
const noteSeen = (payload: Payload, session: ClientSession): Promise<Date | null> => {
  const { id, last_seen_at, former_at } = session;
  if (Date.now() - last_seen_at.getTime() < writeSeconds * 1_000) return Promise.resolve(former_at);
  const writing = beingSeen(payload);
  const shared = writing.get(id) ?? writeSeen(payload, session).finally(() => writing.delete(id));
  writing.set(id, shared);
  return shared;
};

const writeSeen = async (payload: Payload, { id, former_at }: ClientSession): Promise<Date | null> => {
  const { rows } = await portalPool(payload).query<Pick<ClientSession, 'former_at'>>(
    `with seen as (
       update support_portal.client_sessions s set last_seen_at = now(),
         former_at = case when last_seen_at > now() - interval '${pauseMinutes} minutes' then former_at
           else (select last_at from support_portal.client_visits v where v.user_id = s.user_id) end
       where id = $1 and ${isLiveSql} returning user_id, former_at)
     insert into support_portal.client_visits select user_id, now() from seen
     on conflict (user_id) do update set last_at = now() returning (select former_at from seen)`,
    [id],
  );
  return rows[0] ? rows[0].former_at : former_at;
};

/**
 * Ends sessions of a user: one, or all.
 *
 * @returns the number of ended sessions
 */
export const endSessions = async (
  req: PayloadRequest,
  userId: RecordId,
  id: string | null = null,
): Promise<number> => {
  await preparePortalSchema(req.payload);
  const { rows } = await runStatement(
    req,
    'delete from support_portal.client_sessions where user_id = $1 and ($2::text is null or id::text = $3) returning id',
    [String(userId), id, id],
  );
  return rows.length;
};

/** The number of live sessions of all clients. */
export const countSessions = async (payload: Payload): Promise<number> => {
  await preparePortalSchema(payload);
  const { rows } = await portalPool(payload).query<{ count: number }>(
    `select count(*)::int as count from support_portal.client_sessions where ${isLiveSql}`,
  );
  return rows[0]?.count ?? 0;
};

/** Deletes sessions that have ended, and those of users who are gone. */
export const pruneSessions = async (payload: Payload, portal: PortalContext): Promise<void> => {
  const pool = portalPool(payload);
  const isGone = `not exists (select from ${tableOf(payload, portal.options.slugs.users)} u where u.id::text = user_id)`;
  await pool.query(`delete from support_portal.client_sessions where not (${isLiveSql}) or ${isGone}`);
  await pool.query(`delete from support_portal.client_visits where ${isGone}`);
};

/** Ends the sessions of a user whose address changes, even if it is changed back before their next request. */
export const endWithAddress: CollectionAfterChangeHook = async ({ doc, operation, previousDoc, req }) => {
  if (operation === 'update' && doc.email !== previousDoc.email) await endSessions(req, doc.id);
};
