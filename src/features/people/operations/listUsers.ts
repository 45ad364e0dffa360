import type { Payload } from 'payload';
import { z } from 'zod';
import { isStaff, type Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import type { Conditions, Listing } from '../../../core/database/listRows.ts';
import { relationColumnOf, relationsTableOf, tableOf } from '../../../core/database/table.ts';
import { iso } from '../../../core/database/time.ts';
import { organizationParameter, textParameter } from '../../../core/http/input/fields.ts';
import {
  byCreation,
  checkPaging,
  listOf,
  pageParameters,
  respondWithList,
} from '../../../core/http/input/list.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { foldAddress, notationsOf } from '../../../core/shared/addresses/notations.ts';
import { idText, idTextOrNull, type RecordId } from '../../../core/shared/values/ids.ts';
import { resolvedUsers } from './resolvedUsers.ts';
import { respondFromMemory } from './respondFromMemory.ts';

const input = z
  .strictObject({
    email: textParameter.optional().describe('The whole address, in any case.'),
    role: textParameter.optional().describe('Such as `client`.'),
    ...organizationParameter,
    ...pageParameters,
  })
  .superRefine((query, context) => checkPaging(query, context));

const user = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  role: z.string(),
  organization_id: z.string().nullable().describe('The organization of a client; null for other users.'),
});

interface StoredUser {
  id: RecordId;
  name: string | null;
  email: string;
  role: string;
  organization_id: RecordId | null;
  created_at: Date;
}

export const listUsers = defineOperation({
  name: 'list_users',
  summary: 'Lists the people in reach, newest first. For staff’s keys.',
  method: 'GET',
  path: '/v1/users',
  who: { gate: isStaff, scope: 'tickets:read', spanningFields: ['organization_id'] },
  input,
  response: { output: listOf(user), status: 200 },
  run: async (query, { caller, payload, portal }) => {
    const { resolve, organizationsOf } = portal.options.roles;
    if (resolve || organizationsOf) {
      const records = await resolvedUsers(payload, portal, { caller, filter: query });
      return respondFromMemory({ payload, slug: portal.options.slugs.users, query, records });
    }
    return respondWithList<StoredUser, z.input<typeof user>>({
      payload,
      query,
      listing: listingOf(payload, portal, caller, query),
      toItem: ({ id, name, email, role, organization_id }) => ({
        id: idText(id),
        name,
        email,
        role,
        organization_id: role === 'client' ? idTextOrNull(organization_id) : null,
      }),
      positionOf: ({ id, created_at }) => ({
        order: byCreation.name,
        value: iso(created_at),
        id: idText(id),
      }),
    });
  },
});

const listingOf = (
  payload: Payload,
  { options: { slugs } }: PortalContext,
  { spans, organizations }: Principal,
  { email, role, organization_id }: z.output<typeof input>,
): Listing => {
  const relations = relationsTableOf(payload, slugs.users);
  const organization = relationColumnOf(payload, slugs.organizations);
  /** Clients by the one organization they work for, representatives by those they look after. */
  const belongsTo = (conditions: Conditions, ids: readonly string[] | undefined) =>
    conditions.add(
      `((role = 'client' and organization_id::text = any(?)) or (role = 'representative' and id in
        (select parent_id from ${relations} where path = 'organizations' and ${organization}::text = any(?))))`,
      ids,
    );
  return {
    columns: 'id, name, email, role, organization_id, created_at',
    from: tableOf(payload, slugs.users),
    order: { column: 'created_at', direction: 'desc', ties: 'desc' },
    restrict: (conditions) => {
      if (!spans) belongsTo(conditions, organizations.map(idText));
      return belongsTo(conditions, organization_id === undefined ? undefined : [organization_id])
        .add('lower(email) = any(?)', email === undefined ? undefined : notationsOf(foldAddress(email)))
        .add('role::text = ?', role);
    },
  };
};
