import { relationId } from './ids.ts';

/** The fields of a record, as a form of the admin UI opens and sends them. */
type Fields = Readonly<Record<string, unknown>>;

/** Key of a form's extra field in the admin UI: the values of the fields when it was opened, and the person who opened it. */
export const openedWithKey = '_openedWith';

/** The value of that field. */
export const openedBy = (person: unknown, fields: Fields) => ({ ...fields, [personKey]: person });

/** Its value in the form of a new record. @param key the name of the form, by which it makes one record if it is sent twice */
export const newFormBy = (person: unknown, key: string) => openedBy(person, { [formKey]: key });

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

export interface Change {
  /** The wanted values of the fields. A whole form also sends those that were not touched. */
  readonly wanted: Fields;
  /** The values of the fields when the form was opened; null if the form does not send them. */
  readonly openedWith: unknown;
  /** The present values. */
  readonly stored: Fields;
}

interface FormChange<Field extends string> extends Change {
  /** The fields of the form. */
  readonly names: readonly Field[];
  /** The fields whose values are lists: two changes of one are both kept. */
  readonly lists?: readonly string[];
  /** Groups of fields that are decided on together: who changes one of a group has also read the others. */
  readonly together?: readonly (readonly string[])[];
}

export interface Merge<Field extends string> {
  readonly fields: Fields;
  /** Fields that were given different values by this change and by another one meanwhile. */
  readonly conflicts: readonly Field[];
}

/** Applies only those fields that were changed in a form, because others may have changed the rest while it was open. */
export const mergeForm = <Field extends string>(change: FormChange<Field>): Merge<Field> => {
  const { wanted, openedWith, stored, names, lists = [], together = [] } = change;
  if (typeof openedWith !== 'object' || openedWith === null) return { fields: wanted, conflicts: [] };
  const fields: Record<string, unknown> = { ...wanted };
  const conflicts: Field[] = [];
  const isChanged = (name: string): boolean =>
    name in openedWith &&
    name in wanted &&
    comparable(wanted[name]) !== comparable(Reflect.get(openedWith, name));
  for (const name of names) {
    if (!(name in openedWith)) continue;
    const [was, wants, is] = [Reflect.get(openedWith, name), wanted[name], stored[name]].map(comparable);
    const isDecidedOn = together.some((group) => group.includes(name) && group.some(isChanged));
    if (wants === was && !isDecidedOn) fields[name] = stored[name];
    else if (is === was || is === wants) continue;
    else if (lists.includes(name)) fields[name] = mergedList(name, change);
    else conflicts.push(name);
  }
  return { fields, conflicts };
};

/** The present entries, with those that the change adds and without those that it removes. */
const mergedList = (name: string, { wanted, openedWith, stored }: Change): unknown[] => {
  const [was, wants, is] = [entriesOf(openedWith, name), entriesOf(wanted, name), entriesOf(stored, name)];
  const added = wants.filter((entry) => !was.includes(entry) && !is.includes(entry));
  return [...is.filter((entry) => wants.includes(entry) || !was.includes(entry)), ...added];
};

const entriesOf = (fields: unknown, name: string): readonly unknown[] => {
  const entries: unknown = Reflect.get(Object(fields), name);
  return Array.isArray(entries) ? entries : [];
};

/** Relationships are ids, which forms and databases write as either numbers or texts; an empty list is nothing, too. */
const comparable = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? null : JSON.stringify(value.map(comparable));
  const plain: unknown = relationId(value);
  return typeof plain === 'number' ? String(plain) : plain;
};
