import type { CollectionSlug, Payload, PayloadRequest } from 'payload';
import { isClient, reaches } from '../../core/access/roles.ts';
import type { PortalContext } from '../../core/context.ts';
import { isId } from '../../core/database/ids.ts';
import { isSameAddress } from '../../core/shared/addresses/notations.ts';
import { ApiError, validationFailed } from '../../core/shared/errors/errors.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { type Sentence, say } from '../../core/texts/say.ts';
import { mailThreadOf } from '../mail/feature.ts';
import { canBeAccount, createClient } from '../people/feature.ts';
import { inboundOptions, isOwn, ownAddresses } from '../settings/feature.ts';
import { lockOpenEnd } from '../tickets/feature.ts';
import { act, inMailTransaction, type Target } from './acting/act.ts';
import { automaticReason } from './decision/automatic.ts';
import { mayReply } from './decision/decide.ts';
import { addressOf } from './message/header/author.ts';
import type { InboundMessage } from './message/readMessage.ts';
import { isUnreadableMessage } from './message/UnreadableMessage.ts';
import { readerOf } from './reading/reader.ts';
import { blockOf } from './senders/blockedSenders.ts';
import { findSender, findSenders, type Sender } from './senders/sender.ts';
import { isDecidable } from './storage/fate.ts';
import { findMail, readRawMail, type StoredMail, settleMail } from './storage/storedMail.ts';
import { keptDays } from './vocabulary.ts';

/** A decision of staff about a message: a reply to a ticket, or a ticket of an organization. */
export type Acceptance =
  | { readonly ticketId: RecordId }
  | {
      readonly organizationId: RecordId;
      /** The requester: an id, else an address, else the sender. */
      readonly requesterId: RecordId | null;
      readonly requesterEmail: string | null;
    };

interface HeldMail {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly mail: StoredMail;
  /** The member of staff. */
  readonly staffId: RecordId;
}

/**
 * Carries out the decision of staff about a message that waits.
 *
 * @throws {ApiError} `conflict` if it does not wait, or its raw message is gone; `validation_failed`
 */
export const acceptMail = async (
  { payload, portal, mail, staffId }: HeldMail,
  acceptance: Acceptance,
): Promise<void> => {
  assertDecidable(mail);
  const slug = portal.options.slugs.inboundMails;
  const bytes = await readRawMail(payload, slug, mail);
  if (!bytes) throw new ApiError('conflict', say('errors:inbound:gone', { days: keptDays }));
  const message = await read(payload, bytes);
  // A message over the limit of its sender was held before anything else was known about it.
  const options = await inboundOptions(payload, portal.options.inbound);
  const own = await ownAddresses(payload, portal, options);
  const isAutomatic = automaticReason(message, { own, thread: mailThreadOf(payload, options) }) !== null;
  const isBlocked = (await blockOf(payload, addressOf(message.author))) !== null;
  const receipt = isAutomatic || isBlocked ? {} : { receipt: 'always' as const };
  await inMailTransaction(payload, message, async (req) => {
    assertDecidable(await findMail(req, portal, mail.id, 'for update'));
    const chosen =
      'ticketId' in acceptance
        ? await onTicket({ req, portal, mail, message }, acceptance.ticketId)
        : await asTicket({ req, portal, mail, message }, acceptance);
    const isProven = mail.authentication === 'pass';
    const created = await act({ req, portal, message, isProven, ...chosen, ...receipt });
    const outcome = created.replyId === null ? 'ticket' : 'reply';
    await settleMail(req, portal, mail.id, { outcome, ...created, settledBy: staffId });
  });
  // The raw message stays for 30 days, as that of one that waits.
};

const read = async (payload: Payload, bytes: Uint8Array): Promise<InboundMessage> => {
  try {
    return (await readerOf(payload).read('known', { bytes, envelopeSender: null, trustedAuthservId: null }))
      .message;
  } catch (error) {
    if (!isUnreadableMessage(error)) throw error;
    throw new ApiError('conflict', say('errors:inbound:unreadable', { reason: error.message }), {
      cause: error,
    });
  }
};

/** @throws {ApiError} `conflict` for a message that does not wait for staff */
export const assertDecidable = (mail: StoredMail | null): void => {
  if (mail && isDecidable(mail)) return;
  const outcome = say(`errors:inbound:outcome:${mail?.outcome ?? 'new'}`);
  throw new ApiError('conflict', say('errors:inbound:settled', { outcome }));
};

interface AcceptedMail {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly mail: StoredMail;
  readonly message: InboundMessage;
}

interface Chosen {
  readonly target: Target;
  readonly sender: Sender | null;
}

const onTicket = async (
  { req, portal, mail, message }: AcceptedMail,
  ticketId: RecordId,
): Promise<Chosen> => {
  const ticket = await lockOpenEnd(req, portal, ticketId);
  if (!ticket) throw invalid('ticket_id', say('errors:ticket:unknown'));
  const { organization_id: organization } = ticket;
  const [sender, other] = await findSenders(req, portal, addressOf(message.author) ?? '');
  const isKnown = sender && !other && (await mayReply(req, portal, sender, { id: ticket.id, organization }));
  // A colleague whose mail is not proven may be anyone.
  const isProven = sender && (isClient(sender.principal) || mail.authentication === 'pass');
  return {
    target: { kind: 'reply', ticketId: ticket.id, organization },
    sender: isKnown && isProven ? sender : null,
  };
};

const asTicket = async (
  { req, portal, message }: AcceptedMail,
  { organizationId, requesterId, requesterEmail }: Exclude<Acceptance, { ticketId: RecordId }>,
): Promise<Chosen> => {
  await assertOrganization(req, portal, organizationId);
  // No one becomes a requester because one reader of an ambiguous `From` sees them.
  const from = message.author.kind === 'one' ? message.from[0] : undefined;
  const email = requesterEmail ?? from?.address ?? null;
  const sender =
    requesterId === null
      ? await byAddress({ req, portal, email, organizationId, from })
      : await findSender(req, portal, requesterId);
  if (!sender || !isClient(sender.principal) || !reaches(sender.principal, organizationId))
    throw invalid(requesterId === null ? 'requester_email' : 'requester_id', say('errors:inbound:client'));
  return { target: { kind: 'ticket', organization: organizationId }, sender };
};

interface ByAddress {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly email: string | null;
  readonly organizationId: RecordId;
  readonly from: InboundMessage['from'][number] | undefined;
}

/** The user with an address; a new client if there is none. */
const byAddress = async ({ req, portal, email, organizationId, from }: ByAddress): Promise<Sender | null> => {
  if (email === null) return null;
  const [known] = await findSenders(req, portal, email);
  if (known) return known;
  const own = await ownAddresses(
    req.payload,
    portal,
    await inboundOptions(req.payload, portal.options.inbound),
  );
  if (!canBeAccount(email)) throw invalid('requester_email', say('errors:inbound:noAccount'));
  if (isOwn(email, own)) throw invalid('requester_email', say('errors:inbound:ownAddress'));
  const name = from && isSameAddress(from.address, email) ? from.name : '';
  const id = await createClient({ req, portal, email, name, organization: organizationId });
  return findSender(req, portal, id);
};

const assertOrganization = async (
  req: PayloadRequest,
  { options }: PortalContext,
  id: RecordId,
): Promise<void> => {
  const collection = options.slugs.organizations as CollectionSlug;
  const found =
    isId(req.payload, id, collection) &&
    // Staff reach every organization.
    (await req.payload.findByID({
      collection,
      id,
      depth: 0,
      disableErrors: true,
      overrideAccess: true,
      req,
    }));
  if (!found) throw invalid('organization_id', say('errors:organization:unknown'));
};

const invalid = (path: string, message: Sentence) => validationFailed([{ path, message }]);
