import type { CollectionSlug, Payload, TypedUser, Where } from 'payload';
import { isClient, type Principal } from '../../../core/access/roles.ts';
import type { PortalContext } from '../../../core/context.ts';
import { postgresOf } from '../../../core/database/pool.ts';
import { tableOf } from '../../../core/database/table.ts';
import { idText } from '../../../core/shared/values/ids.ts';

/** Someone who can be named, in a list of choices. */
export interface Choice {
  readonly id: string;
  readonly name: string;
}

/** Someone who can be named as the assignee of a ticket. */
export interface Assignee extends Choice {
  /** The organizations of the tickets; null for all. */
  readonly organizations: readonly string[] | null;
}

interface Reader {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly user: TypedUser;
  readonly caller: Principal;
}

const mostAssignees = 200;

/**
 * The people to whom a reader may assign tickets: staff and representatives. In an app's own users, whose roles no query
 * knows: people who have tickets already, and the reader.
 */
export const findAssignees = async ({
  payload,
  portal,
  user,
  caller,
}: Reader): Promise<readonly Assignee[]> => {
  const { slugs, existing } = portal.options;
  const where: Where = existing.users
    ? { id: { in: [...(await assignedIds(payload, portal)), caller.id] } }
    : { role: { not_equals: 'client' } };
  const { docs } = await payload.find({
    collection: slugs.users as CollectionSlug,
    where,
    depth: 0,
    // For an app's own users, the fields that decide on their role are unknown here.
    ...(!existing.users && {
      select: { name: true, email: true, role: true, organization: true, organizations: true },
    }),
    limit: mostAssignees,
    pagination: false,
    sort: 'email',
    overrideAccess: false,
    user,
  });
  return docs.flatMap((document) => {
    const principal = portal.principalOf({ ...document, collection: slugs.users } as unknown as TypedUser);
    if (principal === null || isClient(principal)) return [];
    const [name, email] = [Reflect.get(document, 'name'), Reflect.get(document, 'email')];
    const organizations = principal.spans ? null : principal.organizations.map(idText);
    return [{ id: idText(document.id), name: String(name || email), organizations }];
  });
};

const assignedIds = async (payload: Payload, { options }: PortalContext) => {
  const { rows } = await postgresOf(payload).pool.query<{ id: string | number }>(
    `select distinct assignee_id as id from ${tableOf(payload, options.slugs.tickets)}
     where assignee_id is not null limit ${mostAssignees}`,
  );
  return rows.map(({ id }) => id);
};
