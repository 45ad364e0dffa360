import type { PayloadRequest } from 'payload';
import { isClient, type Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { findOwn, inReach } from '../../../core/database/findOwn.ts';
import { idColumnType, isId, newIdSql } from '../../../core/database/ids.ts';
import type { Conditions } from '../../../core/database/listRows.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { quote, runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { withDates } from '../../../core/database/time.ts';
import type { Slugs } from '../../../core/options/slugs.ts';
import { foldAddress } from '../../../core/shared/text/text.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';

/** A kind of record that links lead to, as PostgreSQL stores it. */
interface StoredKind {
  /** The kind as links name it. */
  readonly kind: string;
  readonly slug: keyof Slugs;
  /** The columns as SQL reads them. Each whose name ends in `_at` is a moment. */
  readonly columns: string;
  /** The condition of a record that the clients see to whom it is addressed. */
  readonly shownSql: string;
  /** Holds off other changes until the transaction ends. */
  readonly lock: 'for update' | 'for no key update';
}

export interface Reader {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly caller: Principal;
}

/** The values of some columns; an undefined one stays as it is. */
type Values<Row> = { readonly [Column in keyof Row]?: Row[Column] | undefined };

/** Builds the statements that find and write the records of one kind. */
export const storedRecords = <Row extends { readonly id: RecordId }>({
  kind,
  slug,
  columns,
  shownSql,
  lock,
}: StoredKind) => {
  const tableIn = ({ payload }: Pick<PayloadRequest, 'payload'>, { options }: PortalContext) =>
    tableOf(payload, options.slugs[slug]);

  /** The condition that a record is addressed to an address, which is its value. */
  const addressedTo = ({ payload }: Pick<PayloadRequest, 'payload'>, { options }: PortalContext): string =>
    `id in (select record_id::${idColumnType(payload, options.slugs[slug])} from support_portal.link_recipients
      where kind = '${kind}' and email = ?)`;

  /** Restricts a statement to the records in the caller's reach: a client's are addressed to them. */
  const restrict = (conditions: Conditions, { caller, req, portal }: Reader): Conditions =>
    isClient(caller)
      ? conditions.add(shownSql).add(addressedTo(req, portal), foldAddress(String(req.user?.email ?? '')))
      : inReach(conditions, caller);

  const readRow = async (
    req: PayloadRequest,
    sql: string,
    values: readonly unknown[],
  ): Promise<Row | null> => {
    const { rows } = await runStatement<Row & Record<string, unknown>>(req, sql, values);
    return rows[0] ? withDates<Row>(rows[0]) : null;
  };

  return {
    columns,
    tableIn,
    addressedTo,
    restrict,

    /** @throws {ApiError} `not_found` for a record that is not there, or not in reach */
    async find(reader: Reader, id: string, locked?: 'locked'): Promise<Row> {
      const { req, portal, caller } = reader;
      await preparePortalSchema(req.payload);
      return withDates<Row>(
        await findOwn<Row & Record<string, unknown>>({
          req,
          slug: portal.options.slugs[slug],
          columns,
          caller,
          id,
          restrict: (conditions) => restrict(conditions, reader),
          lock: locked ? lock : '',
        }),
      );
    },

    /** A record by its id, for the portal itself; null if it is gone. */
    async read(
      req: PayloadRequest,
      portal: PortalContext,
      id: RecordId,
      locked?: 'locked',
    ): Promise<Row | null> {
      if (!isId(req.payload, id)) return null;
      const sql = `select ${columns} from ${tableIn(req, portal)} where id = $1 ${locked ? lock : ''}`;
      return readRow(req, sql, [id]);
    },

    async create(req: PayloadRequest, portal: PortalContext, values: Values<Row>): Promise<Row> {
      const id = newIdSql(req.payload);
      const given = givenIn(values);
      const row = await readRow(
        req,
        `insert into ${tableIn(req, portal)}
           (${id.column} created_at, updated_at, ${given.map(({ column }) => column).join(', ')})
         values (${id.value} now(), now(), ${given.map((_, index) => `$${index + 1}`).join(', ')}) returning ${columns}`,
        given.map(({ value }) => value),
      );
      if (!row) throw new Error(`The new ${kind} was not found.`);
      return row;
    },

    /**
     * Marks records in a state as expired whose end has come, and locks them until the request's transaction ends.
     *
     * @returns them
     */
    async expire(
      req: PayloadRequest,
      portal: PortalContext,
      { state, most }: { readonly state: string; readonly most: number },
    ): Promise<readonly Row[]> {
      const table = tableIn(req, portal);
      const { rows } = await runStatement<Row & Record<string, unknown>>(
        req,
        `update ${table} set status = 'expired', updated_at = now() where id in (
           select id from ${table} where status = '${state}' and expires_at <= now()
           order by expires_at limit ${most} for update skip locked)
         returning ${columns}`,
      );
      return rows.map((row) => withDates<Row>(row));
    },

    /** Changes a record that the request's transaction has locked. */
    async change(
      req: PayloadRequest,
      portal: PortalContext,
      id: RecordId,
      values: Values<Row>,
    ): Promise<Row> {
      const given = givenIn(values);
      const sets = given.map(({ column }, index) => `${column} = $${index + 2}`);
      const row = await readRow(
        req,
        `update ${tableIn(req, portal)} set ${[...sets, 'updated_at = now()'].join(', ')}
         where id = $1 returning ${columns}`,
        [id, ...given.map(({ value }) => value)],
      );
      if (!row) throw new Error(`The ${kind} to change was not found.`);
      return row;
    },
  };
};

const givenIn = (values: object) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => ({ column: quote(column), value: inSql(value) }));

const inSql = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
};
