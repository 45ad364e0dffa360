import type { z } from 'zod';
import { ApiError, type Detail } from '../shared/errors.ts';

/**
 * Reads query parameters, or a form's fields, into the object that an operation's schema validates.
 *
 * @throws {ApiError} `validation_failed` for one given twice
 */
export const readFields = (parameters: URLSearchParams): Record<string, string> => {
  const repeated = [...new Set(parameters.keys())].filter((name) => parameters.getAll(name).length > 1);
  if (repeated.length > 0) {
    throw validationFailed(repeated.map((path) => ({ path, message: 'Give this once.' })));
  }
  return Object.fromEntries(parameters);
};

/** What a route without query parameters was given all the same. */
export const refuseParameters = (parameters: URLSearchParams): Detail[] =>
  [...new Set(parameters.keys())].map((path) => ({ path, message: 'There is no such parameter.' }));

/**
 * @param others what is wrong apart from this input
 * @throws {ApiError} `validation_failed`, naming every path that is not right
 */
export const parseInput = <Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  others: readonly Detail[] = [],
): z.output<Schema> => {
  const result = schema.safeParse(input);
  if (result.success && others.length === 0) return result.data;
  const details = result.success ? [] : result.error.issues.flatMap(detailsOf);
  throw validationFailed([...others, ...details]);
};

const validationFailed = (details: readonly Detail[]): ApiError => {
  const [first] = details;
  const where = first?.path ? `${first.path}: ` : '';
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  return new ApiError('validation_failed', `${where}${first?.message ?? 'The input is not valid.'}${more}`, {
    details,
  });
};

const detailsOf = (issue: z.core.$ZodIssue): Detail[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: pathOf([...issue.path, key]),
      message: 'There is no such field.',
    }));
  }
  return [{ path: pathOf(issue.path), message: messageOf(issue) }];
};

const messageOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_value' ? `Give one of: ${issue.values.map(String).join(', ')}.` : issue.message;

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');
