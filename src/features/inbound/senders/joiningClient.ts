import type { PayloadRequest } from 'payload';
import { isClient } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { lockName } from '../../../core/database/lock.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { domainOf } from '../../../core/shared/addresses/hosts.ts';
import { canonicalAddress, foldAddress, notationsOf } from '../../../core/shared/addresses/notations.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { createClient } from '../../people/feature.ts';
import { mayWrite } from '../decision/decide.ts';
import type { InboundMessage } from '../message/readMessage.ts';
import type { StoredMail } from '../storage/storedMail.ts';
import { mostAnHour, mostNewPeople } from '../vocabulary.ts';
import { findSender, findSenders, type Sender } from './sender.ts';

interface NewSender {
  /** In a transaction for which other messages of the sender wait. */
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly message: Pick<InboundMessage, 'from'>;
  readonly organization: RecordId | null;
}

/**
 * Creates a client for a first message from a domain of the organization. Several first messages may come at once: those
 * that waited for another one find the client that it created.
 *
 * @returns null if the message has no sender; else a reason why it waits for staff
 */
export const joiningClient = async ({
  req,
  portal,
  message,
  organization,
}: NewSender): Promise<Sender | null | 'too_many' | 'ambiguous'> => {
  const [from] = message.from;
  if (!from || organization === null) return null;
  const [known, other] = await findSenders(req, portal, from.address);
  if (known) {
    const isTheirs = !other && isClient(known.principal) && mayWrite(known.principal, organization);
    return isTheirs ? known : 'ambiguous';
  }
  if (!(await countNewPerson(req, from.address))) return 'too_many';
  const id = await createClient({ req, portal, email: from.address, name: from.name, organization });
  return findSender(req, portal, id);
};

/**
 * Counts a person whom a mail makes a client of their domain's organization, over all processes. Other new people of that
 * domain wait until the request's transaction ends; a rolled-back one is not counted.
 *
 * @returns false if the domain has used up its limit for the last day
 */
const countNewPerson = async (req: PayloadRequest, address: string): Promise<boolean> => {
  const domain = domainOf(address) ?? '';
  await lockName(req, `new-people/${domain}`);
  await runStatement(
    req,
    `delete from support_portal.new_people where created_at <= clock_timestamp() - interval '1 day' and domain = $1`,
    [domain],
  );
  const { rowCount } = await runStatement(
    req,
    `insert into support_portal.new_people (domain, created_at) select $1, clock_timestamp()
     where (select count(*) from support_portal.new_people where domain = $2) < ${mostNewPeople}`,
    [domain, domain],
  );
  return rowCount === 1;
};

/** Other messages of the sender wait until the request's transaction ends. */
export const lockSender = (req: PayloadRequest, address: string): Promise<void> =>
  lockName(req, `inbound/${canonicalAddress(address)}`);

interface Counted {
  /** A message: those that came before it, and wait, count as well. */
  readonly before?: Pick<StoredMail, 'id' | 'received_at'>;
  /** True for a proven message, for which proven ones count alone. */
  readonly isProven?: boolean;
}

/**
 * True if a sender has reached the limit for the last hour, over all processes. Messages count that became a reply or a
 * ticket, were held or failed. Automatic mail and bounces do not, because a server sends one for each mail that comes back;
 * nor do messages that staff put on a ticket. Proven messages count apart, so that no one who writes in a person's name keeps out
 * that person, nor does who sends a signed mail of theirs again. The number is exact once the sender is locked.
 */
export const hasHadEnough = async (
  req: PayloadRequest,
  { options }: PortalContext,
  address: string,
  { before, isProven = false }: Counted = {},
): Promise<boolean> => {
  const { rows } = await runStatement<{ count: string }>(
    req,
    `select count(*) as count from ${tableOf(req.payload, options.slugs.inboundMails)}
     where "from" = any($1) and (
       outcome in ('reply', 'ticket', 'held', 'failed') and settled_by_id is null and (not $4 or authentication = 'pass' and reason is distinct from 'ambiguous')
         and reason is distinct from 'too_many' and processed_at > now() - interval '1 hour'
       or outcome is null and received_at > now() - interval '1 hour' and (received_at, id) < ($2::timestamptz, $3))`,
    [
      notationsOf(foldAddress(address)),
      before?.received_at.toISOString() ?? null,
      before?.id ?? null,
      isProven,
    ],
  );
  return Number(rows[0]?.count) >= mostAnHour;
};
