import type { CollectionSlug, PayloadRequest, TypedUser } from 'payload';
import { z } from 'zod';
import type { PortalContext } from '../../../core/context.ts';
import { toRecordId } from '../../../core/database/ids.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { sideOf } from '../record/people.ts';
import { type Side, sides } from '../vocabulary.ts';

export const authorField = z
  .strictObject({
    name: z.string().nullable().describe('Null if the person has given none.'),
    side: z.enum(sides),
  })
  .nullable()
  .describe('The person who wrote it; null once they are deleted, if nothing says for which side they wrote.')
  .meta({ examples: [{ name: 'Ann', side: 'client' }] });

export type Author = z.input<typeof authorField>;

/** People, each with their name. */
export const withNames = async <Item extends { readonly id: string }>(
  req: PayloadRequest,
  portal: PortalContext,
  people: readonly Item[],
): Promise<(Item & { name: string | null })[]> => {
  const found = await findAuthors(
    req,
    portal,
    people.map(({ id }) => id),
  );
  return people.map((person) => ({ ...person, name: found.get(person.id)?.name ?? null }));
};

interface Authored {
  readonly created_by: string | null;
  /** The side for which it was written, if that is stored: it outlives the account, and another role. */
  readonly side: Side | null;
}

/** The items of a page, each with its author. */
export const withAuthors = async <Item extends Authored>(
  req: PayloadRequest,
  portal: PortalContext,
  items: readonly Item[],
): Promise<(Omit<Item, 'side'> & { author: Author })[]> => {
  const ids = [...new Set(items.flatMap(({ created_by }) => created_by ?? []))];
  const authors = await findAuthors(req, portal, ids);
  return items.map(({ side, ...item }) => {
    const author = authors.get(item.created_by ?? '') ?? null;
    return { ...item, author: side === null ? author : { name: author?.name ?? null, side } };
  });
};

/** The names and sides of users, by their ids, without those who are deleted. */
export const findAuthors = async (
  req: PayloadRequest,
  portal: PortalContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Author>> => {
  if (ids.length === 0) return new Map();
  const { payload } = req;
  const collection = portal.options.slugs.users as CollectionSlug;
  const { docs } = await payload.find({
    collection,
    where: { id: { in: ids.map((id) => toRecordId(payload, { path: 'id', id, slug: collection })) } },
    depth: 0,
    pagination: false,
    // The caller may read the text, and so the name of its writer; nothing else of them is shown.
    overrideAccess: true,
    req,
  });
  return new Map(
    docs.map((user) => {
      const name: unknown = Reflect.get(user, 'name');
      const principal = portal.principalOf({ ...user, collection } as unknown as TypedUser);
      const author = { name: typeof name === 'string' && name !== '' ? name : null, side: sideOf(principal) };
      return [idText(user.id), author];
    }),
  );
};
