import type { CollectionBeforeOperationHook, FlattenedField } from 'payload';
import { ApiError, validationFailed } from '../shared/errors/errors.ts';
import { say } from '../texts/say.ts';

/**
 * Upstream: the CMS merges all values of a request once for each field that it validates, unknown fields and objects in the
 * place of texts included. An object with 20,000 members as a person's name keeps the process busy for seconds.
 * No report is known.
 * It hands a choice that is no text to PostgreSQL, and answers 500 if many records are changed. An e-mail address that is no text is
 * a 500 at once.
 * Goes when: the CMS leaves out unknown fields, and rejects values of another type, before it validates.
 *
 * Rejects choices and addresses that are no text, and objects of many members where their field holds none, on each API but the app's own code.
 */
export const rejectMisplacedValues: CollectionBeforeOperationHook = ({
  args,
  collection,
  overrideAccess,
}) => {
  const data: unknown = Reflect.get(args, 'data');
  if (overrideAccess || typeof data !== 'object' || data === null) return;
  const untold = collection.flattenedFields.find((field) => isUntold(field, Reflect.get(data, field.name)));
  if (untold) throw validationFailed([{ path: untold.name, message: 'Enter text.' }]);
  const structured = new Set(collection.flattenedFields.filter(isStructured).map(({ name }) => name));
  const misplaced = Object.entries(data).filter(([name]) => !structured.has(name));
  if (holdsMoreMembers(Object.fromEntries(misplaced), mostMembers))
    throw new ApiError('payload_too_large', say('errors:tooManyValues', { most: mostMembers }));
};

/** True for a choice or an address that is no text: the CMS looks for texts alone among the options. */
const isUntold = (field: FlattenedField, value: unknown): boolean =>
  ((field.type === 'select' && !field.hasMany) || field.type === 'email') &&
  value !== undefined &&
  value !== null &&
  typeof value !== 'string';

/** More than any collection has fields. */
const mostMembers = 1_000;

const isStructured = (field: FlattenedField): boolean =>
  'flattenedFields' in field || field.type === 'blocks' || field.type === 'json' || field.type === 'richText';

const holdsMoreMembers = (value: object, most: number): boolean => {
  const waiting: unknown[] = [value];
  let members = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const inner = Object.values(next);
    if (!Array.isArray(next)) members += inner.length;
    if (members > most) return true;
    for (const one of inner) if (typeof one === 'object' && one !== null) waiting.push(one);
  }
  return false;
};
