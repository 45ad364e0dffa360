import type { Payload, PayloadRequest } from 'payload';
import { portalPool, postgresOf } from '../../../core/database/pool.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { ApiError } from '../../../core/shared/errors/errors.ts';
import { say } from '../../../core/texts/say.ts';
import { addRange, isWhole, type PartRange } from '../../files/feature.ts';
import { type BegunDownload, decideDownload } from './decide.ts';

/** Hours within which a download that broke off goes on as the same one. */
const hours = 24;

/** Seconds after which a part whose process does not report any more counts as broken off. */
export const leaseSeconds = 60;

/** The name of the zip of all among the files of a link. */
export const zipName = 'all';

interface WantedPart {
  readonly req: PayloadRequest;
  readonly linkId: string;
  /** The id of a file, or {@link zipName}. */
  readonly file: string;
  readonly size: number;
  readonly range: PartRange;
  readonly most: number | null;
}

/** A part of a download that goes out. */
export interface Sending {
  readonly id: string;
  readonly downloadId: string;
}

const usedUp = () => new ApiError('link_expired', say('links:errors:usedUp'));

/**
 * Lets a part of a download begin. Parts by one link decide one after the other, over all processes.
 *
 * @throws {ApiError} `link_expired` if it was downloaded as often as it may be, `conflict` if that depends on one under way
 */
export const beginSending = (wantedPart: WantedPart): Promise<Sending> => {
  const { req, linkId, file, size, range, most } = wantedPart;
  return inTransaction(req, async () => {
    await runStatement(req, 'select 1 from support_portal.links where id = $1::uuid for update', [linkId]);
    const decision = decideDownload({
      range,
      size,
      begun: await readBegun(wantedPart),
      complete: await findComplete(wantedPart),
      others: most === null ? 0 : await countOthers(wantedPart),
      most,
    });
    if (decision.kind === 'used-up') throw usedUp();
    if (decision.kind === 'busy') throw new ApiError('conflict', say('links:errors:busy'));
    if (decision.kind === 'repeat') await noteRepeated(req, decision.id);
    const downloadId =
      decision.kind === 'new' ? await createDownload(req, { linkId, file, size }) : decision.id;
    const { rows } = await runStatement<{ id: string }>(
      req,
      `insert into support_portal.link_sendings (download_id, start, until, held_until)
       values ($1::uuid, $2, $3, now() + interval '${leaseSeconds} seconds') returning id`,
      [downloadId, range.start, range.end],
    );
    return { id: rows[0]?.id ?? '', downloadId };
  });
};

/** @throws {ApiError} `link_expired` if a file was downloaded as often as it may be */
export const assertNotUsedUp = async (
  wanted: Pick<WantedPart, 'req' | 'linkId' | 'file' | 'most'>,
): Promise<void> => {
  const { req, linkId, file, most } = wanted;
  if (most === null) return;
  const { rows } = await runStatement(
    req,
    `select 1 from support_portal.link_downloads
     where link_id = $1::uuid and file_id = $2 and completed_at is null and last_at > now() - interval '${hours} hours'`,
    [linkId, file],
  );
  if (rows.length === 0 && (await countOthers(wanted)) >= most) throw usedUp();
};

const readBegun = async ({ req, linkId, file }: WantedPart): Promise<readonly BegunDownload[]> => {
  const { rows } = await runStatement<{ id: string; start: string | null; until: string | null }>(
    req,
    `select d.id, s.start, s.until from support_portal.link_downloads d
     left join support_portal.link_sendings s on s.download_id = d.id and s.held_until > now()
     where d.link_id = $1::uuid and d.file_id = $2 and d.completed_at is null
       and d.last_at > now() - interval '${hours} hours'
     order by d.last_at desc, d.id`,
    [linkId, file],
  );
  const begun = new Map<string, PartRange[]>();
  for (const { id, start, until } of rows) {
    const sending = begun.get(id) ?? [];
    if (start !== null) sending.push({ start: Number(start), end: Number(until) });
    begun.set(id, sending);
  }
  return [...begun].map(([id, sending]) => ({ id, sending }));
};

const findComplete = async ({ req, linkId, file }: WantedPart): Promise<string | null> => {
  const { rows } = await runStatement<{ id: string }>(
    req,
    `select id from support_portal.link_downloads
     where link_id = $1::uuid and file_id = $2 and completed_at > now() - interval '${hours} hours'
       and not is_repeated
     order by completed_at desc limit 1`,
    [linkId, file],
  );
  return rows[0]?.id ?? null;
};

/**
 * The number of downloads that count against the limit of a file, without its own that are under way: complete ones, and
 * any of the zip, which holds it. For the zip itself, the file that was downloaded most counts.
 */
const countOthers = async ({
  req,
  linkId,
  file,
}: Pick<WantedPart, 'req' | 'linkId' | 'file'>): Promise<number> => {
  const isZip = file === zipName;
  const { rows } = await runStatement<{ file_id: string; count: number }>(
    req,
    `select file_id, count(*)::int as count from support_portal.link_downloads
     where link_id = $1::uuid and (completed_at is not null
       or (file_id <> $2 and last_at > now() - interval '${hours} hours')) group by file_id`,
    [linkId, file],
  );
  const of = (name: string) => rows.find(({ file_id }) => file_id === name)?.count ?? 0;
  if (!isZip) return of(file) + of(zipName);
  const single = rows.filter(({ file_id }) => file_id !== zipName).map(({ count }) => count);
  return of(zipName) + Math.max(0, ...single);
};

const createDownload = async (
  req: PayloadRequest,
  { linkId, file, size }: Pick<WantedPart, 'linkId' | 'file' | 'size'>,
): Promise<string> => {
  const { rows } = await runStatement<{ id: string }>(
    req,
    'insert into support_portal.link_downloads (link_id, file_id, size) values ($1::uuid, $2, $3) returning id',
    [linkId, file, size],
  );
  return rows[0]?.id ?? '';
};

const noteRepeated = async (req: PayloadRequest, downloadId: string): Promise<void> => {
  await runStatement(req, 'update support_portal.link_downloads set is_repeated = true where id = $1::uuid', [
    downloadId,
  ]);
};

/** Says that a part still goes out. @returns false once it may not go on: its link has ended */
export const renewSending = async (payload: Payload, { id }: Sending): Promise<boolean> => {
  const { rows } = await postgresOf(payload).pool.query<{ is_over: boolean }>(
    `update support_portal.link_sendings s set held_until = now() + interval '${leaseSeconds} seconds'
     from support_portal.link_downloads d join support_portal.links l on l.id = d.link_id
     where s.id = $1 and d.id = s.download_id
     returning l.revoked_at is not null or l.stopped_at is not null as is_over`,
    [id],
  );
  return rows[0]?.is_over !== true;
};

/**
 * Adds the bytes of a part that has ended to its download, in the request's transaction.
 *
 * @param sent the bytes that went out; `end` is before `start` for none
 * @returns true if they make it whole, which no other part has done before
 */
export const endSending = async (
  req: PayloadRequest,
  { id, downloadId }: Sending,
  sent: PartRange,
): Promise<boolean> => {
  await runStatement(req, 'delete from support_portal.link_sendings where id = $1::uuid', [id]);
  const { rows } = await runStatement<{ sent: readonly PartRange[]; size: string }>(
    req,
    `select sent, size from support_portal.link_downloads where id = $1::uuid and completed_at is null for update`,
    [downloadId],
  );
  const [download] = rows;
  if (!download) return false;
  const ranges = addRange(download.sent, sent);
  const size = Number(download.size);
  // For an empty file, nothing is sent: the report only says that the download is over.
  const isComplete = isWhole(ranges, size);
  await runStatement(
    req,
    `update support_portal.link_downloads set sent = $1::jsonb, last_at = now(),
       completed_at = ${isComplete ? 'now()' : 'null'} where id = $2::uuid`,
    [JSON.stringify(ranges), downloadId],
  );
  if (!isComplete && ranges.length === 0) await forgetUnsent(req, downloadId);
  return isComplete;
};

/** A download of which no byte went out takes no one's place. */
const forgetUnsent = async (req: PayloadRequest, downloadId: string): Promise<void> => {
  await runStatement(
    req,
    `delete from support_portal.link_downloads d where d.id = $1::uuid
     and not exists (select from support_portal.link_sendings s where s.download_id = d.id and s.held_until > now())`,
    [downloadId],
  );
};

/** Forgets parts whose processes died, and downloads of which nothing went out. */
export const pruneSendings = async (payload: Payload): Promise<void> => {
  await portalPool(payload).query('delete from support_portal.link_sendings where held_until < now()');
  await portalPool(payload).query(
    `delete from support_portal.link_downloads d where completed_at is null
     and (sent = '[]' and begun_at < now() - interval '${leaseSeconds} seconds' or last_at < now() - interval '${hours} hours')
     and not exists (select from support_portal.link_sendings s where s.download_id = d.id)`,
  );
};
