import { relationId } from '../../../core/shared/values/ids.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Change {
  /** The wanted values of the fields. A whole form also sends those that were not touched. */
  readonly wanted: Fields;
  /** The values of the fields when the form was opened; null if the form does not send them. */
  readonly openedWith: unknown;
  /** The present values. */
  readonly stored: Fields;
}

interface Merge {
  readonly fields: Fields;
  /** Fields that were given different values by this change and by another one meanwhile. */
  readonly conflicts: readonly Mergeable[];
}

/** Key of a form's extra field in the admin UI: the values of the fields when it was opened, and the person who opened it. */
export const openedWithKey = '_openedWith';

/** The value of that field. */
export const openedBy = (person: unknown, fields: Fields) => ({ ...fields, [personKey]: person });

/** Its value in the form of a new ticket. @param key the name of the form, by which it makes one ticket if it is sent twice */
export const newTicketBy = (person: unknown, key: string) => openedBy(person, { [formKey]: key });

/** The name of a form; null for none. */
export const formOf = (openedWith: unknown): string | null => {
  const key: unknown = Reflect.get(Object(openedWith), formKey);
  return typeof key === 'string' && /^[\w-]{1,100}$/.test(key) ? key : null;
};

const formKey = 'form';

/** True for a form that another person has opened than the one who sends it, such as before a login in the same browser. */
export const isOfAnother = (openedWith: unknown, sender: unknown): boolean => {
  if (typeof openedWith !== 'object' || openedWith === null || !(personKey in openedWith)) return false;
  return comparable(openedWith[personKey]) !== comparable(sender);
};

const personKey = 'person';

export const mergeable = [
  'subject',
  'description',
  'status',
  'priority',
  'requester',
  'assignee',
  'tags',
  'followers',
] as const;

type Mergeable = (typeof mergeable)[number];

/** Applies only those fields that were changed in a form, because others may have changed the rest while it was open. */
export const mergeChange = ({ wanted, openedWith, stored }: Change): Merge => {
  if (typeof openedWith !== 'object' || openedWith === null) return { fields: wanted, conflicts: [] };
  const fields: Record<string, unknown> = { ...wanted };
  const conflicts: Mergeable[] = [];
  for (const field of mergeable) {
    if (!(field in openedWith)) continue;
    const [was, wants, is] = [Reflect.get(openedWith, field), wanted[field], stored[field]].map(comparable);
    if (wants === was) fields[field] = stored[field];
    else if (is === was || is === wants) continue;
    else if (field === 'tags') fields.tags = mergedTags({ wanted, openedWith, stored });
    else conflicts.push(field);
  }
  return { fields, conflicts };
};

/** The present tags, with those that the change adds and without those that it removes. */
const mergedTags = ({ wanted, openedWith, stored }: Change): unknown[] => {
  const [was, wants, is] = [tagsOf(openedWith), tagsOf(wanted), tagsOf(stored)];
  const added = wants.filter((tag) => !was.includes(tag) && !is.includes(tag));
  return [...is.filter((tag) => wants.includes(tag) || !was.includes(tag)), ...added];
};

const tagsOf = (fields: unknown): readonly unknown[] => {
  const tags: unknown = Reflect.get(Object(fields), 'tags');
  return Array.isArray(tags) ? tags : [];
};

/** Relationships are ids, which forms and databases write as either numbers or texts. */
const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return JSON.stringify(value.map(comparable));
  const plain: unknown = relationId(value);
  return typeof plain === 'number' ? String(plain) : plain;
};
