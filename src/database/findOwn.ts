import type { Payload, PayloadRequest } from 'payload';
import type { QueryResultRow } from 'pg';
import type { Principal } from '../access/roles.ts';
import { isId } from '../database/ids.ts';
import { postgresOf } from '../database/pool.ts';
import { runStatement } from '../database/statement.ts';
import { tableOf } from '../database/table.ts';
import { notFound } from '../shared/errors.ts';
import type { RecordId } from '../shared/ids.ts';

interface Wanted {
  readonly payload: Payload;
  readonly slug: string;
  readonly columns: string;
  readonly caller: Principal;
  readonly id: string;
}

/** @throws {ApiError} `not_found` for a record that is not there, or not in reach */
export const findOwn = async <Row extends QueryResultRow>({
  payload,
  slug,
  columns,
  caller: { spans, organizations },
  id,
}: Wanted): Promise<Row> => {
  if (!isId(payload, id)) throw notFound();
  const reach = spans ? '' : 'and organization_id = any($2)';
  const { rows } = await postgresOf(payload).pool.query<Row>(
    `select ${columns} from ${tableOf(payload, slug)} where id = $1 ${reach}`,
    spans ? [id] : [id, organizations],
  );
  const [row] = rows;
  if (!row) throw notFound();
  return row;
};

/**
 * Keeps a record for the rest of the request's transaction, so that two who delete it do so one after the other.
 *
 * @throws {ApiError} `not_found` where it is gone meanwhile
 */
export const lockRecord = async (req: PayloadRequest, slug: string, id: RecordId): Promise<void> => {
  const table = tableOf(req.payload, slug);
  const { rows } = await runStatement(req, `select id from ${table} where id = $1 for update`, [id]);
  if (rows.length === 0) throw notFound();
};
