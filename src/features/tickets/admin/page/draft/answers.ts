import {
  callPortal,
  type PortalResult,
  type PortalRoute,
} from '../../../../../core/ui/requests/portalApi.ts';
import { draftStore, type HeldSubmission } from './draft.ts';
import { entryNames } from './kept.ts';

/** Time that a submission may take, in milliseconds, after it can no longer be undone. */
const patience = 3_000;

/** Time until the portal can say what has become of a submission, in milliseconds. */
export const timeUntilKnown = ({ until }: HeldSubmission): number =>
  Math.max(0, Date.parse(until) + patience - Date.now());

interface Submitted {
  readonly ticket: number | string;
  readonly key: string;
}

/** Asks the portal for the reply of a submission; its id is null if there is none. */
export const findAnswer = (
  portalRoute: PortalRoute,
  { ticket, key }: Submitted,
): Promise<PortalResult<{ readonly id: string | null }>> =>
  callPortal(portalRoute, { method: 'GET', path: `/tickets/${ticket}/answers/${key}` });

/** A submission of a ticket whose end the browser does not know. */
export interface TicketSubmission extends HeldSubmission {
  readonly ticket: string;
}

/** The submissions of a person, on any ticket, whose end the browser does not know. */
export const openSubmissionsOf = (person: number | string): readonly TicketSubmission[] => {
  const begin = draftStore('', person).name;
  return entryNames().flatMap((name) => {
    if (!name.startsWith(begin)) return [];
    const ticket = name.slice(begin.length);
    const { sending } = draftStore(ticket, person).read() ?? {};
    return sending ? [{ ...sending, ticket }] : [];
  });
};
