import type { Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { assertDiskRoom } from '../../core/http/upload/diskRoom.ts';
import { announcedBytes } from './rows.ts';

/**
 * Refuses bytes for which there would be no room once all open uploads are complete.
 *
 * @param bytes the size of a new upload; 0 for the next chunk of an open one
 * @throws {ApiError} `insufficient_storage`
 */
export const assertRoom = async (
  { payload, portal }: { payload: Payload; portal: PortalContext },
  bytes: number,
): Promise<void> => {
  const announced = bytes === 0 ? 0 : await announcedBytes(payload);
  await assertDiskRoom(portal.options.dataDirectory, 'large', bytes + announced);
};
