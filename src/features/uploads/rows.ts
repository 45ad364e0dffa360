import type { Payload, PayloadRequest } from 'payload';
import type { QueryResultRow } from 'pg';
import { lockName } from '../../core/database/lock.ts';
import { postgresOf } from '../../core/database/pool.ts';
import { runStatement } from '../../core/database/statement.ts';
import { inTransaction } from '../../core/database/transaction.ts';
import type { AdmittedUpload, UploadPlace } from '../../core/ports/upload.ts';
import { ApiError, type ApiErrorCode } from '../../core/shared/errors/errors.ts';
import { say } from '../../core/texts/say.ts';

/** The refusal of a complete file, as it is shown. */
export interface UploadRefusal {
  readonly error: ApiErrorCode;
  readonly message: string;
}

/** A large upload as SQL reads it. */
export interface UploadRow extends QueryResultRow {
  id: string;
  /** The credential that began it, such as `key:4` or `link:17`: the column `holder`. */
  credential: string;
  /** The user who began it; null for the holder of a link. */
  user_id: string | null;
  target: string;
  place: UploadPlace;
  filename: string;
  filetype: string | null;
  size: string;
  received: string;
  /** `received`: complete, and not yet a file. */
  state: 'open' | 'received' | 'taken' | 'refused';
  file_id: string | null;
  error: UploadRefusal | null;
  created_at: Date;
  expires_at: Date;
}

const columns =
  'id, holder as credential, user_id, target, place, filename, filetype, size, received, state, file_id, error, created_at, expires_at';

/** Open uploads of one credential. */
const mostOpen = 10;

/** Lifetime of an unfinished upload, in hours. */
const lifetime = 24;

type NewUpload = Pick<
  UploadRow,
  'id' | 'credential' | 'user_id' | 'target' | 'place' | 'filename' | 'filetype'
> & { readonly size: number };

/** Lets requests about one subject count one after the other, each in its transaction. */
const countAlone = (req: PayloadRequest, subject: string): Promise<void> =>
  lockName(req, `uploads/${subject}`);

/** The sizes of the unfinished uploads to a record, of all senders. */
const sizesBeside = async (
  req: PayloadRequest,
  { target, place }: NewUpload,
  member: string,
): Promise<readonly number[]> => {
  const [kind] = target.split(':');
  await countAlone(req, `${kind} ${place[member]}`);
  const { rows } = await runStatement<{ size: string }>(
    req,
    `select size from support_portal.uploads
     where state in ('open', 'received') and expires_at > now()
       and split_part(target, ':', 1) = $1 and place ->> $2 = $3`,
    [kind, member, String(place[member])],
  );
  return rows.map(({ size }) => Number(size));
};

/** Time in which no byte of an upload comes before a new one of its credential may end it, in minutes. */
const restingMinutes = 60;

/** Ends the upload of a credential that has rested longest. @returns false if none has rested long enough */
const endAbandoned = async (req: PayloadRequest, credential: string): Promise<boolean> => {
  const { rows } = await runStatement(
    req,
    `update support_portal.uploads set expires_at = now()
     where id = (
       select id from support_portal.uploads
       where holder = $1 and state = 'open' and expires_at > now() and lock_holder is null
         and received_at < now() - interval '${restingMinutes} minutes'
       order by received_at limit 1)
     returning id`,
    [credential],
  );
  return rows.length > 0;
};

/** @throws {ApiError} `conflict` if too many uploads of the credential are open, and the refusal of `beside` */
export const insertUpload = (
  req: PayloadRequest,
  upload: NewUpload,
  beside: AdmittedUpload['beside'],
): Promise<void> =>
  inTransaction(req, async () => {
    await countAlone(req, upload.credential);
    beside?.assertRoom(await sizesBeside(req, upload, beside.member));
    const { rows: counted } = await runStatement<{ open: string }>(
      req,
      `select count(*) as open from support_portal.uploads
       where holder = $1 and state in ('open', 'received') and expires_at > now()`,
      [upload.credential],
    );
    if (Number(counted[0]?.open) >= mostOpen && !(await endAbandoned(req, upload.credential)))
      throw new ApiError('conflict', say('uploads:errors:tooMany', { most: mostOpen }));
    const { id, credential, user_id, target, place, filename, filetype, size } = upload;
    await runStatement(
      req,
      `insert into support_portal.uploads (id, holder, user_id, target, place, filename, filetype, size, expires_at)
       values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8::bigint, now() + interval '${lifetime} hours')`,
      [id, credential, user_id, target, JSON.stringify(place), filename, filetype, size],
    );
  });

/** An upload of any credential. Returns null if there is none. */
export const findUpload = async (payload: Payload, id: string): Promise<UploadRow | null> =>
  (await query(payload, `select ${columns} from support_portal.uploads where id = $1`, [id]))[0] ?? null;

/**
 * Bytes that are announced, and have not arrived. An upload counts as much as has arrived of it, and 64 MiB at least: a
 * sender who announces a lot and sends nothing takes no one's room.
 */
export const announcedBytes = async (payload: Payload): Promise<number> => {
  const sql = `select coalesce(sum(least(size - received, greatest(received, 64 << 20))), 0) as bytes from support_portal.uploads
    where state = 'open' and expires_at > now()`;
  const { rows } = await postgresOf(payload).pool.query<{ bytes: string }>(sql);
  return Number(rows[0]?.bytes);
};

export const noteReceived = (payload: Payload, id: string, received: number) =>
  query(payload, 'update support_portal.uploads set received = $2, received_at = now() where id = $1', [
    id,
    received,
  ]);

/** From here on an upload is finished even if its sender never comes back, and for a week if that fails. */
export const markReceived = (payload: Payload, id: string) =>
  query(
    payload,
    `update support_portal.uploads set state = 'received', received = size, expires_at = now() + interval '7 days'
     where id = $1 and state = 'open'`,
    [id],
  );

/** The first statement of a completion: a second one waits for its end, and then finds nothing to do. */
export const claimReceived = async (req: PayloadRequest, id: string): Promise<boolean> =>
  (
    await runStatement(
      req,
      `update support_portal.uploads set state = 'taken', expires_at = now() + interval '${lifetime} hours'
       where id = $1 and state = 'received' returning id`,
      [id],
    )
  ).rows.length === 1;

export const noteFile = async (req: PayloadRequest, id: string, file: string): Promise<void> => {
  await runStatement(req, 'update support_portal.uploads set file_id = $2 where id = $1', [id, file]);
};

/**
 * Ends the uploads that became some files, in the transaction that deletes or rejects those: the same file, sent again, is a new
 * upload, and not one that has arrived.
 */
export const endUploadsOf = async (
  req: Pick<PayloadRequest, 'payload' | 'transactionID'>,
  files: readonly string[],
): Promise<void> => {
  await runStatement(req, 'update support_portal.uploads set expires_at = now() where file_id = any($1)', [
    [...files],
  ]);
};

export const markRefused = (payload: Payload, id: string, refusal: UploadRefusal) =>
  query(
    payload,
    `update support_portal.uploads set state = 'refused', error = $2, expires_at = now() + interval '${lifetime} hours'
     where id = $1 and state in ('open', 'received')`,
    [id, JSON.stringify(refusal)],
  );

/** Waits twice as long after each fault, up to an hour. */
export const tryLater = (payload: Payload, id: string) =>
  query(
    payload,
    `update support_portal.uploads set tries = tries + 1,
       again_at = now() + least(3600, 10 * 2 ^ least(tries, 10)) * interval '1 second'
     where id = $1 and state = 'received'`,
    [id],
  );

export const noteBytesGone = (payload: Payload, id: string) =>
  query(payload, 'update support_portal.uploads set has_bytes = false where id = $1', [id]);

export const deleteUpload = (payload: Payload, id: string) =>
  query(payload, 'delete from support_portal.uploads where id = $1', [id]);

/**
 * Uploads that no request works on and that are not at rest: complete ones that are no file yet, and uploads whose process
 * died, whose bytes remain or whose time is over.
 */
export const findUnsettled = (payload: Payload): Promise<UploadRow[]> =>
  query(
    payload,
    `select ${columns} from support_portal.uploads
     where (locked_until is null or locked_until < now()) and (
       (state = 'received' and again_at <= now())
       or (state = 'open' and (lock_holder is not null or received = size))
       or (state in ('taken', 'refused') and has_bytes) or expires_at < now())
     order by again_at limit 50`,
  );

export const knownAmong = async (payload: Payload, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (await query(payload, `select ${columns} from support_portal.uploads where id = any($1)`, [ids])).map(
      ({ id }) => id,
    ),
  );

const query = async (payload: Payload, sql: string, values: readonly unknown[] = []): Promise<UploadRow[]> =>
  (await postgresOf(payload).pool.query<UploadRow>(sql, [...values])).rows;
