import type { Payload, PayloadRequest } from 'payload';
import { isClient } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { mailThreadOf } from '../../mail/feature.ts';
import { canBeAccount, organizationsOfDomain } from '../../people/feature.ts';
import type { InboundSettings } from '../../settings/feature.ts';
import { type Authentication, isVerdict } from '../authentication/authenticate.ts';
import { addressOf } from '../message/header/author.ts';
import { type LaneName, readerOf } from '../reading/reader.ts';
import type { Output } from '../reading/works.ts';
import { findSenders } from '../senders/sender.ts';
import { signedNames } from '../senders/signedNames.ts';
import type { StoredMail } from '../storage/storedMail.ts';
import type { Facts } from './decide.ts';
import { matchTickets } from './matchTickets.ts';
import { mayReply } from './mayWrite.ts';

/** A message under way whose bytes have been read. */
export interface ReadMail extends Pick<Output<'read'>, 'message' | 'judgement' | 'bytes'> {
  readonly payload: Payload;
  readonly portal: PortalContext;
  /** The lane that reads it. */
  readonly lane: LaneName;
  /** A request without a transaction, a user, or anything else of its own. */
  readonly req: PayloadRequest;
  readonly mail: StoredMail;
  readonly options: InboundSettings;
}

/** Gathers all that the decision about a person's message rests on. */
export const gatherFacts = async (reading: ReadMail): Promise<Facts> => {
  const { payload, portal, req, message, options } = reading;
  const { author } = message;
  const thread = mailThreadOf(payload, options);
  const address = addressOf(author);
  const senders = address === null ? [] : await findSenders(req, portal, address);
  const [sender] = senders;
  const isOfTeam = senders.some(({ principal }) => !isClient(principal));
  const names = isOfTeam ? signedNames(message, address ?? '') : message;
  const tickets = await matchTickets({
    req,
    portal,
    message: names,
    sender: address ?? '',
    thread,
    mayWriteTo: async (ticket) => sender !== undefined && mayReply(req, portal, sender, ticket),
  });
  const isAnswer = names.recipients.some((recipient) => thread?.hasToken(recipient));
  const named = { author, tickets, hasForeignToken: isAnswer && tickets.length === 0 };
  if (address === null)
    return { ...named, authentication: 'none', senders: [], domainOf: [], mayReply: false };
  const authentication = await authenticationOf(reading, address);
  const mayJoin = senders.length === 0 && !portal.options.existing.users && canBeAccount(address);
  const domainOf = mayJoin ? await organizationsOfDomain(payload, portal, address) : [];
  const [ticket] = tickets;
  return {
    ...named,
    authentication,
    senders,
    domainOf,
    // Last, because a signature takes time to check, in which the ticket may change.
    mayReply: sender && ticket ? await mayReply(req, portal, sender, ticket) : false,
  };
};

const authenticationOf = async (
  { payload, lane, mail, judgement, bytes }: ReadMail,
  from: string,
): Promise<Authentication> =>
  isVerdict(judgement)
    ? judgement
    : readerOf(payload).authenticate(lane, { bytes, from, judgement, connection: mail.connection });
