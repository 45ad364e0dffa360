import { dirname } from 'node:path';
import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../context.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { say } from '../../texts/say.ts';
import { findSessionAnew } from '../credentials.ts';
import { takeStoringTurn } from '../turns.ts';
import { assertDiskRoom } from '../upload/diskRoom.ts';

/** The CMS stores the files of a form before it asks whether the caller may upload any, and whether there is room. */
export const admitUpload = async (req: PayloadRequest, { temporaryFiles }: PortalContext): Promise<void> => {
  if (!req.user) throw new ApiError('forbidden', say('errors:role:forbids'));
  await assertDiskRoom(dirname(await temporaryFiles.newPath()), 'ordinary');
};

/**
 * Has the body of an upload end once there is a turn for storing files, which lasts until `ended` does, and once its sender was found
 * anew if it came slowly. The CMS reads the body itself, and stores its files then.
 */
export const endInTurn = (req: PayloadRequest, isSlow: () => boolean, ended: Promise<void>): void => {
  const inTurn = new TransformStream<Uint8Array, Uint8Array>({
    async flush() {
      await takeStoringTurn(req.payload, ended);
      if (isSlow()) await findSessionAnew(req);
    },
  });
  if (req.body) Object.defineProperty(req, 'body', { value: req.body.pipeThrough(inTurn) });
};
