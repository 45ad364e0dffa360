import { z } from 'zod';
import type { Principal } from '../access/roles.ts';
import type { OperationContext } from '../http/operationContext.ts';
import { simplifySchema } from '../shared/values/jsonSchema.ts';

/** The caller of a tool and the request: everything that an operation gets except the path. */
export type ToolContext = Omit<OperationContext, 'params'>;

/** A schema of JSON Schema 2020-12 whose root is an object. */
export type ToolSchema = z.core.JSONSchema.JSONSchema;

interface ToolHints {
  /** True if a call reaches people or systems outside of the portal, for example by a mail. */
  readonly openWorldHint: boolean;
  /** True if a call may undo or overwrite something. It is undefined if that is not known. */
  readonly destructiveHint?: boolean;
}

/** One tool of the catalog. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** The tool's effect and the meaning of its response, for a model that knows nothing else. */
  readonly description: string;
  readonly readOnly: boolean;
  /** Its further annotations for MCP. */
  readonly hints: ToolHints;
  /** The arguments that this caller may give. */
  inputSchemaFor(caller: Principal): ToolSchema;
  readonly outputSchema: ToolSchema;
  mayUse(context: ToolContext): Promise<boolean>;
  /**
   * @param input as received, not yet checked
   * @throws {ApiError} `validation_failed` with the invalid arguments, or the use case's own errors
   */
  run(input: unknown, context: ToolContext): Promise<Readonly<Record<string, unknown>>>;
  /** Explains in words what a response covers. It quotes nothing that others wrote. */
  explain?(output: Readonly<Record<string, unknown>>, input: unknown): string;
}

/**
 * The JSON Schema of a tool's arguments or of its response.
 *
 * @throws an Error for a schema that JSON Schema cannot express
 */
export const toolSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): ToolSchema =>
  z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: io === 'input' ? 'throw' : 'any',
    override: ({ jsonSchema }) => simplifySchema(jsonSchema, io),
  });
