import { validationFailed } from '../shared/errors.ts';
import { relationId } from '../shared/ids.ts';

const texts = ['subject', 'description', 'status', 'priority'] as const;
const relations = ['requester', 'assignee'] as const;

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/**
 * The CMS validates fields after the rules of a ticket have compared them.
 *
 * @throws {ApiError} `validation_failed` for objects where texts and ids belong
 */
export const assertPlain = (data: Readonly<Record<string, unknown>>): void => {
  const details = [
    ...texts
      .filter((field) => !isPlain(data[field]))
      .map((field) => ({ path: field, message: 'Give a text.' })),
    ...relations
      .filter((field) => !isPlain(relationId(data[field])))
      .map((field) => ({ path: field, message: 'Give an id.' })),
  ];
  if (details.length > 0) throw validationFailed(details);
};
