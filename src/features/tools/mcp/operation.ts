import { z } from 'zod';
import { isMember } from '../../../core/access/roles.ts';
import type { ServedOperation } from '../../../core/http/operation.ts';
import { OptionError } from '../../../core/shared/errors/startErrors.ts';
import type { Tool } from '../../../core/tools/tool.ts';
import type { Catalog } from '../catalog.ts';
import { serveMcp } from './bridge.ts';

/**
 * The bridge to AI clients.
 *
 * @param names the tools that it serves
 * @throws {OptionError} if there is no such tool
 */
export const mcpOperation = (catalog: Catalog, names: readonly string[]): ServedOperation => {
  const tools = toolsOf(catalog, names);
  return {
    kind: 'served',
    name: 'mcp',
    summary: 'Speaks the Model Context Protocol.',
    description:
      'Streamable HTTP without sessions. A message of JSON-RPC is answered by one; a request that is refused before its message is read is an error of this API.',
    method: 'POST',
    path: '/portal/v1/mcp',
    who: { gate: isMember, scope: 'tools', sessions: [] },
    input: z.looseObject({ jsonrpc: z.literal('2.0') }).meta({ examples: [exampleRequest] }),
    response: {
      output: z.looseObject({ jsonrpc: z.literal('2.0') }).meta({ examples: [exampleResponse] }),
      status: 200,
    },
    protocol: { responses: answers },
    serve: (context, request) => serveMcp(tools, context, request),
  };
};

const jsonRpcError = {
  type: 'object',
  required: ['jsonrpc', 'error'],
  properties: {
    jsonrpc: { const: '2.0' },
    id: { type: ['string', 'integer', 'null'] },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
    },
  },
};

const example = { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } };
const content = { 'application/json': { schema: jsonRpcError, example } };

/** The responses of the protocol itself, beside a success. */
const answers = {
  202: { description: 'Accepted: a notification, which has no response.' },
  400: {
    description: 'The body is not JSON, or not a message of the protocol: an error of JSON-RPC.',
    content,
  },
  404: { description: 'No such method, from revision 2026-07-28 on.', content },
};

const toolsOf = ({ find }: Catalog, names: readonly string[]): ReadonlyMap<string, Tool> => {
  const tools = names.map((name) => {
    const tool = find(name);
    if (!tool) throw new OptionError('mcp.tools', `names ${JSON.stringify(name)}, which is not a tool.`);
    return [name, tool] as const;
  });
  return new Map(tools);
};

const exampleRequest = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const exampleResponse = { jsonrpc: '2.0', id: 1, result: { tools: [] } };
