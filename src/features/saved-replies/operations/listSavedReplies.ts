import { z } from 'zod';
import { isTeam } from '../../../core/access/roles.ts';
import { tableOf } from '../../../core/database/table.ts';
import { iso } from '../../../core/database/time.ts';
import {
  byCreation,
  checkPaging,
  listOf,
  pageParameters,
  respondWithList,
} from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { idText, idTextOrNull, type RecordId } from '../../../core/shared/values/ids.ts';
import { restrictToReach } from '../reach.ts';
import { writtenVariables } from '../savedReplies.ts';

const savedReply = z
  .strictObject({
    id: z.string(),
    title: z.string().meta({ examples: ['Restart the router'] }),
    body: z
      .string()
      .describe(`Text without markup. These stand for values of a ticket: ${writtenVariables}.`)
      .meta({ examples: ['Hello {{requester.name}}, please restart the router.'] }),
    organization_id: z
      .string()
      .nullable()
      .describe('The only organization whose tickets it is for; null for all.'),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'SavedReply' });

interface StoredSavedReply {
  id: RecordId;
  title: string;
  body: string;
  organization_id: RecordId | null;
  created_at: Date;
  updated_at: Date;
}

export const listSavedReplies = defineOperation({
  name: 'list_saved_replies',
  summary: 'Lists the saved replies in reach, newest first. For staff and representatives.',
  description: 'Those for everyone, and those for the organizations in reach.',
  method: 'GET',
  path: '/v1/saved-replies',
  who: { gate: isTeam, scope: 'tickets:read' },
  input: z.strictObject(pageParameters).superRefine((query, context) => checkPaging(query, context)),
  response: { output: listOf(savedReply), status: 200 },
  run: (query, { caller, payload, portal }) =>
    respondWithList<StoredSavedReply, z.input<typeof savedReply>>({
      payload,
      query,
      listing: {
        columns: 'id, title, body, organization_id, created_at, updated_at',
        from: tableOf(payload, portal.options.slugs.savedReplies),
        order: { column: 'created_at', direction: 'desc', ties: 'desc' },
        restrict: (conditions) => restrictToReach(conditions, caller),
      },
      toItem: (stored) => ({
        id: idText(stored.id),
        title: stored.title,
        body: stored.body,
        organization_id: idTextOrNull(stored.organization_id),
        created_at: iso(stored.created_at),
        updated_at: iso(stored.updated_at),
      }),
      positionOf: ({ id, created_at }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    }),
});
