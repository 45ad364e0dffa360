import type { Client } from 'pg';
import { emailLogIndexes } from '../../src/features/email-log/prepare.ts';
import { makeAddresses } from '../data/addresses.ts';
import { ticketRows } from '../data/tickets.ts';
import { emailLogRows } from '../data.ts';

const rowsAtOnce = 5_000;
const organizations = 400;
const clients = 4_000;
const staff = 40;

/** Fills the email log; its last mail is a minute old. */
export const seedEmailLog = async (client: Client, rows: number): Promise<void> => {
  const later = Date.now() - 60_000 - lastMoment(emailLogRows({ rows }));
  const columns =
    '"to", subject, type, related_type, related_id, transport, status, error, message_id, fallback, created_at, user_id';
  await withoutIndexes(client, 'email_log', async () => {
    for (const mails of inParts(emailLogRows({ rows }))) {
      const moved = mails.map((mail) => ({
        ...mail,
        created_at: new Date(Date.parse(mail.created_at) + later).toISOString(),
      }));
      await insert(client, `insert into email_log (${columns}) select ${columns} from`, 'email_log', moved);
    }
  });
  await client.query('vacuum analyze email_log');
};

const lastMoment = (mails: Iterable<{ readonly created_at: string }>): number => {
  let last = '';
  for (const { created_at } of mails) last = created_at;
  return Date.parse(last);
};

function* inParts<Item>(items: Iterable<Item>): Generator<Item[]> {
  let part: Item[] = [];
  for (const item of items) {
    part.push(item);
    if (part.length < rowsAtOnce) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** The indexes that a start makes are made much faster at the end. */
const withoutIndexes = async (client: Client, table: string, fill: () => Promise<void>): Promise<void> => {
  const indexes = emailLogIndexes(table, true);
  for (const { name } of indexes) await client.query(`drop index if exists ${name}`);
  await fill();
  for (const { name, definition } of indexes)
    await client.query(`create index if not exists ${name} on ${table} ${definition}`);
};

/** Fills the tickets, and makes the organizations and the people that they belong to. */
export const seedTickets = async (client: Client, rows: number): Promise<void> => {
  const firstOrganization = await idsFrom(client, 'organizations', [
    'insert into organizations (name) select name from',
    Array.from({ length: organizations }, (_, number) => ({ name: `Organization ${number + 1}` })),
  ]);
  const firstUser = await idsFrom(client, 'users', [
    'insert into users (email, role, organization_id) select email, role, organization_id from',
    makeAddresses(clients + staff, 1).map((address, number) => ({
      email: `${number}.${address}`,
      role: number < clients ? 'client' : 'technician',
      organization_id: number < clients ? firstOrganization + (number % organizations) : null,
    })),
  ]);
  const tickets = [...ticketRows({ rows, organizations, clients, staff, until: new Date() })].map(
    ({ organization, requester, assignee, ...ticket }) => ({
      ...ticket,
      organization_id: firstOrganization + organization,
      requester_id: firstUser + requester,
      created_by_id: firstUser + requester,
      assignee_id: assignee === null ? null : firstUser + clients + assignee,
    }),
  );
  const columns =
    'subject, description, status, priority, organization_id, requester_id, assignee_id, created_by_id, created_at, updated_at';
  await insert(client, `insert into tickets (${columns}) select ${columns} from`, 'tickets', tickets);
  await client.query('vacuum analyze tickets, users, organizations');
};

/** Inserts rows and returns the id of the first one; the others follow it. */
const idsFrom = async (
  client: Client,
  table: string,
  [statement, rows]: [statement: string, rows: readonly object[]],
): Promise<number> => {
  const found = await client.query<{ last: number }>(`select coalesce(max(id), 0) as last from ${table}`);
  await insert(client, statement, table, rows);
  const first = await client.query<{ id: number }>(`select min(id) as id from ${table} where id > $1`, [
    found.rows[0]?.last,
  ]);
  return first.rows[0]?.id ?? 0;
};

/** @param table the table; its columns decide on the types of the values */
const insert = async (
  client: Client,
  statement: string,
  table: string,
  rows: readonly object[],
): Promise<void> => {
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await client.query(`${statement} jsonb_populate_recordset(null::${table}, $1) as made`, [
      JSON.stringify(rows.slice(start, start + rowsAtOnce)),
    ]);
  }
};
