import type { Payload } from 'payload';
import { z } from 'zod';
import { isStaff, type Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
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
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { titleOf } from './resolvedUsers.ts';
import { createdAtOf, type Placed, readAll, respondFromMemory } from './respondFromMemory.ts';

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
  who: { gate: isStaff, scope: 'tickets:read' },
  input: z.strictObject(pageParameters).superRefine((query, context) => checkPaging(query, context)),
  response: { output: listOf(organization), status: 200 },
  run: async (query, { caller, payload, portal }) => {
    if (portal.options.existing.organizations) {
      const records = await appOrganizations(payload, portal, caller);
      return respondFromMemory({ payload, slug: portal.options.slugs.organizations, query, records });
    }
    return respondWithList<StoredOrganization, z.input<typeof organization>>({
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
    });
  },
});

/** The app's own, whose fields are its own, too. */
const appOrganizations = async (
  payload: Payload,
  { options }: PortalContext,
  { spans, organizations }: Principal,
): Promise<Placed<z.input<typeof organization>>[]> => {
  const slug = options.slugs.organizations;
  const own = organizations.map(idText);
  const documents = await readAll(payload, slug);
  return documents
    .filter(({ id }) => spans || own.includes(idText(id)))
    .map((document) => {
      const created_at = createdAtOf(document);
      const name = titleOf(payload, slug, document) ?? idText(document.id);
      return { id: document.id, created_at, item: { id: idText(document.id), name, created_at } };
    });
};
