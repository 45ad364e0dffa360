import { z } from 'zod';
import { isId } from '../../../core/database/ids.ts';
import type { OpenOperation } from '../../../core/http/operation.ts';
import type { OpenContext } from '../../../core/http/operationContext.ts';
import { inShortLineAt } from '../../../core/http/turns.ts';
import { ApiError, notFound } from '../../../core/shared/errors/errors.ts';
import { say } from '../../../core/texts/say.ts';
import { findStoredFile } from '../record/storedFile.ts';
import { isValidLink } from '../serving/downloadLink.ts';
import { bytesOf, serveBytes } from '../serving/serveBytes.ts';
import { storageOf } from '../storage/storageOf.ts';

declare module '../../../core/feature.ts' {
  interface Feature {
    /**
     * Serves what one of its links offers, by a signed address of that link.
     *
     * @param asked the id of the link, and that of the file; `all` stands for a zip of them all
     * @throws {ApiError} `not_found`; `link_expired` for a link that has ended
     */
    serveLinked?(
      context: OpenContext,
      asked: { readonly link: string; readonly id: string },
    ): Promise<Response>;
  }
}

const download = async (context: OpenContext): Promise<Response> => {
  const { params, payload, portal, req, url } = context;
  const { file_id: id = '' } = params;
  const { secret } = payload.config;
  if (!isValidLink({ id, secret, parameters: url.searchParams, now: new Date() })) {
    throw new ApiError('forbidden', say('errors:file:linkExpired'));
  }
  const link = url.searchParams.get('link');
  if (link !== null) {
    const feature = portal.features.find(({ serveLinked }) => serveLinked);
    if (!feature?.serveLinked) throw notFound();
    return feature.serveLinked(context, { link, id });
  }
  const slug = portal.options.slugs.files;
  const stored = isId(payload, id)
    ? await inShortLineAt(payload, `downloads of file ${id}`, () => findStoredFile(payload, slug, { id }))
    : null;
  if (!stored) throw notFound();
  return serveBytes(bytesOf(stored, storageOf(payload, slug)), req);
};

export const downloadFile: OpenOperation = {
  kind: 'open',
  name: 'download_file',
  summary: 'Downloads a file by its signed link, whole or by a byte range. Needs no API key.',
  method: 'GET',
  path: '/v1/files/{file_id}/download',
  open: download,
  input: z.strictObject({
    expires: z.string().describe('The time at which the link expires, in Unix seconds.'),
    link: z.string().optional().describe('As it was handed out, if a link offered the file.'),
    signature: z.string().describe('As it was handed out.'),
  }),
  response: { output: z.null(), status: 200, mediaType: '*/*', takesRanges: true, headers: ['ETag'] },
  errors: ['forbidden', 'not_found', 'conflict', 'link_expired', 'range_not_satisfiable', 'rate_limited'],
};
