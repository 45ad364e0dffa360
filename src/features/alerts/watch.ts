import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { runStatement } from '../../core/database/statement.ts';
import { inTransaction } from '../../core/database/transaction.ts';
import { enqueueAll } from '../../core/jobs/jobs.ts';
import type { AlertObserver, Trouble } from '../../core/ports/attention.ts';
import { adminLink } from '../../core/request/publicOrigin.ts';
import { addressesOf } from './addresses.ts';
import { alertQueue } from './send.ts';
import type { Alert, AlertAddress, AlertKind, AlertState } from './vocabulary.ts';

/** The state of a kind as of the last poll. */
interface Known {
  kind: AlertKind;
  /** It is null if nothing is wrong. */
  since: Date | null;
  told_at: Date | null;
  count: number;
  detail: string | null;
  looked_at: Date;
}

/** Interval between reminders of a lasting problem, in milliseconds. */
const betweenReminders = 60 * 60 * 1000;

/**
 * Checks whether a problem has begun, lasts or has ended, and alerts the addresses. If several processes check at the same
 * time, one of them acts.
 */
export const watch = async (payload: Payload, portal: PortalContext): Promise<void> => {
  const addresses = await addressesOf(payload);
  const req = await createLocalReq({}, payload);
  // An address that is set later gets no alert about a problem that was over by then.
  if (addresses.length === 0) return void (await runStatement(req, 'delete from support_portal.alerts'));
  const observers = observersOf(portal);
  const before = await readKnown(req);
  const kinds = observers.map(([kind]) => kind);
  const now = new Date();
  // Before the transaction, because observers need further connections.
  const polls = await Promise.all(
    observers.map(async ([kind, observer]) => {
      const known = before.get(kind) ?? null;
      const poll = { payload, portal, after: known?.looked_at ?? now, since: known?.since ?? null };
      try {
        return [{ kind, known, page: observer.page(portal), trouble: await observer.observe(poll) }];
      } catch (err) {
        // The table of this kind may be the problem itself, which another kind reports.
        payload.logger.warn({
          err,
          msg: `The state of ${kind} could not be read for an alert; the next poll tries again.`,
        });
        return [];
      }
    }),
  );
  await inTransaction(req, async () => {
    if (!(await isFirst(req)) || hasChanged(kinds, before, await readKnown(req))) return;
    for (const found of polls.flat()) await settle({ req, addresses, now, ...found });
  });
};

/** The observers of all features, by kind. */
const observersOf = ({ features }: PortalContext): readonly [AlertKind, AlertObserver][] =>
  features.flatMap(({ alerts }) => Object.entries(alerts ?? {}));

const readKnown = async (req: PayloadRequest): Promise<ReadonlyMap<AlertKind, Known>> => {
  const { rows } = await runStatement<Known & Record<string, unknown>>(
    req,
    'select kind, since, told_at, count, detail, looked_at from support_portal.alerts',
  );
  return new Map(rows.map((row) => [row.kind, withDates(row)]));
};

/** drizzle returns timestamps as text. */
const withDates = (row: Known): Known => ({
  ...row,
  since: row.since && new Date(row.since),
  told_at: row.told_at && new Date(row.told_at),
  looked_at: new Date(row.looked_at),
});

/** True if another process has checked meanwhile. */
const hasChanged = (
  kinds: readonly AlertKind[],
  before: ReadonlyMap<AlertKind, Known>,
  now: ReadonlyMap<AlertKind, Known>,
): boolean =>
  kinds.some((kind) => before.get(kind)?.looked_at.getTime() !== now.get(kind)?.looked_at.getTime());

const isFirst = async (req: PayloadRequest): Promise<boolean> => {
  const { rows } = await runStatement<{ first: boolean }>(
    req,
    `select pg_try_advisory_xact_lock(hashtextextended('payload-support-portal/alerts', 0)) as first`,
  );
  return rows[0]?.first ?? false;
};

interface Settling {
  readonly req: PayloadRequest;
  readonly addresses: readonly AlertAddress[];
  readonly kind: AlertKind;
  /** The page of the admin UI that shows more. */
  readonly page: string;
  readonly known: Known | null;
  readonly trouble: Trouble | null;
  readonly now: Date;
}

/** Stores the state of one kind, and creates an alert if one is due. */
const settle = async (settling: Settling): Promise<void> => {
  const { req, kind, known, trouble, now } = settling;
  const since = known?.since ?? null;
  const steps = stepsOf(trouble, since, known?.told_at ?? null, now);
  const { count, detail } = trouble ?? { count: known?.count ?? 0, detail: known?.detail ?? null };
  const began = since ?? trouble?.since ?? now;
  for (const state of steps) await tell(settling, { state, since: began, count, detail });
  const isOn = trouble !== null && !trouble.isOver;
  const toldAt = steps.length > 0 ? now : (known?.told_at ?? null);
  await runStatement(
    req,
    `insert into support_portal.alerts (kind, since, told_at, count, detail, looked_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (kind) do update set since = excluded.since, told_at = excluded.told_at, count = excluded.count,
       detail = excluded.detail, looked_at = excluded.looked_at`,
    [kind, isOn ? began : null, toldAt, count, detail, now],
  );
};

const stepsOf = (
  trouble: Trouble | null,
  since: Date | null,
  toldAt: Date | null,
  now: Date,
): readonly AlertState[] => {
  const isOver = trouble === null || trouble.isOver === true;
  if (since === null) return trouble === null ? [] : ['began', ...(isOver ? (['ended'] as const) : [])];
  if (isOver) return ['ended'];
  return now.getTime() - (toldAt?.getTime() ?? 0) >= betweenReminders ? ['continues'] : [];
};

interface Told {
  readonly state: AlertState;
  readonly since: Date;
  readonly count: number;
  readonly detail: string | null;
}

const tell = async (
  { req, addresses, kind, page }: Settling,
  { state, since, count, detail }: Told,
): Promise<void> => {
  const url = adminLink(req.payload, page);
  const alert: Alert = { kind, state, since: since.toISOString(), count, detail, url };
  await enqueueAll(
    req,
    alertQueue,
    addresses.map((address) => ({ data: { address, alert } })),
  );
};
