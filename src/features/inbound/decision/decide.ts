import type { PayloadRequest } from 'payload';
import { isClient, isTeam, type Principal, reaches } from '../../../core/access/roles.ts';
import { withholds } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { reachesTicket } from '../../../core/reach/reachSql.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import type { Authentication } from '../authentication/authenticate.ts';
import type { Author } from '../message/header/author.ts';
import type { Sender } from '../senders/sender.ts';
import type { HeldReason } from '../vocabulary.ts';

/** A ticket that a message names. */
export interface MatchedTicket {
  readonly id: RecordId;
  readonly organization: RecordId | null;
}

/** The facts about a message that a person may have written. */
export interface Facts {
  /** The author of the message. */
  readonly author: Author;
  readonly authentication: Authentication;
  /** The users with that address. */
  readonly senders: readonly Sender[];
  /** The organizations that name the domain of that address as theirs, if no user has it. */
  readonly domainOf: readonly RecordId[];
  /** The tickets that the message names, of the first kind of name that names any; those of others' reply addresses included. */
  readonly tickets: readonly MatchedTicket[];
  /** True if there is a user with that address and a ticket, to which they may reply. */
  readonly mayReply: boolean;
  /** True if it came to a reply address that was signed for no one of its ticket. */
  readonly hasForeignToken: boolean;
}

/** The fate of a message. */
export type Decision =
  | { readonly kind: 'held'; readonly reason: HeldReason }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'reply'; readonly ticket: MatchedTicket; readonly sender: Sender }
  | { readonly kind: 'ticket'; readonly organization: RecordId; readonly sender: Sender | null };

const held = (reason: HeldReason): Decision => ({ kind: 'held', reason });

/** Decides what becomes of a message. In doubt it waits for staff. */
export const decide = (facts: Facts): Decision => {
  const { author, authentication, senders, tickets } = facts;
  if (author.kind === 'none')
    return { kind: 'failed', reason: 'The message has no sender: its From is missing or empty.' };
  if (author.kind === 'ambiguous' || senders.length > 1 || tickets.length > 1) return held('ambiguous');
  if (authentication === 'fail') return held('authentication_failed');
  const [sender = null] = senders;
  const [ticket] = tickets;
  // An address that is changed or no longer known: staff can decide on the ticket.
  if (!ticket && facts.hasForeignToken) return held('not_a_participant');
  const decision = ticket ? decideReply(facts, ticket, sender) : decideTicket(facts, sender);
  // A forged mail of staff would speak for the agency.
  if (decision.kind === 'reply' && isTeam(sender?.principal ?? null) && authentication !== 'pass')
    return held('authentication_failed');
  return decision;
};

const decideReply = ({ mayReply }: Facts, ticket: MatchedTicket, sender: Sender | null): Decision =>
  sender && mayReply ? { kind: 'reply', ticket, sender } : held('not_a_participant');

const decideTicket = ({ domainOf }: Facts, sender: Sender | null): Decision => {
  if (sender) return decideTicketOf(sender);
  const [organization, other] = domainOf;
  if (organization === undefined) return held('unknown_sender');
  return other === undefined ? { kind: 'ticket', organization, sender: null } : held('ambiguous');
};

/** Staff and representatives do not say for which client they write. */
const decideTicketOf = (sender: Sender): Decision => {
  const { principal } = sender;
  const [organization, other] = principal.organizations;
  if (!isClient(principal) || organization === undefined || other !== undefined) return held('ambiguous');
  return mayWrite(principal, organization)
    ? { kind: 'ticket', organization, sender }
    : held('not_a_participant');
};

/** True if the API would accept a ticket of this person, too. */
export const mayWrite = (principal: Principal, organization: RecordId | null): boolean =>
  !withholds(principal, 'tickets:write') && reaches(principal, organization);

/**
 * True if the API would accept a reply of this person, too. A client of an organization whose clients see only their own
 * tickets does not reply to those of others.
 */
export const mayReply = async (
  req: PayloadRequest,
  portal: PortalContext,
  { principal }: Sender,
  ticket: { readonly id: RecordId; readonly organization: RecordId | null },
): Promise<boolean> =>
  mayWrite(principal, ticket.organization) && (await reachesTicket(req, portal, principal, ticket));
