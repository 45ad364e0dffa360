import type { z } from 'zod';
import type { Principal } from '../../core/access/roles.ts';
import type { OperationContext } from '../../core/http/operation.ts';

/** Who calls a tool, and where: all that an operation gets but the path. */
export type ToolContext = Omit<OperationContext, 'params'>;

/** A schema of JSON Schema 2020-12 whose root is an object. */
export type ToolSchema = z.core.JSONSchema.JSONSchema;

interface ToolHints {
  /** Whether a call reaches people or systems outside of the portal, by a mail for instance. */
  readonly openWorldHint: boolean;
  /** Whether a call may undo or overwrite. Undefined if that is not known. */
  readonly destructiveHint?: boolean;
}

/** One tool of the catalog. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What it does and what its answer means, for a model that knows nothing else. */
  readonly description: string;
  readonly readOnly: boolean;
  /** What else MCP's annotations say of it. */
  readonly hints: ToolHints;
  /** What this caller may give. */
  inputSchemaFor(caller: Principal): ToolSchema;
  readonly outputSchema: ToolSchema;
  mayUse(context: ToolContext): Promise<boolean>;
  /**
   * @param input as it came, not yet checked
   * @throws {ApiError} `validation_failed` with the arguments that are not right, or what the use case refuses
   */
  run(input: unknown, context: ToolContext): Promise<Readonly<Record<string, unknown>>>;
  /** Explains in words what an answer covers. It quotes nothing that others wrote. */
  explain?(output: Readonly<Record<string, unknown>>, input: unknown): string;
}
