import { randomUUID } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../context.ts';
import { retryDeadlocks } from '../database/deadlock.ts';
import { runStatement } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { afterCommit, sessionOf } from '../database/transaction.ts';
import { insertJobsSql } from '../queue/insertJobs.ts';
import { jobsOf } from '../queue/jobs.ts';
import type { Queue } from '../queue/queue.ts';
import { deliveryQueue } from '../webhooks/deliveries/queue.ts';
import { bodyOf, deliveriesSql, disabledError, isFor, subscriptionList } from '../webhooks/outbox.ts';
import { webhookTables } from '../webhooks/tables.ts';
import { creationOf, noticeOf } from './announce.ts';
import { type StoredTicket, ticketColumns, ticketOfRow } from './lockTicket.ts';
import { noticeQueue } from './notices.ts';
import { tellTicketEvent } from './publish.ts';

interface Insertion {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** As `beginTicket` answers them. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Stores a new ticket with all that follows from one, deliveries of its event and the job of its mail, in one
 * statement: one way to the database and one commit, where the CMS takes seven. Part of the request's transaction,
 * where it has one.
 */
export const insertTicket = async (insertion: Insertion): Promise<StoredTicket> => {
  const { req, portal, fields } = insertion;
  const { engine, wake } = jobsOf(req.payload);
  for (const queue of queues) await engine.prepare(queue);
  const createdAt = new Date();
  const event = (id: StoredTicket['id']) => creationOf({ ...fields, id, createdAt });
  const insert = () => runStatement<StoredTicket>(req, ...statementOf(insertion, createdAt, event));
  // Whoever began a transaction gives it up as a whole.
  const { rows } = (await sessionOf(req)) ? await insert() : await retryDeadlocks(insert);
  const [row] = rows;
  if (!row) throw new Error('The ticket was not stored.');
  await tellTicketEvent({ req, portal }, event(row.id));
  await afterCommit(req, () => {
    for (const { name } of queues) wake(name);
  });
  return ticketOfRow(row);
};

const queues: readonly Queue<object>[] = [deliveryQueue, noticeQueue];

/**
 * The organization is locked before its webhooks, as whoever deletes one does it: otherwise the two would wait for each
 * other.
 */
const statementOf = (
  { req, portal, fields }: Insertion,
  createdAt: Date,
  eventOf: (id: string) => ReturnType<typeof creationOf>,
): [text: string, values: unknown[]] => {
  const { payload } = req;
  // The event tells the id, which the database makes.
  const mark = randomUUID();
  const { event, timestamp, data } = eventOf(mark);
  const [before, after] = bodyOf(event, timestamp, data).split(JSON.stringify(mark));
  const { ticketId: _, ...notice } = noticeOf({ req, portal, ticket: { id: mark } }, 'created');
  const text = `
    with held as (
      select id from ${tableOf(payload, portal.options.slugs.organizations)} where id = $5 for key share
    ),
    made as (
      insert into ${tableOf(payload, portal.options.slugs.tickets)}
        (subject, description, status, priority, organization_id, requester_id, assignee_id, created_by_id,
         sequence, updated_at, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 0 * (select count(*) from held), $9, $9)
      returning ${ticketColumns}
    ),
    ${deliveriesSql(webhookTables(payload, portal), {
      event: '$10',
      body: `(select $11::text || to_json(id::text)::text || $12::text from made)`,
      error: '$13',
      which: `(select count(*) from held) > 0 and ${isFor('$14', '$15')}`,
    })},
    delivering as (${insertJobsSql(
      deliveryQueue,
      `(select job::uuid as id, jsonb_build_object('delivery', delivery, 'webhook', webhook) as data,
          interval '0' as pause from delivered)`,
    )}),
    noticing as (${insertJobsSql(
      noticeQueue,
      `(select gen_random_uuid() as id, $16::jsonb || jsonb_build_object('ticketId', id) as data,
          interval '0' as pause from made)`,
    )})
    select ${ticketColumns} from made`;
  const { subject, description, status, priority, organization, requester, assignee, createdBy } = fields;
  return [
    text,
    [
      ...[
        subject,
        description ?? null,
        status,
        priority,
        organization,
        requester,
        assignee ?? null,
        createdBy,
      ],
      ...[createdAt.toISOString(), event, before, after, disabledError],
      ...[organization, subscriptionList(event), JSON.stringify(notice)],
    ],
  ];
};
