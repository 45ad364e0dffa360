import type { z } from 'zod';
import type { ApiKey } from '../access/apiKey.ts';
import { isClient, isRepresentative, type Principal } from '../access/roles.ts';
import { scopeRefusal } from '../access/scopesOf.ts';
import { ApiError, type Detail, validationFailed } from '../shared/errors/errors.ts';
import { type Sentence, say } from '../texts/say.ts';
import { sentenceOf } from './input/fields.ts';
import { keyScopeOf, type Operation, type RunOperation, type SessionKind, type Users } from './operation.ts';
import type { OperationContext, OperationResult } from './operationContext.ts';

/** The input of an operation as received. */
export interface GivenInput {
  /** @throws {ApiError} if it cannot be read */
  parse(): unknown;
  /** Problems outside of it. */
  readonly others?: readonly Detail[];
}

/**
 * Makes an operation ready to run for a caller whom `assertMay` has let in: over HTTP, as a tool, and on a page alike. A missing
 * record is reported before a wrong input.
 *
 * @returns the run
 * @throws {ApiError} `not_found`, `forbidden` for a field that the caller may not send, `validation_failed`
 */
export const prepareOperation = async (
  operation: RunOperation,
  context: OperationContext,
  given: GivenInput,
): Promise<() => Promise<OperationResult<unknown>>> => {
  const loaded = await operation.load?.(context);
  const input = parseUserInput(operation, given.parse(), context.caller, given.others);
  const prepared = await operation.prepare?.(input, context);
  return () => operation.run(input, context, loaded, prepared);
};

interface OfUsers {
  readonly who: Users;
}

/** @throws {ApiError} `forbidden` for a caller, a session or a key that does not open an operation */
export function assertMay(
  { who }: OfUsers,
  caller: Principal | null,
  key: ApiKey | null,
): asserts caller is Principal {
  const refusal = caller ? refusalOf({ who }, { caller, key }) : forbidden();
  if (refusal) throw refusal;
  const { sessions = ['staff'] } = who;
  if (caller && !key && !sessions.includes(sessionKindOf(caller))) throw forbidden();
}

/** The refusal of a role or a key that does not open an operation, by whatever session; null for one that does. */
export const refusalOf = (
  { who }: OfUsers,
  { caller, key }: Pick<OperationContext, 'caller' | 'key'>,
): ApiError | null => {
  if (!who.gate(caller)) return forbidden();
  if (key && keyScopeOf(who) === null)
    return new ApiError('forbidden', 'An API key does not open this: log in.');
  return who.scope === null ? null : scopeRefusal({ caller, key }, who.scope);
};

const forbidden = (): ApiError => new ApiError('forbidden', say('errors:role:forbids'));

const sessionKindOf = (caller: Principal): SessionKind => {
  if (isClient(caller)) return 'client';
  return isRepresentative(caller) ? 'representative' : 'staff';
};

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
