import type { CollectionSlug } from 'payload';
import { z } from 'zod';
import { runStatement } from '../../../core/database/statement.ts';
import { tableOf } from '../../../core/database/table.ts';
import { iso } from '../../../core/database/time.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { defineHolderOperation } from '../../../core/http/operation.ts';
import { fileField } from '../../../core/http/upload/receiveUpload.ts';
import { ApiError, notFound } from '../../../core/shared/errors/errors.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { toUpload } from '../../files/feature.ts';
import {
  assertUnlocked,
  linkErrors,
  linkHolders,
  linkPath,
  noteOpened,
  turnOfLink,
} from '../../links/feature.ts';
import { publishRequest } from '../events.ts';
import { receiveFile, requestAt } from '../files/receiveFile.ts';
import { filesOfRequest, removeFile } from '../files/requestFiles.ts';
import { sentFields } from '../files/uploadTarget.ts';
import { sentBy, sentFile, showSent } from '../linkKind.ts';
import { tellOfFiles } from '../mails/send.ts';
import { itemsAfterWithdrawal, missingItems, problemOfCompletion } from '../record/items.ts';
import { noteRequest, storedRequests } from '../record/storedRequest.ts';
import { assertStatus } from './request.ts';

export const uploadToLink = defineHolderOperation({
  name: 'upload_to_link',
  summary: 'Sends a file by the link of an upload request.',
  method: 'POST',
  path: `${linkPath}/files`,
  who: linkHolders,
  idempotentAs: (holder) => (holder.lock === null ? turnOfLink(holder) : null),
  body: { isUpload: true },
  input: z.strictObject({
    file: fileField,
    ...sentFields,
  }),
  response: { output: sentFile, status: 201 },
  errors: [...linkErrors, 'conflict', 'payload_too_large', 'unsupported_media_type'],
  async run({ file, item_id = null, name = null }, { holder }) {
    await requestAt(holder);
    assertUnlocked(holder);
    return { output: showSent(await receiveFile({ ...holder, senderName: name }, toUpload(file), item_id)) };
  },
});

export const withdrawFromLink = defineHolderOperation({
  name: 'withdraw_from_link',
  summary: 'Withdraws a file that came by this link, as long as the request is open.',
  method: 'DELETE',
  path: `${linkPath}/files/{file_id}`,
  who: linkHolders,
  input: z.strictObject({}),
  deletesFiles: true,
  response: { output: z.null(), status: 204 },
  errors: [...linkErrors, 'conflict'],
  async run(_input, { holder, params, payload, portal, req }) {
    await requestAt(holder);
    assertUnlocked(holder);
    // A browser may be logged in as someone whose rights have nothing to do with this.
    req.user = null;
    return inTransaction(req, async () => {
      const request = await requestAt(holder, 'locked');
      const file = (await sentBy(holder)).find(({ id }) => id === params.file_id);
      if (!file) throw notFound();
      assertStatus(request, ['open']);
      await removeFile(req, request.id, file.id);
      const collection = portal.options.slugs.files as CollectionSlug;
      const { rows } = await runStatement<{ id: RecordId; reply_id: RecordId | null }>(
        req,
        `select id, reply_id from ${tableOf(payload, collection)} where id::text = $1 for update`,
        [file.id],
      );
      if (rows.some(({ reply_id }) => reply_id !== null))
        throw new ApiError('conflict', say('uploadRequests:errors:inReply'));
      // The team may have deleted it. Else the link that it came by takes it back.
      for (const { id } of rows)
        await payload.delete({ collection, id, depth: 0, overrideAccess: true, req });
      const isLast = !(await filesOfRequest(req, request.id)).some(
        (other) => other.item_id === file.item_id && !other.is_rejected,
      );
      const changed = await storedRequests.change(req, portal, request.id, {
        items: itemsAfterWithdrawal(request.items, file.item_id, isLast),
      });
      await noteRequest(req, portal, changed, {
        kind: 'withdrawn',
        link: holder.link,
        fileId: file.id,
        bytes: file.size_bytes,
        isByHolder: true,
      });
      return { output: null };
    });
  },
});

export const completeAtLink = defineHolderOperation({
  name: 'complete_at_link',
  summary: 'Marks everything as sent. The team is notified, and nothing can be withdrawn from then on.',
  method: 'POST',
  path: `${linkPath}/complete`,
  who: linkHolders,
  body: { isOptional: true },
  input: z.strictObject({}),
  response: {
    output: z
      .strictObject({
        status: z.literal('completed'),
        completed_at: z.iso.datetime(),
        received_files: z.int().describe('The files that came by this link.'),
      })
      .meta({ id: 'CompletedRequest' }),
    status: 200,
  },
  errors: [...linkErrors, 'conflict'],
  async run(_input, { holder, portal, req }) {
    await requestAt(holder);
    assertUnlocked(holder);
    const { link } = holder;
    return inTransaction(req, async () => {
      const request = await requestAt(holder, 'locked');
      assertStatus(request, ['open', 'completed']);
      const files = await filesOfRequest(req, request.id);
      const received_files = files.filter(({ link_id }) => link_id === link.id).length;
      // A button that is pressed twice.
      if (request.status === 'completed')
        return {
          output: {
            status: 'completed' as const,
            completed_at: iso(request.completed_at ?? new Date()),
            received_files,
          },
        };
      const problem = problemOfCompletion({ items: request.items, files: files.length });
      if (problem === 'nothing') throw new ApiError('conflict', say('uploadRequests:errors:nothingSent'));
      if (problem === 'items') {
        const labels = missingItems(request.items).map(({ label }) => label);
        throw new ApiError(
          'conflict',
          say('uploadRequests:errors:itemsMissing', { labels: labels.join(', ') }),
        );
      }
      const completedAt = new Date();
      const completed = await storedRequests.change(req, portal, request.id, {
        status: 'completed',
        completed_at: completedAt,
      });
      await noteOpened(holder);
      await publishRequest({ req, portal }, 'upload_request.completed', completed, {
        recipient_id: link.recipient_id,
        link_id: link.id,
      });
      await tellOfFiles(req, idText(request.id), { recipientId: link.recipient_id });
      return { output: { status: 'completed' as const, completed_at: iso(completedAt), received_files } };
    });
  },
});
