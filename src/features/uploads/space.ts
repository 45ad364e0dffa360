import { statfs } from 'node:fs/promises';
import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { ApiError } from '../../core/shared/errors.ts';
import { say } from '../../core/texts/say.ts';
import { announcedBytes } from './rows.ts';

/** The part of the disk that stays free. */
const reserve = 0.05;

/** True if so many more bytes leave the reserve untouched. */
export const hasRoom = ({ free, total }: Disk, bytes: number): boolean => free - bytes >= total * reserve;

export interface Disk {
  readonly free: number;
  readonly total: number;
}

/** The disk of the data folder; null if there is none to ask. */
const readDisk = async (folder: string): Promise<Disk | null> => {
  const found = await statfs(folder).catch(() => null);
  return found && { free: found.bavail * found.bsize, total: found.blocks * found.bsize };
};

/**
 * Refuses bytes for which there would be no room once all open uploads are complete.
 *
 * @param bytes the size of a new upload; 0 for the next chunk of an open one
 * @throws {ApiError} `insufficient_storage`
 */
export const assertRoom = async (
  { payload, portal }: { payload: Payload; portal: PortalContext },
  bytes: number,
  disk = readDisk,
): Promise<void> => {
  const found = await disk(portal.options.dataDirectory);
  if (!found) return;
  const announced = bytes === 0 ? 0 : await announcedBytes(payload);
  if (!hasRoom(found, bytes + announced)) throw new ApiError('insufficient_storage', say('errors:noRoom'));
};
