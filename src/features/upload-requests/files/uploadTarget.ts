import { z } from 'zod';
import { nameField } from '../../../core/http/input/fields.ts';
import { parseInput } from '../../../core/http/prepareOperation.ts';
import type { UploadPlace, UploadTarget } from '../../../core/ports/upload.ts';
import { validationFailed } from '../../../core/shared/errors/errors.ts';
import { say } from '../../../core/texts/say.ts';
import { largestFileIn } from '../../files/feature.ts';
import { assertUnlocked, findKept, type KeptLink, keepLink, linkHolderIn } from '../../links/feature.ts';
import { assertStatus } from '../operations/request.ts';
import { requestKind } from '../vocabulary.ts';
import { assertAwaited, receiveFile, requestAt } from './receiveFile.ts';

/** The further metadata of an upload by a link, as the fields of its small files. */
export const sentFields = {
  item_id: z
    .string()
    .min(1, 'Enter an id.')
    .max(255, 'This is not an id.')
    .optional()
    .describe('The item that it is for.'),
  name: nameField.optional().describe('The sender’s name, for a link without a recipient.'),
};

const metadataInput = z.strictObject(sentFields);

interface Place extends KeptLink {
  readonly item: string | null;
  readonly name: string | null;
}

const placeIn = (place: UploadPlace) => place as unknown as Place;

/** The request of a link, for large uploads. The link's proofs count when one begins, and its limits then and at the end. */
export const linkTarget: UploadTarget = {
  name: 'link',
  metadata: Object.keys(sentFields),
  async admit({ filename, metadata, size }, { holder: uploader, portal, req }) {
    const holder = linkHolderIn(uploader);
    if (holder?.kind.kind !== requestKind)
      throw validationFailed([{ path: 'target', message: say('uploadRequests:errors:noLink') }]);
    assertUnlocked(holder);
    const { item_id = null, name = null } = parseInput(metadataInput, metadata) as z.output<
      typeof metadataInput
    >;
    await assertAwaited(holder, { name: filename, sizeBytes: size, itemId: item_id });
    return {
      place: { ...keepLink(holder), item: item_id, name },
      maxBytes: largestFileIn(req.payload, portal),
    };
  },
  async look({ place, portal, req }) {
    assertStatus(await requestAt(await findKept(req, portal, placeIn(place))), ['open']);
  },
  async take({ file, place, portal, req }) {
    const { item, name, ...kept } = placeIn(place);
    const at = await findKept(req, portal, kept);
    return (await receiveFile({ ...at, senderName: name }, file, item)).id;
  },
};
