import type { FlattenedField } from 'payload';

/** The most relations that one path may follow from record to record. PostgreSQL joins a table for each. */
export const mostRelations = 3;

/** The collections that paths lead through. */
export interface QueriedCollections {
  fieldsOf(slug: string): readonly FlattenedField[];
  /** True if the relations of this collection's records count, and those that follow them. */
  isBounded(slug: string): boolean;
}

/** The relations that a path follows, and the place that it leads to. */
export interface Path {
  /** The relations on it that count. */
  readonly relations: number;
  /** The collection that its last field leads to; null if that is no relation, or one to several collections. */
  readonly target: string | null;
  /** True if the relation to `target` counts. */
  readonly counts: boolean;
  /**
   * True if the path leads to the texts or numbers of a related record. The CMS joins their table only for the record
   * itself.
   */
  readonly isFarList: boolean;
  /** True if the path leads into the JSON or the rich text of a record whose relations count. */
  readonly isWithinJson: boolean;
}

/** Follows a path. A segment that names no field is passed over: the CMS refuses the path, or it is a language. */
export const pathFrom = (slug: string, path: string, collections: QueriedCollections): Path => {
  let fields: readonly FlattenedField[] = collections.fieldsOf(slug);
  let counts = collections.isBounded(slug);
  let relations = 0;
  let target: string | null = null;
  let isFarList = false;
  let isWithinJson = false;
  const segments = path.replaceAll('__', '.').split('.');
  for (let step = 0; step < segments.length && relations <= mostRelations; step += 1) {
    if (target !== null) {
      relations += Number(counts);
      fields = collections.fieldsOf(target);
      counts ||= collections.isBounded(target);
      target = null;
    }
    const field = fields.find(({ name }) => name === segments[step]);
    if (!field) continue;
    // A virtual field stands for a path of its own.
    if ('virtual' in field && typeof field.virtual === 'string') {
      segments.splice(step, 1, ...field.virtual.split('.'));
      step -= 1;
      continue;
    }
    target = targetOf(field);
    isFarList = relations > 0 && isList(field);
    isWithinJson ||= counts && holdsJson(field) && step < segments.length - 1;
    if ('flattenedFields' in field) fields = field.flattenedFields;
  }
  return { relations, target, counts, isFarList, isWithinJson };
};

const holdsJson = ({ type }: FlattenedField): boolean => type === 'json' || type === 'richText';

const targetOf = (field: FlattenedField): string | null => {
  const to: unknown =
    'relationTo' in field ? field.relationTo : field.type === 'join' ? field.collection : null;
  return typeof to === 'string' ? to : null;
};

const isList = (field: FlattenedField): boolean =>
  (field.type === 'text' || field.type === 'number') && field.hasMany === true;
