import type { PayloadRequest } from 'payload';
import type { ApiKey } from '../../../core/access/apiKey.ts';
import type { Principal } from '../../../core/access/roles.ts';
import { isTeam } from '../../../core/access/roles.ts';
import { assertScope } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import type { UploadPlace, UploadTarget } from '../../../core/ports/upload.ts';
import { ApiError, isApiError, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { largestFileIn } from '../../files/feature.ts';
import { assertStatus, storedTransfers } from '../record/storedTransfer.ts';
import { assertWithinLimits, takeFile } from './takeFile.ts';
import { filesOf } from './transferFiles.ts';

const scope = 'transfers:write';

/** @throws {ApiError} `forbidden` for a caller who sends no files */
const assertSender = (caller: Principal | null, key: ApiKey | null): Principal => {
  if (caller === null || !isTeam(caller)) throw new ApiError('forbidden', say('errors:role:forbids'));
  assertScope({ caller, key }, scope);
  return caller;
};

/** The draft again: hours may lie between the first byte and the last. */
const placeOf = (req: PayloadRequest, portal: PortalContext, { transfer }: UploadPlace) =>
  storedTransfers.find(
    { req, portal, caller: assertSender(portal.principalOf(req.user), null) },
    String(transfer),
  );

/** A draft, for large uploads. */
export const transferTarget: UploadTarget = {
  name: 'transfer',
  async admit({ id, size }, { req, portal, caller, key }) {
    const transfer = await storedTransfers
      .find({ req, portal, caller: assertSender(caller, key) }, id)
      .catch((error: unknown) => {
        if (!isApiError(error) || error.code !== 'not_found') throw error;
        throw validationFailed([{ path: 'target', message: say('transfers:errors:unknown') }]);
      });
    assertStatus(transfer, ['draft']);
    const files = await filesOf(req, portal, transfer.id);
    return {
      place: { transfer: idText(transfer.id) },
      maxBytes: largestFileIn(req.payload, portal),
      beside: {
        member: 'transfer',
        assertRoom: (sizes) =>
          assertWithinLimits([...files, ...[...sizes, size].map((size_bytes) => ({ size_bytes }))]),
      },
    };
  },
  async look({ req, portal, place }) {
    assertStatus(await placeOf(req, portal, place), ['draft']);
  },
  async take({ req, portal, place, file }) {
    const transfer = await placeOf(req, portal, place);
    return (await takeFile({ req, portal, transfer, file })).id;
  },
};
