import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import type { TicketMerge } from '../../../core/ports/merge.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { type LogSlugs, logTables } from '../reading/query.ts';
import type { DeliveryState } from './vocabulary.ts';

/** The state of the last mail about a record to one address. */
export interface LastMail {
  /** `failed`: no transport took it. `sent`: one did, and no one has reported more. */
  readonly state: DeliveryState | 'failed' | 'sent';
  readonly at: Date;
  /** The words of the transport, or of the recipient's server. */
  readonly detail: string | null;
}

interface Related {
  readonly type: string;
  readonly ids: readonly string[];
}

/** The last mails about records of one type: by the record's id, and then by the address in small letters. */
export const lastMailsAbout = async (
  req: Pick<PayloadRequest, 'payload' | 'transactionID'>,
  slugs: LogSlugs,
  { type, ids }: Related,
): Promise<ReadonlyMap<string, ReadonlyMap<string, LastMail>>> => {
  const { log, deliveries } = logTables(req.payload, slugs);
  const { rows } = await runStatement<LastMail & { related_id: string; recipient: string }>(
    req,
    `select distinct on (log.related_id, lower(log."to")) log.related_id, lower(log."to") as recipient,
       case when log.status = 'failed' then 'failed' else coalesce(told.state::text, 'sent') end as state,
       case when log.status = 'failed' then log.created_at else coalesce(told.at, log.created_at) end as at,
       case when log.status = 'failed' then log.error else told.detail end as detail
     from ${log} log left join ${deliveries} told on told.email = log.id::text and told.counts
       and told.recipient = lower(log."to")
     where log.related_type = $1 and log.related_id = any($2)
     order by log.related_id, lower(log."to"), log.created_at desc, told.at desc`,
    [type, [...ids]],
  );
  const found = new Map<string, Map<string, LastMail>>();
  for (const { related_id, recipient, state, at, detail } of rows) {
    const ofRecord = found.get(related_id) ?? new Map<string, LastMail>();
    found.set(related_id, ofRecord.set(recipient, { state, at: new Date(at), detail }));
  }
  return found;
};

/** Relates the mails about a ticket to the one that it is merged into. */
export const moveMailsOfTicket = async (
  { req, from, into }: TicketMerge,
  { options }: PortalContext,
): Promise<void> => {
  await runStatement(
    req,
    `update ${tableOf(req.payload, options.slugs.emailLog)} set related_id = $2
     where related_type = 'ticket' and related_id = $1`,
    [idText(from), idText(into)],
  );
};
