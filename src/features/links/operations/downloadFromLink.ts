import { z } from 'zod';
import { defineHolderOperation } from '../../../core/http/operation.ts';
import { notFound } from '../../../core/shared/errors/errors.ts';
import { downloadUrl, filesAddress } from '../../files/feature.ts';
import { assertNotUsedUp, zipName } from '../downloads/storedDownloads.ts';
import { assertUnlocked, linkErrors, linkHolders } from '../holders.ts';
import { noteOpened } from '../records/opened.ts';
import { linkPath } from './readLink.ts';

export const downloadFromLink = defineHolderOperation({
  name: 'download_from_link',
  summary: 'Creates an address at which a file of an unlocked link can be downloaded for an hour.',
  description:
    'Without `file_id`, the address is that of a zip of all files. A download counts once, when its last byte was sent: one that breaks off and goes on within 24 hours is the same.',
  method: 'POST',
  path: `${linkPath}/downloads`,
  who: linkHolders,
  body: { isOptional: true },
  input: z.strictObject({
    file_id: z
      .string('Enter an id, as text.')
      .min(1, 'Enter an id.')
      .max(255, 'This is not an id.')
      .optional(),
  }),
  response: { output: z.strictObject({ download_url: z.url() }), status: 201 },
  errors: linkErrors,
  async run({ file_id = null }, { holder, payload, portal, req }) {
    assertUnlocked(holder);
    const { kind, link } = holder;
    const found = await kind.downloads?.find(holder, file_id);
    if (!kind.downloads || !found) throw notFound();
    const most = await kind.downloads.most(holder);
    await assertNotUsedUp({ req, linkId: link.id, file: file_id ?? zipName, most });
    await noteOpened(holder);
    const { secret } = payload.config;
    const address = { id: file_id ?? zipName, secret, link: link.id, filesUrl: filesAddress(req, portal) };
    return { output: { download_url: downloadUrl({ ...address, now: new Date() }) } };
  },
});
