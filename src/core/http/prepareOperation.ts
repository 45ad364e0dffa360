import type { Detail } from '../shared/errors/errors.ts';
import type { RunOperation } from './operation.ts';
import type { OperationContext, OperationResult } from './operationContext.ts';
import { parseUserInput } from './parseInput.ts';

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
  return () => operation.run(input, context, loaded);
};
