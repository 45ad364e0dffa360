import type { CallToolRequest, CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import { assertDatabaseAnswers } from '../../../core/database/assertPostgres.ts';
import { inTurnOf } from '../../../core/http/turns.ts';
import { assertRoomForChange } from '../../../core/http/upload/diskRoom.ts';
import { type ApiError, toApiError } from '../../../core/shared/errors/errors.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import type { Tool, ToolContext } from '../../../core/tools/tool.ts';

type CallOutcome =
  | { readonly kind: 'result'; readonly result: CallToolResult }
  /** A caller without access gets the same error as for an unknown tool. */
  | { readonly kind: 'unknown' }
  /** The results before it have taken all room of the response. */
  | { readonly kind: 'full' };

/** The characters that the results of one request may still have. */
export interface Room {
  left: number;
  /** True once there is a result, which a refusal of the whole request would lose. */
  isUsed: boolean;
}

interface Called {
  /** The tool of that name, if the bridge has one. */
  readonly tool: Tool | null;
  readonly params: CallToolRequest['params'];
  readonly context: ToolContext;
  readonly requestId: string;
  readonly room: Room;
}

/** A call that waits for its turn. */
interface WaitingCall extends Called {
  /** The caller as they are by now. @throws {ApiError} */
  present(): Promise<ToolContext>;
}

/**
 * Calls a tool in the caller's turn.
 *
 * @throws {ApiError} if there is no result yet that would be lost with it: `unavailable` if the database is unreachable, or the refusal of
 *   a caller who has lost their rights meanwhile
 */
export const callToolInTurn = ({ present, ...call }: WaitingCall): Promise<CallOutcome> => {
  const { payload, caller } = call.context;
  return inTurnOf(payload, caller, async () => {
    try {
      return await callTool({ ...call, context: await present() });
    } catch (error) {
      return refuse(call, toApiError(error));
    }
  });
};

const refuse = ({ params, context, requestId, room }: Called, error: ApiError): CallOutcome => {
  const { name, arguments: given = {} } = params;
  audit({ tool: name, key_id: keyIdOf(context), rows: 0, arguments: given, error: error.code });
  if (!room.isUsed) throw error;
  return { kind: 'result', result: errorResultOf(error, requestId) };
};

/** Calls a tool, and writes one line about it, whatever the outcome. */
const callTool = async ({ tool, params, context, requestId, room }: Called): Promise<CallOutcome> => {
  const { name, arguments: given = {} } = params;
  const write = (outcome: { rows: number; error?: string }) =>
    audit({ tool: name, key_id: keyIdOf(context), arguments: given, ...outcome });
  // It is not carried out: no one would get its result.
  if (room.left <= 0) {
    write({ rows: 0, error: 'bad_request' });
    return { kind: 'full' };
  }
  try {
    if (!tool || !(await tool.mayUse(context))) {
      write({ rows: 0, error: 'unknown_tool' });
      return { kind: 'unknown' };
    }
    if (!tool.readOnly) await assertRoomForChange(context.portal, context.caller);
    const output = await tool.run(given, context);
    write({ rows: rowsIn(output) });
    const result = resultOf(tool, output, given);
    room.left -= lengthOf(result);
    return { kind: 'result', result };
  } catch (error) {
    const apiError = await errorFor(error, context, requestId);
    if (apiError.code === 'unavailable') throw apiError;
    write({ rows: 0, error: apiError.code });
    return { kind: 'result', result: errorResultOf(apiError, requestId) };
  }
};

/** Writes the line of a call that comes to no tool: the protocol refuses it for its form. */
export const auditMalformedCall = (message: unknown, context: ToolContext): void => {
  const { id, method, params } = Object(message) as Record<string, unknown>;
  const { name, arguments: given = {} } = Object(params) as Record<string, unknown>;
  if (id === undefined || method !== 'tools/call' || (typeof name === 'string' && isNamed(given))) return;
  const tool = typeof name === 'string' ? name : '';
  audit({ tool, key_id: keyIdOf(context), rows: 0, arguments: {}, error: 'bad_request' });
};

/** True for arguments by their names. `__proto__` is none: the protocol's library leaves it out without a word. */
export const isNamed = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && !Array.isArray(given) && !Object.hasOwn(given, '__proto__');

const keyIdOf = ({ key }: ToolContext): string => (key ? idText(key.id) : '');

const errorFor = async (error: unknown, { payload }: ToolContext, requestId: string): Promise<ApiError> => {
  const apiError = toApiError(error);
  if (apiError.code !== 'internal_error') return apiError;
  payload.logger.error({ err: apiError.cause, requestId, msg: apiError.message });
  return assertDatabaseAnswers(payload).then(() => apiError, toApiError);
};

/** One call of a tool over the bridge. */
interface Call {
  readonly tool: string;
  readonly key_id: string;
  /** Number of rows in the response. */
  readonly rows: number;
  /** The arguments as they came: only their names are kept. */
  readonly arguments: unknown;
  /** The reason for a refusal. */
  readonly error?: string;
}

const longestName = 64;
const mostNames = 50;

/** Writes a call as one line of JSON to stdout. A name that a client made up is cut to the longest valid length. */
const audit = ({ tool, key_id, rows, arguments: given, error }: Call): void => {
  const line = {
    tool: tool.slice(0, longestName),
    key_id,
    rows,
    arguments: namesOf(given),
    ...(error && { error }),
  };
  console.log(JSON.stringify(line));
};

const namesOf = (given: unknown): readonly string[] =>
  Object.keys(given ?? {})
    .filter((name) => /^\w+$/.test(name) && name.length <= longestName)
    .slice(0, mostNames);

export const listedTool = (tool: Tool, { caller }: ToolContext): ListedTool => {
  const { name, title, description, outputSchema, readOnly, hints } = tool;
  return {
    name,
    title,
    description,
    inputSchema: tool.inputSchemaFor(caller) as ListedTool['inputSchema'],
    outputSchema: outputSchema as NonNullable<ListedTool['outputSchema']>,
    annotations: { title, readOnlyHint: readOnly, ...hints },
  };
};

/** The response as data, the same as text for clients that read nothing else, and its meaning in words. */
const resultOf = (tool: Tool, output: Readonly<Record<string, unknown>>, input: unknown): CallToolResult => {
  const words = tool.explain?.(output, input);
  return {
    content: [textBlock(JSON.stringify(output)), ...(words === undefined ? [] : [textBlock(words)])],
    structuredContent: output,
  };
};

/** Each result stands there twice. */
const lengthOf = ({ content }: CallToolResult): number =>
  content.reduce((sum, block) => sum + (block.type === 'text' ? 2 * block.text.length : 0), 0);

/** A refusal that a model can act on: the code, and the problem of each argument. */
const errorResultOf = ({ code, message, details }: ApiError, requestId: string): CallToolResult => {
  const lines = details?.map(({ path, message: why }) => (path === '' ? String(why) : `${path}: ${why}`)) ?? [
    message,
  ];
  if (code === 'internal_error') lines.push(`request_id: ${requestId}`);
  return { isError: true, content: [textBlock([code, ...lines].join('\n'))] };
};

const textBlock = (text: string) => ({ type: 'text' as const, text });

const rowsIn = ({ data }: Readonly<Record<string, unknown>>): number =>
  Array.isArray(data) ? data.length : 1;
