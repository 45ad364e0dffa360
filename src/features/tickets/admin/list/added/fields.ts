import {
  type CollectionSlug,
  createLocalReq,
  type FlattenedField,
  type Payload,
  type TypedUser,
} from 'payload';
import type { PortalContext } from '../../../../../core/context.ts';
import type { AddedSort } from '../views/listParameters.ts';
import { type Language, labelOf, textsOf } from './words.ts';

/** The fields that the app has added to tickets, as far as the list has them and the reader may read them. */
export interface AddedFields {
  readonly columns: readonly FlattenedField[];
  readonly filters: readonly FlattenedField[];
}

export interface AddedReader {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly user: TypedUser;
}

/**
 * The fields of the option `tickets.list` for a reader. A user who may not read a field cannot find out its values by a
 * filter.
 */
export const findAddedFields = async ({ payload, portal, user }: AddedReader): Promise<AddedFields> => {
  const { slugs, tickets } = portal.options;
  const collection = payload.collections[slugs.tickets as CollectionSlug]?.config;
  const req = await createLocalReq({ user }, payload);
  const readable = async (names: readonly string[]) => {
    const fields = names.flatMap(
      (wanted) => collection?.flattenedFields.filter(({ name }) => name === wanted) ?? [],
    );
    const isReadable = await Promise.all(fields.map(async (field) => mayRead(field, req)));
    return fields.filter((_, index) => isReadable[index]);
  };
  return { columns: await readable(tickets.list.columns), filters: await readable(tickets.list.filters) };
};

/** True without a ticket: a field that only some tickets show is one that the list does not have, as in the CMS's lists. */
const mayRead = async (
  { access }: FlattenedField,
  req: Awaited<ReturnType<typeof createLocalReq>>,
): Promise<boolean> => {
  if (!access?.read) return true;
  try {
    return Boolean(await access.read({ req }));
  } catch {
    return false;
  }
};

/** The heads of the columns. */
export const describeColumns = (fields: readonly FlattenedField[], i18n: Language) =>
  fields.map((field) => ({ name: field.name, label: labelOf(field, i18n), isSorted: isSorted(field) }));

/** A relationship is an id in the ticket's row: no order for a reader, who sees a title or nothing. */
const isSorted = ({ type }: FlattenedField): boolean => type !== 'relationship';

/** The orders by the columns of such fields. */
export const addedSorts = (fields: readonly FlattenedField[]): readonly AddedSort[] =>
  fields.filter(isSorted).flatMap(({ name }) => [`field.${name}`, `-field.${name}`] as const);

/** Such an order in words, for the form that shows it. */
export const describeSort = (sort: AddedSort, fields: readonly FlattenedField[], i18n: Language): string => {
  const field = fields.find(({ name }) => sort.endsWith(`field.${name}`));
  const label = field ? labelOf(field, i18n) : sort;
  return textsOf(i18n)(sort.startsWith('-') ? 'tickets:list:order:addedLast' : 'tickets:list:order:added', {
    label,
  });
};
