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
import { inTransaction } from '../../../core/database/transaction.ts';
import type { Slugs } from '../../../core/options/slugs.ts';
import { foldAddress, notationsOf } from '../../../core/shared/addresses/notations.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { recordActivity } from '../activity.ts';
import type { AtLink } from '../linkKind.ts';

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

const tableIn = (
  { slug }: StoredKind,
  { payload }: Pick<PayloadRequest, 'payload'>,
  { options }: PortalContext,
): string => tableOf(payload, options.slugs[slug]);

/** The condition that a record is addressed to an address, whose notations are its value. */
const addressedTo = (
  { kind, slug }: StoredKind,
  { payload }: Pick<PayloadRequest, 'payload'>,
  { options }: PortalContext,
): string =>
  `id in (select record_id::${idColumnType(payload, options.slugs[slug])} from support_portal.link_recipients
    where kind = '${kind}' and email = any(?))`;

/** Restricts a statement to the records in the caller's reach: a client's are addressed to them. */
const restrict = (kind: StoredKind, conditions: Conditions, { caller, req, portal }: Reader): Conditions =>
  isClient(caller)
    ? conditions
        .add(kind.shownSql)
        .add(addressedTo(kind, req, portal), notationsOf(foldAddress(String(req.user?.email ?? ''))))
    : inReach(conditions, caller);

const readRow = async <Row extends object>(
  req: PayloadRequest,
  sql: string,
  values: readonly unknown[],
): Promise<Row | null> => {
  const { rows } = await runStatement<Row & Record<string, unknown>>(req, sql, values);
  return rows[0] ? withDates<Row>(rows[0]) : null;
};

/** Builds the statements that find and write the records of one kind. */
export const storedRecords = <Row extends { readonly id: RecordId }>(kind: StoredKind) => ({
  columns: kind.columns,
  tableIn: tableIn.bind(null, kind),
  addressedTo: addressedTo.bind(null, kind),
  restrict: restrict.bind(null, kind),
  ...readers<Row>(kind),
  ...writers<Row>(kind),
});

const readers = <Row extends { readonly id: RecordId }>(kind: StoredKind) => ({
  /** @throws {ApiError} `not_found` for a record that is not there, or not in reach */
  async find(reader: Reader, id: string, locked?: 'locked'): Promise<Row> {
    const { req, portal, caller } = reader;
    await preparePortalSchema(req.payload);
    return withDates<Row>(
      await findOwn<Row & Record<string, unknown>>({
        req,
        slug: portal.options.slugs[kind.slug],
        columns: kind.columns,
        caller,
        id,
        restrict: (conditions) => restrict(kind, conditions, reader),
        lock: locked ? kind.lock : '',
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
    const table = tableIn(kind, req, portal);
    return readRow(req, `select ${kind.columns} from ${table} where id = $1 ${locked ? kind.lock : ''}`, [
      id,
    ]);
  },
});

const writers = <Row extends { readonly id: RecordId }>(kind: StoredKind) => ({
  async create(req: PayloadRequest, portal: PortalContext, values: Values<Row>): Promise<Row> {
    const id = newIdSql(req.payload);
    const given = givenIn(values);
    const row = await readRow<Row>(
      req,
      `insert into ${tableIn(kind, req, portal)}
         (${id.column} created_at, updated_at, ${given.map(({ column }) => column).join(', ')})
       values (${id.value} now(), now(), ${given.map((_, index) => `$${index + 1}`).join(', ')}) returning ${kind.columns}`,
      given.map(({ value }) => value),
    );
    if (!row) throw new Error(`The new ${kind.kind} was not found.`);
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
    const table = tableIn(kind, req, portal);
    const { rows } = await runStatement<Row & Record<string, unknown>>(
      req,
      `update ${table} set status = 'expired', updated_at = now() where id in (
         select id from ${table} where status = '${state}' and expires_at <= now()
         order by expires_at limit ${most} for update skip locked)
       returning ${kind.columns}`,
    );
    return rows.map((row) => withDates<Row>(row));
  },

  /** Changes a record that the request's transaction has locked. */
  async change(req: PayloadRequest, portal: PortalContext, id: RecordId, values: Values<Row>): Promise<Row> {
    const given = givenIn(values);
    const sets = given.map(({ column }, index) => `${column} = $${index + 2}`);
    const row = await readRow<Row>(
      req,
      `update ${tableIn(kind, req, portal)} set ${[...sets, 'updated_at = now()'].join(', ')}
       where id = $1 returning ${kind.columns}`,
      [id, ...given.map(({ value }) => value)],
    );
    if (!row) throw new Error(`The ${kind.kind} to change was not found.`);
    return row;
  },
});

const givenIn = (values: object) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => ({ column: quote(column), value: inSql(value) }));

const inSql = (value: unknown): unknown => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
};

/** Notes the first time that a person, and no program that follows links, has opened a link: by an unlock or a button. */
export const noteOpened = ({ req, portal, link, record }: AtLink): Promise<void> =>
  link.opened_at !== null
    ? Promise.resolve()
    : inTransaction(req, async () => {
        const { rows } = await runStatement(
          req,
          'update support_portal.links set opened_at = now() where id = $1::uuid and opened_at is null returning id',
          [link.id],
        );
        if (rows.length === 0) return;
        await runStatement(
          req,
          'update support_portal.link_recipients set opened_at = coalesce(opened_at, now()) where id = $1::uuid',
          [link.recipient_id],
        );
        await recordActivity(req, portal, {
          kind: 'opened',
          recordType: link.kind,
          recordId: link.record_id,
          organization: record.organization,
          link,
          isByHolder: true,
        });
      });
