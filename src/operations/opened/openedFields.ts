import type { CollectionSlug, FlattenedField, Payload, PayloadRequest } from 'payload';
import type { PortalContext } from '../../context.ts';
import type { OpenableName } from '../../options/collections.ts';
import { idText, relationId } from '../../shared/ids.ts';
import { convertIds } from './relations.ts';

export interface OpenedCollection {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly collection: OpenableName;
}

/** The fields of a collection that the app opens to the API. */
export const openedFieldsOf = (
  { config }: Pick<Payload, 'config'>,
  { options }: Pick<PortalContext, 'options'>,
  collection: OpenableName,
): readonly FlattenedField[] => {
  const { apiFields } = options.additions[collection];
  if (apiFields.length === 0) return [];
  const found = config.collections.find(({ slug }) => slug === options.slugs[collection]);
  return (found?.flattenedFields ?? []).filter(({ name }) => apiFields.includes(name));
};

/** A record of an answer with its opened fields. */
export const completeRecord = async <Item extends { id: string }>(
  opened: OpenedCollection,
  item: Item,
): Promise<Item> => {
  const [complete = item] = await completeRecords(opened, [item]);
  return complete;
};

/** The same for several. A field that the caller may not read is left out, as the CMS does it. */
export const completeRecords = async <Item extends { id: string }>(
  opened: OpenedCollection,
  items: readonly Item[],
): Promise<Item[]> => {
  const { req, portal, collection } = opened;
  const fields = openedFieldsOf(req.payload, portal, collection);
  if (fields.length === 0 || items.length === 0) return [...items];
  const names = fields.map(({ name }) => name);
  const { docs } = await req.payload.find({
    collection: portal.options.slugs[collection] as CollectionSlug,
    where: { id: { in: items.map(({ id }) => id) } },
    select: Object.fromEntries(names.map((name) => [name, true])),
    pagination: false,
    depth: 0,
    overrideAccess: false,
    req,
  });
  const added = new Map(
    docs.map((document) => {
      const values = Object.entries(document).filter(([name]) => names.includes(name));
      return [idText(document.id), convertIds(fields, Object.fromEntries(values), toText)];
    }),
  );
  return items.map((item) => ({ ...item, ...added.get(item.id) }));
};

const toText = (id: unknown): unknown => {
  const known = relationId(id);
  return known === null ? null : idText(known);
};
