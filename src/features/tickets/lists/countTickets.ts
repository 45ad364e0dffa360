import type { Payload } from 'payload';
import type { Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { inReach } from '../../../core/database/findOwn.ts';
import { buildConditions, type Conditions } from '../../../core/database/listRows.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { WaitingWork } from '../../../core/ports/attention.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import type { tickets as en } from '../texts/en.ts';
import type { Status } from '../vocabulary.ts';
import { restrictTickets, type TicketFilter } from './listing.ts';

/** Highest count that is said: it makes no difference whether a view has a thousand tickets or ten thousand. */
export const mostCounted = 999;

/** Counts the tickets in the caller's reach that each filter lets through, up to one more than `mostCounted`. */
export const countTickets = async (
  payload: Payload,
  portal: PortalContext,
  caller: Principal,
  filters: readonly TicketFilter[],
): Promise<readonly number[]> => {
  if (filters.length === 0) return [];
  const first = buildConditions();
  const table = tableOf(payload, portal.options.slugs.tickets);
  const each = filters.map((filter, index) => {
    const own = restrictTickets(conditionsAfter(first), { payload, portal, caller, filter });
    return `(select count(*) from (select from ${table} ${own.sql} limit ${mostCounted + 1}) counted) as count_${index}`;
  });
  const { rows } = await postgresOf(payload).pool.query<Record<string, string>>(`select ${each.join(', ')}`, [
    ...first.parameters,
  ]);
  return filters.map((_, index) => Number(rows[0]?.[`count_${index}`] ?? 0));
};

/** Conditions of their own that share the parameters of others. */
export const conditionsAfter = ({ parameter }: Conditions): Conditions =>
  Object.assign(buildConditions(), { parameter });

/** The number of tickets in the caller's reach of each status that one has. */
export const countByStatus = async (
  payload: Payload,
  portal: PortalContext,
  caller: Principal,
): Promise<ReadonlyMap<string, number>> => {
  const { sql, parameters } = inReach(buildConditions(), caller);
  const { rows } = await postgresOf(payload).pool.query<{ status: string; count: string }>(
    `select status, count(*) as count from ${tableOf(payload, portal.options.slugs.tickets)} ${sql} group by status`,
    [...parameters],
  );
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
};

/** The views of the list that are work of the reader; the others lead to more. */
const workViews: readonly string[] = ['waiting', 'mine', 'unassigned', 'mentions'];

/** The tickets that wait for a reader, by view. */
export const countTicketWork = async (
  payload: Payload,
  portal: PortalContext,
  reader: Principal,
): Promise<readonly WaitingWork[]> => {
  const wanted = views.filter(({ name }) => workViews.includes(name));
  const filters = wanted.map(({ filter }) => filter(idText(reader.id)));
  const counts = await countTickets(payload, portal, reader, filters);
  return wanted.map(({ name }, index) => ({
    label: `tickets:list:view:${name}`,
    count: counts[index] ?? 0,
    most: mostCounted,
    path: `/collections/${portal.options.slugs.tickets}?view=${name}`,
  }));
};

const active: readonly Status[] = ['open', 'in_progress'];

type ViewName = keyof typeof en.list.view;

/** A view of the list, which its tabs name. */
export interface TicketView {
  readonly name: ViewName;
  filter(me: string): TicketFilter;
}

export const views: readonly TicketView[] = [
  {
    name: 'waiting',
    filter: () => ({ waitingFor: 'staff', statuses: active }),
  },
  { name: 'mine', filter: (me) => ({ assigneeId: me, statuses: active }) },
  { name: 'unassigned', filter: () => ({ assigneeId: null, statuses: active }) },
  { name: 'mentions', filter: (me) => ({ mentionedId: me }) },
  { name: 'open', filter: () => ({ statuses: active }) },
  { name: 'all', filter: () => ({}) },
];
