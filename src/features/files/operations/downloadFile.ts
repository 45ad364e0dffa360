import { z } from 'zod';
import { isId } from '../../../core/database/ids.ts';
import type { OpenContext, OpenOperation } from '../../../core/http/operation.ts';
import { ApiError, notFound } from '../../../core/shared/errors.ts';
import { say } from '../../../core/texts/say.ts';
import { isValidLink } from '../downloadLink.ts';
import { serveFile } from '../serveFile.ts';
import { storageOf } from '../storage.ts';
import { findStoredFile } from '../storedFile.ts';

const download = async ({ params, payload, portal, req, url }: OpenContext): Promise<Response> => {
  const { file_id: id = '' } = params;
  const { secret } = payload.config;
  if (!isValidLink({ id, secret, parameters: url.searchParams, now: new Date() })) {
    throw new ApiError('forbidden', say('errors:file:linkExpired'));
  }
  const slug = portal.options.slugs.files;
  const stored = isId(payload, id) ? await findStoredFile(payload, slug, { id }) : null;
  if (!stored) throw notFound();
  return serveFile(stored, storageOf(payload, slug), req.headers);
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
    signature: z.string().describe('As it was handed out.'),
  }),
  answer: { output: z.null(), status: 200, mediaType: '*/*', takesRanges: true },
  errors: ['forbidden', 'not_found', 'range_not_satisfiable'],
};
