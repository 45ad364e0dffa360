import { statfs } from 'node:fs/promises';
import { isStaff, type Principal } from '../../access/roles.ts';
import type { PortalContext } from '../../context.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { say } from '../../texts/say.ts';

/** The part of the disk that stays free: PostgreSQL and the email log may need it. */
const reserve = 0.05;

/** Ordinary uploads leave at most so many bytes free: on a large disk, which others fill, the part would be many gigabytes. */
const mostForOrdinary = 1024 ** 3;

type UploadKind = 'ordinary' | 'large';

interface Disk {
  readonly free: number;
  readonly total: number;
}

/** True if so many more bytes leave the reserve untouched. */
export const hasRoom = ({ free, total }: Disk, kind: UploadKind, bytes: number): boolean =>
  free - bytes >= Math.min(total * reserve, kind === 'large' ? Number.POSITIVE_INFINITY : mostForOrdinary);

/** The disk of a folder; null if it cannot be read. */
const readDisk = async (folder: string): Promise<Disk | null> => {
  const found = await statfs(folder).catch(() => null);
  return found && { free: found.bavail * found.bsize, total: found.blocks * found.bsize };
};

/**
 * Refuses an upload that would leave others no room on the disk of a folder.
 *
 * @param bytes the size of the upload, as far as it is known
 * @throws {ApiError} `insufficient_storage`
 */
export const assertDiskRoom = async (
  folder: string,
  kind: UploadKind,
  bytes = 0,
  disk = readDisk,
): Promise<void> => {
  const found = await disk(folder);
  if (found && !hasRoom(found, kind, bytes)) throw new ApiError('insufficient_storage', say('errors:noRoom'));
};

/** Bytes between two checks of the disk. */
const betweenChecks = 4 * 1024 * 1024;

/**
 * Makes the check of an ordinary upload's next chunk. It checks the disk before the first one, and every few MiB, for others write
 * meanwhile.
 */
export const roomMeter = (
  folder: string,
  disk = readDisk,
): ((chunk: Pick<Uint8Array, 'byteLength'>) => Promise<void>) => {
  let unchecked = betweenChecks;
  return async ({ byteLength }) => {
    unchecked += byteLength;
    if (unchecked < betweenChecks) return;
    unchecked = 0;
    await assertDiskRoom(folder, 'ordinary', 0, disk);
  };
};

/**
 * Refuses a change by a client or representative while the disk of the data folder is nearly full: an embedded PostgreSQL
 * stops on a full one. A deletion is no such change.
 *
 * @throws {ApiError} `insufficient_storage`
 */
export const assertRoomForChange = async (
  { options }: Pick<PortalContext, 'options'>,
  caller: Principal | null,
): Promise<void> => {
  if (caller !== null && !isStaff(caller)) await assertDiskRoom(options.dataDirectory, 'ordinary');
};
