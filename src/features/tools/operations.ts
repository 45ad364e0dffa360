import { z } from 'zod';
import { isMember } from '../../core/access/roles.ts';
import { defineOperation, type Operation } from '../../core/http/operation.ts';
import { ApiError, notFound } from '../../core/shared/errors/errors.ts';
import type { Tool } from '../../core/tools/tool.ts';
import { type Catalog, usableBy } from './catalog.ts';

const listed = z
  .strictObject({
    name: z.string().meta({ examples: ['query_email_log'] }),
    description: z.string(),
    input_schema: z
      .record(z.string(), z.unknown())
      .describe('JSON Schema 2020-12 of the arguments.')
      .meta({ examples: [{ type: 'object', properties: {}, additionalProperties: false }] }),
    read_only: z.boolean().describe('True if it changes nothing.'),
  })
  .meta({ id: 'Tool' });

/** The catalog over HTTP. */
export const toolOperations = (catalog: Catalog): readonly Operation[] => [
  listTools(catalog),
  callTool(catalog),
];

const listTools = ({ tools }: Catalog) =>
  defineOperation({
    name: 'list_tools',
    summary: 'Lists the tools that the caller may use.',
    description: 'With a session the role stands for the scopes, and it must be that of staff.',
    method: 'GET',
    path: '/portal/v1/tools',
    who: { gate: isMember, scope: 'tools' },
    input: z.strictObject({}),
    response: { output: z.strictObject({ data: z.array(listed) }), status: 200 },
    async run(_input, context) {
      const usable = await usableBy(tools, context);
      const data = usable.map((tool) => ({
        name: tool.name,
        description: tool.description,
        input_schema: tool.inputSchemaFor(context.caller),
        read_only: tool.readOnly,
      }));
      return { output: { data } };
    },
  });

const callTool = (catalog: Catalog) =>
  defineOperation({
    name: 'call_tool',
    summary: 'Calls a tool.',
    description:
      'The body holds the arguments. The response is the tool’s result. A tool may need a scope of its own.',
    method: 'POST',
    path: '/portal/v1/tools/{name}',
    who: { gate: isMember, scope: 'tools' },
    // The arguments are checked by the tool.
    input: z.unknown().meta({ type: 'object', description: 'The arguments of the tool.', examples: [{}] }),
    response: { output: z.record(z.string(), z.unknown()).meta({ examples: [{ data: [] }] }), status: 200 },
    async load(context): Promise<Tool> {
      const { name = '' } = context.params;
      const tool = catalog.find(name);
      if (!tool) throw notFound();
      if (!(await tool.mayUse(context)))
        throw new ApiError('forbidden', `Your role or this API key does not allow the tool ${name}.`);
      return tool;
    },
    async run(given, context, tool) {
      return { output: { ...(await tool.run(given, context)) } };
    },
  });
