import type { Payload, PayloadRequest } from 'payload';
import type { z } from 'zod';
import type { Principal } from '../../core/access/roles.ts';

/** The caller of an app's tool, and the request. */
export interface PortalToolContext {
  readonly principal: Principal;
  readonly payload: Payload;
  /** Its `user` is the caller: Local API calls with this and `overrideAccess: false` have the caller's rights. */
  readonly req: PayloadRequest;
}

/** A tool of an app's own, for the catalog of tools and, if `mcp.tools` names it, for AI clients. */
export interface PortalTool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  /** 1 to 64 letters, digits, `_` and `-`; none that another tool has. */
  readonly name: string;
  /**
   * A name for people.
   *
   * @default the name
   */
  readonly title?: string;
  /** The tool's effect and the meaning of its response, for a model that knows nothing else. */
  readonly description: string;
  /** A `z.strictObject` whose every field has a description, by the `z` that this package exports or another zod 4. */
  readonly input: Input;
  /** Schema of the response, which is checked against it: fields that it does not name are left out. */
  readonly output: Output;
  /**
   * True if this caller may use it, asked again at each listing and each call. A function that throws denies access. An API
   * key needs the scope `tools` besides; of all sessions only those of staff come this far.
   */
  readonly access: (context: PortalToolContext) => boolean | Promise<boolean>;
  /**
   * `true` if it changes nothing.
   *
   * @default false
   */
  readonly readOnly?: boolean;
  /** @throws an `APIError` of the CMS to refuse with its message; any other error is logged, and not shown */
  run(input: z.output<Input>, context: PortalToolContext): Promise<z.input<Output>> | z.input<Output>;
}

/** Keeps the types of a tool's input and output together; the option `tools` takes its result. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: PortalTool<Input, Output>,
): PortalTool => tool as unknown as PortalTool;
