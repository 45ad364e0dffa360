import type { Payload, PayloadRequest } from 'payload';
import { isClient, type Principal, reaches } from '../access/roles.ts';
import { limitsClients } from '../access/whereInReach.ts';
import type { PortalContext } from '../context.ts';
import { inReach } from '../database/findOwn.ts';
import { buildConditions, type Conditions } from '../database/listRows.ts';
import { runStatement } from '../database/statement.ts';
import { relationColumnOf, relationsTableOf, tableOf } from '../database/table.ts';
import type { RecordId } from '../shared/values/ids.ts';

interface SqlReader {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly caller: Principal;
}

/** Restricts a statement over the tickets' table to those in the caller's reach. */
export const ticketsInReach = (conditions: Conditions, reader: SqlReader): Conditions => {
  const limit = inReach(conditions, reader.caller) && ownTicketsSql(conditions, reader);
  return limit === null ? conditions : conditions.add(limit);
};

/** Restricts a statement over the files' table: as `whereInReach`. Clients see no internal file. */
export const filesInReach = (conditions: Conditions, reader: SqlReader): Conditions => {
  if (isClient(reader.caller)) conditions.add('internal is not true');
  const limit = inReach(conditions, reader.caller) && ownTicketsSql(conditions, reader);
  if (limit === null) return conditions;
  const tickets = tableOf(reader.payload, reader.portal.options.slugs.tickets);
  return conditions.add(`(ticket_id is null or ticket_id in (select id from ${tickets} where ${limit}))`);
};

/** The condition on the tickets' table that limits a client within their organizations; null if nothing does. */
const ownTicketsSql = (conditions: Conditions, { payload, portal, caller }: SqlReader): string | null => {
  const { organizations } = portal.options.slugs;
  if (!isClient(caller) || !limitsClients(payload, organizations)) return null;
  const self = conditions.parameter(caller.id);
  return `(requester_id = ${self} or created_by_id = ${self}
    or id in (${followedSql(payload, portal.options.slugs, self)}) or organization_id not in
    (select id from ${tableOf(payload, organizations)} where clients_see = 'own'))`;
};

/** Selects the ids of the tickets that a user follows. */
export const followedSql = (
  payload: Payload,
  { tickets, users }: { readonly tickets: string; readonly users: string },
  user: string,
): string =>
  `select parent_id from ${relationsTableOf(payload, tickets)}
   where path = 'followers' and ${relationColumnOf(payload, users)} = ${user}`;

/** True if a ticket is in the caller's reach. */
export const reachesTicket = async (
  req: PayloadRequest,
  portal: PortalContext,
  caller: Principal,
  ticket: { readonly id: RecordId; readonly organization: RecordId | null },
): Promise<boolean> => {
  if (!reaches(caller, ticket.organization)) return false;
  const conditions = buildConditions().add('id = ?', ticket.id);
  const limit = ownTicketsSql(conditions, { payload: req.payload, portal, caller });
  if (limit === null) return true;
  const { sql, parameters } = conditions.add(limit);
  const tickets = tableOf(req.payload, portal.options.slugs.tickets);
  const { rows } = await runStatement(req, `select 1 from ${tickets} ${sql}`, [...parameters]);
  return rows.length > 0;
};

/**
 * True if the caller may see every ticket of their organizations, so that a feed of all their events tells them nothing new.
 */
export const seesWholeOrganizations = async (
  req: PayloadRequest,
  portal: PortalContext,
  caller: Principal,
): Promise<boolean> => {
  const { organizations } = portal.options.slugs;
  if (caller.spans || !isClient(caller) || !limitsClients(req.payload, organizations)) return true;
  const { rows } = await runStatement(
    req,
    `select 1 from ${tableOf(req.payload, organizations)} where id = any($1) and clients_see = 'own' limit 1`,
    [[...caller.organizations]],
  );
  return rows.length === 0;
};
