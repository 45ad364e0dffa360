import { z } from 'zod';
import { isStaff } from '../../access/roles.ts';
import { tableOf } from '../../database/table.ts';
import { iso } from '../../database/time.ts';
import type { RecordId } from '../../shared/ids.ts';
import { idText } from '../../shared/ids.ts';
import { defineOperation } from '../operation.ts';
import { answerList, listOf } from '../shared/list.ts';
import { byCreation, checkPaging, pageParameters } from '../shared/paging.ts';

const organization = z
  .strictObject({
    id: z.string(),
    name: z.string().meta({ examples: ['Acme'] }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Organization' });

interface StoredOrganization {
  id: RecordId;
  name: string;
  created_at: Date;
}

export const listOrganizations = defineOperation({
  name: 'list_organizations',
  summary: 'Lists the organizations in reach, newest first. For staff’s keys.',
  method: 'GET',
  path: '/v1/organizations',
  gate: isStaff,
  scope: 'tickets:read',
  input: z.strictObject(pageParameters).superRefine((query, context) => checkPaging(query, context)),
  output: listOf(organization),
  status: 200,
  run: (query, { caller, payload, portal }) =>
    answerList<StoredOrganization, z.input<typeof organization>>({
      payload,
      query,
      listing: {
        columns: 'id, name, created_at',
        from: tableOf(payload, portal.options.slugs.organizations),
        order: { column: 'created_at', direction: 'desc', ties: 'desc' },
        restrict: (conditions) =>
          caller.spans ? conditions : conditions.add('id = any(?)', [...caller.organizations]),
      },
      toItem: ({ id, name, created_at }) => ({ id: idText(id), name, created_at: iso(created_at) }),
      positionOf: ({ id, created_at }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    }),
});
