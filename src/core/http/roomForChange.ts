import { isStaff, type Principal } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import { assertDiskRoom } from './upload/diskRoom.ts';

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
