import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { runStatement } from '../../core/database/statement.ts';
import { tableOf } from '../../core/database/table.ts';
import { isSameAddress } from '../../core/shared/addresses/notations.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import type { MailEvent } from '../email-log/feature.ts';
import { type MailThread, mailThreadOf } from '../mail/feature.ts';
import { inboundOptions } from '../settings/feature.ts';

/** A mail of the log that events may be about. */
interface LoggedMail {
  readonly id: RecordId;
  /** Addresses with `, ` between. */
  readonly to: string;
  readonly message_id: string | null;
}

/** @returns a function that says which mail an event is about; null if the log has none */
export const findMails = async (
  req: PayloadRequest,
  portal: PortalContext,
  events: readonly MailEvent[],
): Promise<(event: MailEvent) => LoggedMail | null> => {
  const names = [...new Set(events.flatMap(({ messageIds }) => messageIds))];
  const named = await findByName(req, portal, names);
  const thread = mailThreadOf(req.payload, await inboundOptions(req.payload, portal.options.inbound));
  const mails = new Map<MailEvent, LoggedMail | null>();
  for (const event of events) {
    const candidates = event.messageIds.flatMap((name) => named.get(name) ?? []);
    const mail = candidates.find((one) => isTo(one, event.recipient)) ?? candidates[0];
    mails.set(event, mail ?? (thread && (await findByThread(req, portal, thread, event))));
  }
  return (event) => mails.get(event) ?? null;
};

const isTo = ({ to }: LoggedMail, address: string): boolean =>
  to.split(', ').some((one) => isSameAddress(one, address));

/** The mails of each name, the newest first: an app may give two mails the same `Message-ID`. */
const findByName = async (
  req: PayloadRequest,
  { options }: PortalContext,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly LoggedMail[]>> => {
  const table = tableOf(req.payload, options.slugs.emailLog);
  const { rows } = await runStatement<LoggedMail & Record<string, unknown>>(
    req,
    `select log.id, coalesce(log."to", '') as "to", log.message_id from unnest($1::text[]) as given(name)
     join ${table} log on log.message_id = given.name order by log.created_at desc`,
    [names],
  );
  const byName = new Map<string, LoggedMail[]>();
  for (const mail of rows) {
    const name = mail.message_id ?? '';
    byName.set(name, [...(byName.get(name) ?? []), mail]);
  }
  return byName;
};

/** Longest time that a mail may wait for its turn between its `Message-ID` and its attempt, in seconds. */
const longestWait = 300;

/**
 * A provider that took a mail by its API has a name of its own for it, and that is the row's. A bounce knows our
 * `Message-ID` alone, which says the ticket and the time.
 */
const findByThread = async (
  req: PayloadRequest,
  { options }: PortalContext,
  thread: MailThread,
  { messageIds, recipient }: MailEvent,
): Promise<LoggedMail | null> => {
  for (const messageId of messageIds) {
    const written = thread.mailOfMessageId(messageId);
    if (!written) continue;
    const { rows } = await runStatement<LoggedMail & Record<string, unknown>>(
      req,
      `select id, coalesce("to", '') as "to", message_id from ${tableOf(req.payload, options.slugs.emailLog)}
       where related_type = 'ticket' and related_id = $1 and created_at >= $2::timestamptz
         and created_at < $2::timestamptz + interval '${longestWait} seconds' order by created_at limit 20`,
      [String(written.ticket), written.writtenAt.toISOString()],
    );
    // A row with a Message-ID of ours is another mail's.
    const others = rows.filter((row) => !row.message_id || !thread.mailOfMessageId(row.message_id));
    // Several mails of one ticket may leave together: the Message-ID says to whom its own went.
    const mail = others.find(
      (row) => isTo(row, recipient) && row.to.split(', ').some((address) => written.isTo(address)),
    );
    if (mail) return mail;
  }
  return null;
};
