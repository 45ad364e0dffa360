import type { PayloadRequest } from 'payload';
import type { QueryResultRow } from 'pg';
import { notFound } from '../shared/errors/errors.ts';
import type { RecordId } from '../shared/values/ids.ts';
import { isId } from './ids.ts';
import { buildConditions, type Conditions } from './listRows.ts';
import { runStatement } from './statement.ts';
import { tableOf } from './table.ts';

interface Reach {
  readonly spans: boolean;
  readonly organizations: readonly RecordId[];
}

/**
 * Restricts a statement to the records of the caller's organizations. For a single organization, which most callers have,
 * PostgreSQL reads the records in their order by an index; for several it has to sort them.
 */
export const inReach = (conditions: Conditions, { spans, organizations }: Reach): Conditions => {
  if (spans) return conditions;
  return organizations.length === 1
    ? conditions.add('organization_id = ?', organizations[0])
    : conditions.add('organization_id = any(?)', [...organizations]);
};

interface Wanted {
  /** A request: the query runs inside its transaction, if it has one. Timestamps are text then. */
  readonly req: PayloadRequest;
  readonly slug: string;
  readonly columns: string;
  /** The record has to be in reach of this caller. */
  readonly caller: Reach;
  readonly id: string;
  /** Restricts the records to those in the caller's reach. Default: those of the caller's organizations. */
  readonly restrict?: (conditions: Conditions) => Conditions;
  /** Keeps the record as it is until the transaction ends. */
  readonly lock?: '' | 'for update' | 'for no key update' | 'for share';
}

/** @throws {ApiError} `not_found` for a record that is not there, or not in reach */
export const findOwn = async <Row extends QueryResultRow>({
  req,
  slug,
  columns,
  caller,
  id,
  restrict = (conditions) => inReach(conditions, caller),
  lock = '',
}: Wanted): Promise<Row> => {
  if (!isId(req.payload, id)) throw notFound();
  const { sql, parameters } = restrict(buildConditions().add('id = ?', id));
  const { rows } = await runStatement<Row>(
    req,
    `select ${columns} from ${tableOf(req.payload, slug)} ${sql} ${lock}`,
    [...parameters],
  );
  const [row] = rows;
  if (!row) throw notFound();
  return row;
};

/**
 * Keeps a record for the rest of the request's transaction, so that two deletions come one after the other.
 *
 * @throws {ApiError} `not_found` if it is gone meanwhile
 */
export const lockRecord = async (req: PayloadRequest, slug: string, id: RecordId): Promise<void> => {
  const table = tableOf(req.payload, slug);
  const { rows } = await runStatement(req, `select id from ${table} where id = $1 for update`, [id]);
  if (rows.length === 0) throw notFound();
};
