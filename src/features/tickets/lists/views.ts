import type { tickets as en } from '../texts/en.ts';
import type { Status } from '../vocabulary.ts';
import type { TicketFilter } from './listing.ts';

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
