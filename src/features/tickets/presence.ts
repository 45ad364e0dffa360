import type { CollectionSlug, Payload, PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import { idText, type RecordId } from '../../core/shared/values/ids.ts';

/** States that a page of a ticket reports. `gone`: it was closed. */
export const presenceStates = ['open', 'writing', 'gone'] as const;

type PresenceState = (typeof presenceStates)[number];

/** Another person who has the ticket open. */
interface Present {
  /** It is null if the reader may not read the user. */
  readonly name: string | null;
  readonly writing: boolean;
}

/** The response to a page each time it reports that it is open. */
interface Presence {
  readonly others: readonly Present[];
  /** Lets the page check whether it shows all replies. */
  readonly replies: { readonly count: number; readonly newestId: RecordId | null };
}

interface PresentPage {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly ticketId: RecordId;
  readonly userId: RecordId;
  /** Made by each page, because a person may have several. */
  readonly page: string;
}

/**
 * Time for which a page counts as open after its last report. A page reports every eight seconds, and reads the others at
 * the same time. A page that dies silently is shown for the sum of both at most: less than 30 seconds.
 */
const lease = "interval '20 seconds'";

/** Notes that a page is open, or no longer, and reads who else has the ticket open. */
export const sharePresence = async (at: PresentPage, state: PresenceState): Promise<Presence> => {
  await (state === 'gone' ? leave(at) : stay(at, state === 'writing'));
  await runStatement(at.req, pruneSql);
  const [others, replies] = await Promise.all([readOthers(at), readReplies(at)]);
  return { others, replies };
};

const stay = ({ req, ticketId, userId, page }: PresentPage, isWriting: boolean) =>
  runStatement(
    req,
    `insert into support_portal.presence (ticket_id, user_id, page, is_writing, seen_at)
     values ($1, $2, $3, $4, now())
     on conflict (ticket_id, user_id, page) do update set is_writing = excluded.is_writing, seen_at = now()`,
    [idText(ticketId), idText(userId), page, isWriting],
  );

const leave = ({ req, ticketId, userId, page }: PresentPage) =>
  runStatement(
    req,
    'delete from support_portal.presence where ticket_id = $1 and user_id = $2 and page = $3',
    [idText(ticketId), idText(userId), page],
  );

/** Deletes the rows of pages that died silently. The next page that is open does so, and each poll of the background work. */
export const prunePresence = async (payload: Payload): Promise<void> => {
  await runStatement({ payload }, pruneSql);
};

/** A statement of its own that waits for no row, so that two pages never wait for each other. */
const pruneSql = `delete from support_portal.presence where ctid = any(array(
  select ctid from support_portal.presence where seen_at <= now() - ${lease} for update skip locked))`;

const readOthers = async ({ req, portal, ticketId, userId }: PresentPage): Promise<readonly Present[]> => {
  const { rows } = await runStatement<{ user_id: string; writing: boolean }>(
    req,
    `select user_id, bool_or(is_writing) as writing from support_portal.presence
     where ticket_id = $1 and user_id <> $2 and seen_at > now() - ${lease} group by user_id order by user_id`,
    [idText(ticketId), idText(userId)],
  );
  if (rows.length === 0) return [];
  const names = await readNames(
    req,
    portal,
    rows.map((row) => row.user_id),
  );
  return rows.map(({ user_id, writing }) => ({ name: names.get(user_id) ?? null, writing }));
};

/** Names by the reader's own access: representatives do not read staff. */
const readNames = async (
  req: PayloadRequest,
  { options: { slugs } }: PortalContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const collection = slugs.users as CollectionSlug;
  const { docs } = await req.payload.find({
    collection,
    where: { id: { in: ids } },
    depth: 0,
    pagination: false,
    overrideAccess: false,
    req,
  });
  const title = req.payload.collections[collection]?.config.admin.useAsTitle ?? 'email';
  return new Map(
    docs.map((user) => {
      const name = ['name', title, 'email'].map((field) => Reflect.get(user, field)).find(Boolean);
      return [idText(user.id), String(name ?? idText(user.id))];
    }),
  );
};

const readReplies = async ({ req, portal, ticketId }: PresentPage): Promise<Presence['replies']> => {
  const replies = tableOf(req.payload, portal.options.slugs.ticketReplies);
  const { rows } = await runStatement<{ count: number; newest: RecordId | null }>(
    req,
    `select count(*)::int as count,
       (array_agg(id order by created_at desc, id desc))[1] as newest
     from ${replies} where ticket_id = $1`,
    [ticketId],
  );
  const { count = 0, newest = null } = rows[0] ?? {};
  return { count, newestId: newest };
};
