import { z } from 'zod';
import { isStaff } from '../../access/roles.ts';
import { tableOf } from '../../database/table.ts';
import { iso } from '../../database/time.ts';
import { idText } from '../../shared/ids.ts';
import { defineOperation } from '../operation.ts';
import { answerList, listOf } from '../shared/list.ts';
import { byCreation, checkPaging, pageParameters } from '../shared/paging.ts';
import { apiKeyColumns, apiKeyRow, type StoredApiKey, toApiKeyRow } from './apiKey.ts';

export const listApiKeys = defineOperation({
  name: 'list_api_keys',
  summary: 'Lists the API keys, newest first; the keys themselves are never shown again.',
  method: 'GET',
  path: '/portal/v1/api-keys',
  gate: isStaff,
  scope: null,
  input: z.strictObject(pageParameters).superRefine((query, context) => checkPaging(query, context)),
  output: listOf(apiKeyRow),
  status: 200,
  run: (query, { payload, portal }) =>
    answerList<StoredApiKey, z.input<typeof apiKeyRow>>({
      payload,
      query,
      listing: {
        columns: apiKeyColumns,
        from: tableOf(payload, portal.options.slugs.apiKeys),
        order: { column: 'created_at', direction: 'desc', ties: 'desc' },
        restrict: (conditions) => conditions,
      },
      toItem: toApiKeyRow,
      positionOf: ({ created_at, id }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    }),
});
