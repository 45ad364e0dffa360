import type { Payload } from 'payload';
import type { Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import type { WaitingWork } from '../../../core/ports/attention.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { countTickets, mostCounted } from './countTickets.ts';
import { views } from './views.ts';

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
