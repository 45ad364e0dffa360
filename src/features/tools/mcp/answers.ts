import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import type { ApiError } from '../../../core/shared/errors/errors.ts';
import type { Tool, ToolContext } from '../../../core/tools/tool.ts';

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
export const resultOf = (
  tool: Tool,
  output: Readonly<Record<string, unknown>>,
  input: unknown,
): CallToolResult => {
  const words = tool.explain?.(output, input);
  return {
    content: [textBlock(JSON.stringify(output)), ...(words === undefined ? [] : [textBlock(words)])],
    structuredContent: output,
  };
};

/** A refusal that a model can act on: the code, and the problem of each argument. */
export const errorResultOf = ({ code, message, details }: ApiError, requestId: string): CallToolResult => {
  const lines = details?.map(({ path, message: why }) => (path === '' ? String(why) : `${path}: ${why}`)) ?? [
    message,
  ];
  if (code === 'internal_error') lines.push(`request_id: ${requestId}`);
  return { isError: true, content: [textBlock([code, ...lines].join('\n'))] };
};

const textBlock = (text: string) => ({ type: 'text' as const, text });

export const rowsIn = ({ data }: Readonly<Record<string, unknown>>): number =>
  Array.isArray(data) ? data.length : 1;
