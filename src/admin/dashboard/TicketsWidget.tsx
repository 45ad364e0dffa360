import { Link } from '@payloadcms/ui';
import type { Payload, WidgetServerProps } from 'payload';
import type { Principal } from '../../access/roles.ts';
import type { PortalContext } from '../../context.ts';
import { buildConditions } from '../../database/listRows.ts';
import { postgresOf } from '../../database/pool.ts';
import { tableOf } from '../../database/table.ts';
import { inReach } from '../../operations/shared/fields.ts';
import { statuses } from '../../tickets/vocabulary.ts';
import { adminPath } from '../shared/adminPath.ts';
import { EmptyState } from '../shared/Messages.tsx';
import { wordsFor } from '../tickets/ticketWords.ts';
import { Widget } from './Widget.tsx';

type TicketsWidgetProps = WidgetServerProps & { readonly portal: PortalContext };

const numbers = new Intl.NumberFormat('en');

/** The tickets in the reader's reach, by status. */
export const TicketsWidget = async ({ req, portal }: TicketsWidgetProps) => {
  const { payload } = req;
  const principal = portal.principalOf(req.user);
  if (!principal) return null;
  const slug = portal.options.slugs.tickets;
  const counts = await countByStatus(payload, slug, principal);
  const list = adminPath(payload, `/collections/${slug}`);
  return (
    <Widget title="Tickets" href={list} link="All tickets">
      {counts.size === 0 ? (
        <EmptyState title="No tickets yet">
          <Link href={`${list}/create`}>Write the first one</Link>, or let clients do it over the API.
        </EmptyState>
      ) : (
        <ul className="portal-tiles">
          {statuses.map((status) => (
            <li key={status}>
              <Link href={`${list}?view=all&status=${status}`}>
                <strong>{numbers.format(counts.get(status) ?? 0)}</strong> {wordsFor(status)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Widget>
  );
};

const countByStatus = async (
  payload: Payload,
  slug: string,
  principal: Principal,
): Promise<ReadonlyMap<string, number>> => {
  const { sql, parameters } = inReach(buildConditions(), principal);
  const { rows } = await postgresOf(payload).pool.query<{ status: string; count: string }>(
    `select status, count(*) as count from ${tableOf(payload, slug)} ${sql} group by status`,
    [...parameters],
  );
  return new Map(rows.map(({ status, count }) => [status, Number(count)]));
};
