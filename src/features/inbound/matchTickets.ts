import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { isId } from '../../core/database/ids.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { tableOf } from '../../core/database/table.ts';
import type { RecordId } from '../../core/shared/ids.ts';
import type { MailThread } from '../mail/feature.ts';
import { openEndsSql } from '../tickets/feature.ts';
import type { MatchedTicket } from './decide.ts';
import { addressOf } from './message/author.ts';
import type { InboundMessage } from './message/readMessage.ts';

interface Naming {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly message: InboundMessage;
  /** Null while no address for mail in is set. */
  readonly thread: MailThread | null;
}

/**
 * The tickets that a message names, by the first of these that names one: the token in the address it was sent to, our
 * Message-IDs among its references, a `[#id]` in its subject. Several only if it was sent to several tokens.
 */
export const matchTickets = async ({
  payload,
  portal,
  message,
  thread,
}: Naming): Promise<readonly MatchedTicket[]> => {
  const sender = addressOf(message.author) ?? '';
  const byToken = message.recipients.map((address) => thread?.ticketOfAddress(address, sender));
  const byReference = message.references.map((id) => thread?.ticketOfMessageId(id));
  const tokens = present(byToken);
  if (tokens.length > 0) return findTickets(payload, portal, tokens);
  // The first name counts, whether or not its ticket is still there: a subject may hold words of the client's own.
  const named = idsInSubject(message.subject).filter((id) => isId(payload, id));
  const [first] = [...present(byReference), ...named];
  return first === undefined ? [] : findTickets(payload, portal, [first]);
};

const present = (ids: readonly (RecordId | null | undefined)[]): RecordId[] => [
  ...new Set(ids.filter((id) => id !== null && id !== undefined)),
];

const mostNamed = 10;

const idsInSubject = (subject: string | null): RecordId[] =>
  [...(subject ?? '').matchAll(/\[#([\w-]{1,64})\]/g)].slice(0, mostNamed).map(([, id = '']) => id);

const findTickets = async (
  payload: Payload,
  { options }: PortalContext,
  ids: readonly RecordId[],
): Promise<readonly MatchedTicket[]> => {
  const possible = ids.filter((id) => isId(payload, id));
  if (possible.length === 0) return [];
  const { rows } = await postgresOf(payload).pool.query<MatchedTicket>(
    openEndsSql(tableOf(payload, options.slugs.tickets)),
    [possible],
  );
  return rows;
};
