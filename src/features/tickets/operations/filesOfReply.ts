import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import type { ApiKey } from '../../../core/access/apiKey.ts';
import type { Principal } from '../../../core/access/roles.ts';
import { hasScope } from '../../../core/access/scopesOf.ts';
import type { PortalContext } from '../../../core/context.ts';
import { toRecordId } from '../../../core/database/ids.ts';
import { idField } from '../../../core/http/input/fields.ts';
import { buildToFile, file, filesOfReplies } from '../../files/feature.ts';

/** Most files of one reply, as of one form of the client pages. */
const mostFiles = 50;

export const fileIdsField = z
  .array(idField, 'Send a list of ids.')
  .max(mostFiles, `Send at most ${mostFiles} files.`)
  .optional()
  .describe(
    'The files that are sent with it, uploaded before: of this ticket or of none, and of no other reply. Those of an internal note are hidden from clients.',
  );

export const filesField = z
  .array(
    file
      .pick({
        id: true,
        filename: true,
        size_bytes: true,
        mime_type: true,
        uploaded_at: true,
        uploaded_by: true,
      })
      .extend({
        download_url: file.shape.download_url
          .nullable()
          .describe('Valid for one hour; null without the scope `files:read`.'),
      })
      .meta({ id: 'ReplyFile' }),
  )
  .describe('The files that were sent with it.');

type ReplyFile = z.input<typeof filesField>[number];

interface Reader {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly caller: Principal;
  readonly key: ApiKey | null;
}

/** The replies of a response, each with its files. */
export const withFiles = async <Item extends { readonly id: string }>(
  { req, portal, caller, key }: Reader,
  items: readonly Item[],
): Promise<(Item & { files: ReplyFile[] })[]> => {
  const ids = items.map(({ id }) => toRecordId(req.payload, { path: 'id', id }));
  const found = await filesOfReplies({ req, portal }, caller, ids);
  const mayDownload = hasScope({ caller, key }, 'files:read');
  const toFile = buildToFile(req, portal);
  const toReplyFile = (row: Parameters<typeof toFile>[0]): ReplyFile => {
    const { id, filename, size_bytes, mime_type, uploaded_at, uploaded_by, download_url } = toFile(row);
    return {
      ...{ id, filename, size_bytes, mime_type, uploaded_at, uploaded_by },
      download_url: mayDownload ? download_url : null,
    };
  };
  return items.map((item) => ({ ...item, files: (found.get(item.id) ?? []).map(toReplyFile) }));
};
