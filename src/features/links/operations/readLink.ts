import { z } from 'zod';
import { isoOrNull } from '../../../core/database/time.ts';
import type { Feature } from '../../../core/feature.ts';
import { defineHolderOperation } from '../../../core/http/operation.ts';
import { notFound } from '../../../core/shared/errors/errors.ts';
import { downloadUrl, filesAddress } from '../../files/feature.ts';
import { assertNotUsedUp, zipName } from '../downloads/storedDownloads.ts';
import { assertUnlocked, linkErrors, linkHolders } from '../holders.ts';
import { kindsIn } from '../kinds.ts';
import { noteOpened } from '../records/storedRecords.ts';

export const linkPath = '/portal/v1/links/{link}';

const linkedFile = z
  .strictObject({
    id: z.string(),
    filename: z.string().meta({ examples: ['offer.pdf'] }),
    size_bytes: z.int(),
    mime_type: z.string().meta({ examples: ['application/pdf'] }),
  })
  .meta({ id: 'LinkedFile' });

/** @param features the features whose kinds of links have members of their own */
export const readLink = (features: readonly Feature[]) => {
  const kinds = kindsIn(features);
  const names = kinds.map(({ kind }) => kind);
  const members = Object.assign({}, ...kinds.map((kind) => kind.members ?? {})) as Record<string, z.ZodType>;
  const nullable = Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name, schema.nullable()]),
  );
  const nothing = Object.fromEntries(Object.keys(members).map((name) => [name, null]));
  return defineHolderOperation({
    name: 'get_link',
    summary: 'Reads what a link leads to. While it is locked, only who sent it and when it expires.',
    method: 'GET',
    path: linkPath,
    who: linkHolders,
    input: z.strictObject({}),
    response: {
      output: z
        .strictObject({
          kind: z.enum(names as [string, ...string[]]),
          title: z.string().nullable().describe('Null while the link is locked.'),
          message: z.string().nullable(),
          sender: z.string().nullable().describe('The sender’s name.'),
          expires_at: z.iso.datetime().nullable(),
          locked: z
            .enum(['password', 'code', 'account'])
            .nullable()
            .describe('The next condition of the link; null once it is open.'),
          files: z.array(linkedFile),
          ...nullable,
        })
        .meta({ id: 'Link' }),
      status: 200,
    },
    errors: linkErrors,
    async run(_input, { holder }) {
      const { kind, record, lock } = holder;
      const head = {
        kind: kind.kind,
        sender: record.sender,
        expires_at: isoOrNull(record.expiresAt),
        locked: lock,
      };
      if (lock !== null) return { output: { ...head, title: null, message: null, files: [], ...nothing } };
      return {
        output: {
          ...head,
          title: record.title,
          message: record.message,
          files: [...(await kind.files(holder))],
          ...nothing,
          ...(await kind.readMembers?.(holder)),
        },
      };
    },
  });
};

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
