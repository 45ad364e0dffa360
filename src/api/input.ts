import type { z } from 'zod';
import { ApiError, type Detail } from '../shared/errors.ts';

/**
 * Reads query parameters into the object that an operation's schema validates.
 *
 * @throws {ApiError} `validation_failed` for a parameter given twice
 */
export const readQuery = (parameters: URLSearchParams): Record<string, string> => {
  const repeated = [...new Set(parameters.keys())].filter((name) => parameters.getAll(name).length > 1);
  if (repeated.length > 0) {
    throw validationFailed(repeated.map((path) => ({ path, message: 'Give this parameter once.' })));
  }
  return Object.fromEntries(parameters);
};

/** @throws {ApiError} `validation_failed`, naming every path that is not right */
export const parseInput = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw validationFailed(result.error.issues.flatMap(detailsOf));
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
