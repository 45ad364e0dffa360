import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { newIdSql } from '../../core/database/ids.ts';
import { runStatement } from '../../core/database/statement.ts';
import { isSameAddress } from '../../core/shared/addresses/notations.ts';
import { maskSecrets } from '../../core/shared/secrets/masking.ts';
import { toStorable } from '../../core/shared/text/text.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import type { EventSource, MailEvent } from '../email-log/feature.ts';
import { erased, type LogTables, logTables } from '../email-log/feature.ts';
import { transportSecrets } from '../mail/feature.ts';
import { findMails } from './findMails.ts';

/** In characters: an index has the address, and no mail server takes a longer one. */
const longestRecipient = 320;

/** The result of recording events. */
export interface Recorded {
  /** The rows of the email log that the events are about. */
  readonly emails: readonly RecordId[];
  /** The events whose mail is not in the log, or not yet. */
  readonly left: readonly MailEvent[];
}

/**
 * Records the delivery events of mails, in the request's transaction. An event that is already stored changes nothing, and
 * neither does one about an address that the mail did not go to.
 */
export const recordEvents = async (
  req: PayloadRequest,
  portal: PortalContext,
  source: EventSource,
  events: readonly MailEvent[],
): Promise<Recorded> => {
  const tables = logTables(req.payload, portal.options.slugs);
  const mailOf = await findMails(req, portal, events);
  const found = events.map((event) => ({ event, mail: mailOf(event) }));
  const recipientsOf = await lockMails(req, tables, [
    ...new Set(found.flatMap(({ mail }) => (mail ? [mail.id] : []))),
  ]);
  const told = found.flatMap(({ event, mail }) => {
    const to = mail ? recipientsOf.get(String(mail.id)) : undefined;
    const recipient = to === undefined ? null : recipientOf(event, to, source);
    if (!mail || to === undefined || recipient === null || recipient.length > longestRecipient) return [];
    // The server's words may contain the erased address.
    const isErased = to.includes(erased);
    return [{ event: isErased ? { ...event, detail: null } : event, email: mail.id, recipient }];
  });
  const emails = [...new Set(told.map(({ email }) => email))];
  if (emails.length > 0) {
    await insertEvents(req, tables, source, told);
    await runStatement(req, countSql(tables), [emails.map(String)]);
  }
  return { emails, left: found.filter(({ mail }) => mail === null).map(({ event }) => event) };
};

/**
 * The recipient of the row, in small letters; null if the mail did not go to it. A bounce that names no one is about the
 * only recipient, and so is one about a row whose recipient was erased. A bounce that names another address is ignored: any
 * recipient of a mail could write it.
 */
const recipientOf = ({ recipient }: MailEvent, to: string, source: EventSource): string | null => {
  const recipients = to.split(', ');
  const named = recipients.find((one) => isSameAddress(one, recipient));
  if (named !== undefined) return named.toLowerCase();
  const [only] = recipients;
  const isSure = recipient === '' || only === erased;
  return source === 'mail' && isSure && recipients.length === 1 ? (only?.toLowerCase() ?? null) : null;
};

/**
 * Locks mails, so that each event sees those before it, and an erasure at the same moment.
 *
 * @returns the recipients of each mail, by its id
 */
const lockMails = async (
  req: PayloadRequest,
  { log }: LogTables,
  ids: readonly RecordId[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await runStatement<{ id: RecordId; to: string }>(
    req,
    `select id, "to" from ${log} where id = any($1) order by id for no key update`,
    [ids],
  );
  return new Map(rows.map(({ id, to }) => [String(id), to]));
};

interface ToldEvent {
  readonly event: MailEvent;
  readonly email: RecordId;
  readonly recipient: string;
}

const insertEvents = async (
  req: PayloadRequest,
  { deliveries }: LogTables,
  source: EventSource,
  told: readonly ToldEvent[],
): Promise<void> => {
  const secrets = transportSecrets(req.payload);
  const rows = told.map(({ event, email, recipient }) => ({
    at: event.at.toISOString(),
    email: String(email),
    recipient,
    state: event.state,
    permanent: event.isPermanent,
    source,
    event_id: event.eventId,
    detail: event.detail && toStorable(maskSecrets(event.detail, secrets)),
  }));
  const id = newIdSql(req.payload);
  const columns = 'at, email, recipient, state, permanent, source, event_id, detail';
  await runStatement(
    req,
    `insert into ${deliveries} (${id.column} ${columns})
     select ${id.value} ${columns} from json_populate_recordset(null::${deliveries}, $1)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
};

/**
 * Finds the event that counts for each recipient: the latest, but none that says `delivered` after a bounce that is final.
 * If two events have the same moment, the worse one counts. It depends on the events alone, and not on the order in which
 * they came.
 */
const countSql = ({ deliveries }: LogTables): string => `
  with told as (
    select id, email, recipient, at, state, event_id,
      bool_or(permanent) over (partition by email, recipient) as has_ended
    from ${deliveries} where email = any($1::text[])
  ), latest as (
    select distinct on (email, recipient) id from told
    where has_ended is not true or state <> 'delivered'
    order by email, recipient, at desc, state, event_id
  )
  update ${deliveries} d set counts = latest.id is not null
  from told left join latest on latest.id = told.id
  where d.id = told.id and d.counts is distinct from (latest.id is not null)`;
