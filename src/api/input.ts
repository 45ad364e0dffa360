import { type Detail, validationFailed } from '../shared/errors.ts';

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
export const rejectParameters = (parameters: URLSearchParams): Detail[] =>
  [...new Set(parameters.keys())].map((path) => ({ path, message: 'There is no such parameter.' }));
