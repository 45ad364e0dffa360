import type { Sort, Where } from 'payload';
import { type Sentence, say } from '../texts/say.ts';
import { mostRelations, type Path, pathFrom, type QueriedCollections } from './queryPath.ts';

/** The most that one query may ask for. No list of the portal, and no filter of the CMS's admin UI, comes near. */
const most = {
  relations: mostRelations,
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
