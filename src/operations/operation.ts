import type { Payload, PayloadRequest } from 'payload';
import type { z } from 'zod';
import type { Principal } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface OperationContext {
  readonly caller: Principal;
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly req: PayloadRequest;
}

/** What an operation answers; the doors turn it into HTTP, a tool's output or a message. */
export interface OperationResult<Output> {
  readonly output: Output;
  /** For lists: what the `Link` header is made of. */
  readonly links?: PageLinks;
}

export type PageLinks =
  | { readonly kind: 'pages'; readonly page: number; readonly lastPage: number }
  | { readonly kind: 'cursor'; readonly next: string | null };

/**
 * One use case. The route, the validation and the documents derive from it, so that a rule, a schema or a gate
 * is written once.
 */
export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  /** Below the app's API route, such as `/portal/v1/email-log`. */
  readonly path: string;
  /** Who may; whoever it does not name is refused. */
  readonly gate: (principal: Principal | null) => boolean;
  /** Query parameters of a GET, the JSON body of any other method. */
  readonly input: Input;
  /** Reads the fields of a form into what `input` checks, for a route that takes forms as well as JSON. */
  readonly fromForm?: (fields: Readonly<Record<string, string>>) => unknown;
  readonly output: Output;
  /** The status of success. */
  readonly status: 200 | 201 | 202 | 204;
  run(input: z.output<Input>, context: OperationContext): Promise<OperationResult<z.input<Output>>>;
}

/** Keeps the types of an operation's input and output together; the table of operations forgets them. */
export const defineOperation = <Input extends z.ZodType, Output extends z.ZodType>(
  operation: Operation<Input, Output>,
): Operation => operation as unknown as Operation;
