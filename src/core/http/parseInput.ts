import type { z } from 'zod';
import { isClient, type Principal } from '../access/roles.ts';
import { ApiError, type Detail, validationFailed } from '../shared/errors.ts';
import { type Sentence, say } from '../texts/say.ts';
import { sentenceOf } from './input/issues.ts';
import type { Operation } from './operation.ts';

/**
 * @param others problems outside of this input
 * @throws {ApiError} `forbidden` for a field that the caller may not send, `validation_failed` with the path of every
 * invalid value
 */
export const parseInput = (
  {
    input: schema,
    staffFields = [],
    ...operation
  }: Pick<Operation, 'input' | 'staffFields' | 'teamFields' | 'spanningFields'>,
  input: unknown,
  caller: Principal,
  others: readonly Detail[] = [],
): unknown => {
  const given = fieldsOf(input);
  const forbidden = isClient(caller) ? staffFields.find((field) => given.includes(field)) : undefined;
  if (forbidden) throw new ApiError('forbidden', say('errors:role:forbidsField', { name: forbidden }));
  const unknown = fieldsUnknownTo(caller, operation).filter((field) => given.includes(field));
  const result = schema.safeParse(input);
  const details = [
    ...others,
    ...unknown.map((path) => ({ path, message: noSuchField })),
    ...(result.success ? [] : result.error.issues.flatMap(detailsOf)),
  ];
  if (details.length > 0 || !result.success) throw validationFailed(details);
  return result.data;
};

/** Fields that do not exist for a caller. */
export const fieldsUnknownTo = (
  caller: Principal,
  { teamFields = [], spanningFields = [] }: Pick<Operation, 'teamFields' | 'spanningFields'>,
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
  issue.code === 'invalid_value' ? `Give one of: ${issue.values.map(String).join(', ')}.` : sentenceOf(issue);

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');
