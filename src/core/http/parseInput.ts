import type { z } from 'zod';
import { isClient, type Principal } from '../access/roles.ts';
import { ApiError, type Detail, validationFailed } from '../shared/errors/errors.ts';
import { type Sentence, say } from '../texts/say.ts';
import { sentenceOf } from './input/issues.ts';
import type { Operation, Users } from './operation.ts';

type FieldRules = Pick<Users, 'staffFields' | 'teamFields' | 'spanningFields'>;

/**
 * @param others problems outside of this input
 * @throws {ApiError} `forbidden` for a field that the caller may not send, `validation_failed` with the path of every
 * invalid value
 */
export const parseUserInput = (
  { input, who }: Pick<Operation, 'input'> & { readonly who: FieldRules },
  given: unknown,
  caller: Principal,
  others: readonly Detail[] = [],
): unknown => {
  const names = fieldsOf(given);
  const forbidden = isClient(caller) ? who.staffFields?.find((field) => names.includes(field)) : undefined;
  if (forbidden) throw new ApiError('forbidden', say('errors:role:forbidsField', { name: forbidden }));
  const unknown = fieldsUnknownTo(caller, who).filter((field) => names.includes(field));
  return parseInput(input, given, [...others, ...unknown.map((path) => ({ path, message: noSuchField }))]);
};

/** Most problems that a response names. */
const mostDetails = 100;

/**
 * @param others problems outside of this input
 * @throws {ApiError} `validation_failed` with the path of every invalid value, of the first hundred
 */
export const parseInput = (schema: z.ZodType, input: unknown, others: readonly Detail[] = []): unknown => {
  const result = schema.safeParse(input);
  const details = [...others, ...(result.success ? [] : result.error.issues.flatMap(detailsOf))];
  if (details.length > 0 || !result.success) throw validationFailed(details.slice(0, mostDetails));
  return result.data;
};

/** Fields that do not exist for a caller. */
export const fieldsUnknownTo = (
  caller: Principal,
  { teamFields = [], spanningFields = [] }: FieldRules,
): readonly string[] => [...(isClient(caller) ? teamFields : []), ...(caller.spans ? [] : spanningFields)];

const noSuchField = 'There is no such field.';

const fieldsOf = (input: unknown): string[] =>
  typeof input === 'object' && input !== null ? Object.keys(input) : [];

const detailsOf = (issue: z.core.$ZodIssue): Detail[] => {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: noSuchField }));
  }
  return [{ path: pathOf(issue.path), message: messageOf(issue) }];
};

const messageOf = (issue: z.core.$ZodIssue): Sentence =>
  issue.code === 'invalid_value'
    ? `Choose one of: ${issue.values.map(String).join(', ')}.`
    : sentenceOf(issue);

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');
