import type { FlattenedField, Sort, Where } from 'payload';
import { type Sentence, say } from '../texts/say.ts';

/** The most that one query may ask for. No list of the portal, and no filter of the CMS's admin UI, comes near. */
const most = {
  /** Relations that one path may follow from record to record. PostgreSQL joins a table for each. */
  relations: 3,
  /** The most relations in all paths together. */
  relationsInAll: 20,
  /** Names of fields in one path. */
  segments: 20,
  /** Characters of one path. */
  pathCharacters: 200,
  conditions: 100,
  /** Values that one condition may compare with. */
  values: 1_000,
  /** Values that one condition within JSON or rich text may compare with: the CMS writes the path anew for each. */
  valuesWithinJson: 10,
  /** Words that all conditions together may look for within texts. PostgreSQL reads each text anew for each. */
  words: 30,
  /** Characters of all these words together. */
  characters: 500,
  /**
   * Each character of a word with wildcards counts as so many: a text that nearly holds it is compared with all of it at every
   * place. For other words PostgreSQL reads a text once.
   */
  weight: 8,
  /** Depth to which `and` and `or` may be nested. */
  nesting: 10,
  /** Fields that a list may be sorted by. */
  sorts: 10,
} as const;

/** The reason for refusing a filter that SQL cannot express. */
export const unaskable: Sentence = say('errors:query:unaskable');

/** The collections that paths lead through. */
export interface QueriedCollections {
  fieldsOf(slug: string): readonly FlattenedField[];
  /** True if the relations of this collection's records count, and those that follow them. */
  isBounded(slug: string): boolean;
}

/** A part of a query, and the collection that it begins at. */
interface Part {
  readonly where: unknown;
  readonly slug: string;
  /** Number of relations on the way here. */
  readonly relations: number;
  readonly nesting: number;
}

/** Totals of a filter so far, and the parts of it that are still to be looked at. */
interface Search {
  readonly collections: QueriedCollections;
  readonly waiting: Part[];
  readonly counted: CountedWords;
  conditions: number;
  groups: number;
  relations: number;
}

/** All words that the filters of one request search for in texts. */
export interface CountedWords {
  words: number;
  characters: number;
}

/**
 * The reason why a filter is too large for the database; null if it is not. It never looks at more parts than it would
 * allow.
 *
 * @param counted the words of other filters that count with it, to which its own are added
 */
export const problemOfWhere = (
  where: Where | undefined,
  slug: string,
  collections: QueriedCollections,
  counted: CountedWords = { words: 0, characters: 0 },
): Sentence | null => {
  const waiting: Part[] = [{ where, slug, relations: 0, nesting: 0 }];
  const search: Search = { collections, waiting, counted, conditions: 0, groups: 0, relations: 0 };
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.nesting > most.nesting) return say('errors:query:nesting', { most: most.nesting });
    for (const [key, constraint] of Object.entries(Object(part.where))) {
      const isGroup = ['and', 'or'].includes(key.toLowerCase());
      const problem = isGroup ? addGroup(search, part, constraint) : addPath(search, part, [key, constraint]);
      if (problem !== null) return problem;
    }
  }
  return null;
};

const addGroup = (search: Search, part: Part, parts: unknown): Sentence | null => {
  if (!Array.isArray(parts)) return unaskable;
  search.groups += parts.length;
  if (search.groups > most.conditions) return tooManyConditions;
  for (const where of parts) search.waiting.push({ ...part, where, nesting: part.nesting + 1 });
  return null;
};

const problemOfValues = (
  { isWithinJson }: Path,
  operators: readonly (readonly [string, unknown])[],
): Sentence | null => {
  if (isWithinJson && !operators.every(isAskableWithinJson)) return unaskable;
  const allowed = isWithinJson ? most.valuesWithinJson : most.values;
  const areMany = operators.some(([operator, value]) => valuesOf(operator, value) > allowed);
  return areMany ? say('errors:query:values', { most: allowed }) : null;
};

/**
 * Returns false for a comparison within JSON whose SQL the CMS writes wrongly, or as a regular expression. A dot in one reads the
 * rest of the text at every place.
 */
const isAskableWithinJson = ([operator, value]: readonly [string, unknown]): boolean => {
  if (operator.endsWith('like')) return false;
  const isScalar = (one: unknown) => typeof one !== 'object' || one === null;
  return operator.endsWith('in') && Array.isArray(value) ? value.every(isScalar) : isScalar(value);
};

/** A path is looked at, and written into SQL, name by name. */
const isLongPath = (path: string): boolean =>
  path.length > most.pathCharacters || path.split(/\.|__/).length > most.segments;

const longPath = say('errors:query:path', { most: most.segments, characters: most.pathCharacters });

const tooManyConditions = say('errors:query:conditions', { most: most.conditions });

const addPath = (
  search: Search,
  part: Part,
  [key, constraint]: readonly [string, unknown],
): Sentence | null => {
  const operators = Object.entries(Object(constraint));
  search.conditions += operators.length;
  if (search.conditions > most.conditions) return tooManyConditions;
  if (isLongPath(key)) return longPath;
  const path = pathFrom(part.slug, key, search.collections);
  if (path.isFarList) return unaskable;
  const relations = part.relations + path.relations;
  search.relations += relations;
  if (relations > most.relations || search.relations > most.relationsInAll)
    return say('errors:query:relations', { most: most.relations, all: most.relationsInAll });
  const problem = problemOfValues(path, operators);
  if (problem !== null) return problem;
  for (const [operator, value] of operators) countWords(search.counted, operator, value);
  if (search.counted.words > most.words) return say('errors:query:words', { most: most.words });
  if (search.counted.characters > most.characters)
    return say('errors:query:characters', { most: most.characters, weight: most.weight });
  const { target } = path;
  if (target === null) return null;
  // A filter of the record that a relation of many leads to.
  const far = { slug: target, relations: relations + Number(path.counts), nesting: part.nesting + 1 };
  for (const [, where] of operators) if (isFilter(where)) search.waiting.push({ ...far, where });
  return null;
};

/**
 * The reason why a list cannot be sorted like this; null if it can. The order of related records would reveal values that
 * the response withholds.
 */
export const problemOfSort = (
  sort: Sort | undefined,
  slug: string,
  collections: QueriedCollections,
): Sentence | null => {
  const paths = [sort].flat().flatMap((given) => (typeof given === 'string' ? given.split(',') : []));
  if (paths.length > most.sorts) return say('errors:query:sorts', { most: most.sorts });
  if (paths.some(isLongPath)) return longPath;
  const isFar = paths.some((path) => pathFrom(slug, path.replace(/^-/, ''), collections).relations > 0);
  return isFar ? say('errors:query:farSort') : null;
};

/** The relations that a path follows, and the place that it leads to. */
interface Path {
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

/**
 * The reason why a page has too many records; null if it has not. The CMS returns all of them for a limit of 0, and without
 * pages if no limit is set.
 */
export const problemOfPage = ({ limit, pagination }: PageQuery, mostRecords: number): Sentence | null => {
  const isPaged = pagination === undefined || pagination === null || Boolean(pagination);
  if ((limit === undefined || limit === null) && isPaged) return null;
  const isRight = typeof limit === 'number' && limit >= 1 && limit <= mostRecords;
  return isRight ? null : say('errors:query:records', { most: mostRecords });
};

/** The size of a page, as a caller sends it. */
interface PageQuery {
  readonly limit?: unknown;
  readonly pagination?: unknown;
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
  for (let step = 0; step < segments.length && relations <= most.relations; step += 1) {
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

const isFilter = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Number of values that a condition compares with. The CMS splits a text at commas, and the value of `like` at spaces. */
const valuesOf = (operator: string, value: unknown): number => {
  if (typeof value !== 'string') return Object.keys(Object(value)).length;
  return value.split(operator.endsWith('like') ? ' ' : ',').length;
};

/** Adds the words that a condition looks for within a text. */
const countWords = (counted: CountedWords, operator: string, value: unknown): void => {
  if (!['like', 'contains', 'not_like'].includes(operator)) return;
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const words = operator === 'like' ? text.split(' ') : [text];
  counted.words += operator === 'like' ? valuesOf(operator, value) : 1;
  for (const word of words) counted.characters += word.length * (hasWildcard(word) ? most.weight : 1);
  counted.characters += words.length - 1;
};

/** True for a word of which PostgreSQL takes a character for others, within a pattern of `like`. */
export const hasWildcard = (word: string): boolean => /[%_\\]/.test(word);
