import type { PayloadRequest } from 'payload';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { runStatement } from '../../../core/database/statement.ts';
import type { LinkTarget } from '../storedLinks.ts';

interface Due {
  readonly kind: string;
  /** Selects the ids of the records whose recipients are to be reminded, as text. */
  readonly recordsSql: string;
  readonly most: number;
}

/** A recipient who is to be reminded of a record. */
interface Reminded {
  readonly id: string;
  readonly record_id: string;
}

/**
 * Claims recipients who have downloaded nothing and were not reminded yet, in the transaction that makes their mails. Several
 * instances share them.
 */
export const claimReminders = async (
  req: PayloadRequest,
  { kind, recordsSql, most }: Due,
): Promise<readonly Reminded[]> => {
  await preparePortalSchema(req.payload);
  const { rows } = await runStatement<Reminded & Record<string, unknown>>(
    req,
    `update support_portal.link_recipients set reminded_at = now() where id in (
       select id from support_portal.link_recipients
       where kind = $1 and record_id in (${recordsSql}) and downloads = 0 and reminded_at is null and sent_at is not null
       limit ${most} for update skip locked)
     returning id, record_id`,
    [kind],
  );
  return rows;
};

/** Lets the recipients of a record be reminded anew. */
export const forgetReminders = async (req: PayloadRequest, { kind, recordId }: LinkTarget): Promise<void> => {
  await runStatement(
    req,
    'update support_portal.link_recipients set reminded_at = null where kind = $1 and record_id = $2',
    [kind, recordId],
  );
};
