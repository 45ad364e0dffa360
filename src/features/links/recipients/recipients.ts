import type { Payload, PayloadRequest } from 'payload';
import { postgresOf } from '../../../core/database/pool.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { withDates } from '../../../core/database/time.ts';
import type { LinkTarget } from '../storedLinks.ts';

/** A person to whom a record is sent. */
export interface Recipient {
  readonly id: string;
  /** The address in lower case. */
  readonly email: string;
  readonly name: string | null;
  readonly sent_at: Date | null;
  readonly opened_at: Date | null;
  readonly downloaded_at: Date | null;
  readonly downloads: number;
}

/** True once a recipient's address was erased: no mail can reach them. */
export const isErased = ({ email }: Pick<Recipient, 'email'>): boolean => !email.includes('@');

/** A recipient as the team reads of them. */
export const nameOfRecipient = ({ email, name }: Recipient): string => (name ? `${name} (${email})` : email);

/** The form in which a caller names a recipient. */
interface NewRecipient {
  readonly email: string;
  readonly name?: string | null | undefined;
}

const columns = 'id, email, name, sent_at, opened_at, downloaded_at, downloads';

/** The recipients of records of one kind, in the order in which they were added, by the record's id. */
export const recipientsOf = async (
  req: Pick<PayloadRequest, 'payload' | 'transactionID'>,
  kind: string,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Recipient[]>> => {
  await preparePortalSchema(req.payload);
  const { rows } = await runStatement<Recipient & { record_id: string } & Record<string, unknown>>(
    req,
    `select record_id, ${columns} from support_portal.link_recipients
     where kind = $1 and record_id = any($2) order by created_at, id`,
    [kind, [...recordIds]],
  );
  const found = new Map<string, Recipient[]>();
  for (const { record_id, ...recipient } of rows)
    found.set(record_id, [...(found.get(record_id) ?? []), withDates(recipient)]);
  return found;
};

export const findRecipient = async (
  req: Pick<PayloadRequest, 'payload' | 'transactionID'>,
  { kind, recordId }: LinkTarget,
  id: string,
): Promise<Recipient | null> => {
  await preparePortalSchema(req.payload);
  const { rows } = await runStatement<Recipient & Record<string, unknown>>(
    req,
    `select ${columns} from support_portal.link_recipients where id::text = $1 and kind = $2 and record_id = $3`,
    [id, kind, recordId],
  );
  return rows[0] ? withDates(rows[0]) : null;
};

/**
 * Adds recipients to a record that the request's transaction has locked.
 *
 * @returns their ids, in the given order
 */
export const addRecipients = async (
  req: PayloadRequest,
  { kind, recordId }: LinkTarget,
  recipients: readonly NewRecipient[],
): Promise<readonly string[]> => {
  await preparePortalSchema(req.payload);
  const ids: string[] = [];
  for (const { email, name = null } of recipients) {
    const { rows } = await runStatement<{ id: string }>(
      req,
      `insert into support_portal.link_recipients (kind, record_id, email, name, created_at)
       values ($1, $2, $3, $4, clock_timestamp()) returning id`,
      [kind, recordId, email, name],
    );
    ids.push(rows[0]?.id ?? '');
  }
  return ids;
};

/** Notes that a transport has accepted the mail for a recipient. */
export const noteSent = async (payload: Payload, id: string): Promise<void> => {
  await postgresOf(payload).pool.query(
    'update support_portal.link_recipients set sent_at = now() where id = $1',
    [id],
  );
};
