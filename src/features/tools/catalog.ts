import { parseInput } from '../../core/http/prepareOperation.ts';
import { OptionError } from '../../core/shared/errors/startErrors.ts';
import { type Tool, type ToolContext, type ToolSchema, toolSchemaOf } from '../../core/tools/tool.ts';
import type { PortalTool, PortalToolContext } from './appTool.ts';

/** All tools of a portal, by name. Each request checks which of them its caller may use. */
export interface Catalog {
  readonly tools: readonly Tool[];
  find(name: string): Tool | null;
}

/**
 * The tools of the features and those of the option `tools`.
 *
 * @throws {OptionError} if a tool is not fit for the catalog
 */
export const buildCatalog = (builtIn: readonly Tool[], added: readonly PortalTool[]): Catalog => {
  const tools = new Map(builtIn.map((tool) => [tool.name, tool]));
  for (const tool of added.map(customTool)) {
    if (tools.has(tool.name)) throw new OptionError('tools', `names two tools ${tool.name}.`);
    tools.set(tool.name, tool);
  }
  return { tools: [...tools.values()], find: (name) => tools.get(name) ?? null };
};

/** The given tools, without those that the caller may not use now. */
export const usableBy = async (tools: readonly Tool[], context: ToolContext): Promise<readonly Tool[]> => {
  const may = await Promise.all(tools.map((tool) => tool.mayUse(context)));
  return tools.filter((_, index) => may[index]);
};

/**
 * A tool of an app's own.
 *
 * @throws {OptionError} if the tool is not fit for the catalog
 */
const customTool = (tool: PortalTool): Tool => {
  const { name, title = name, description, input, output, access, readOnly = false } = tool;
  assertNamed(tool);
  const inputSchema = schemaOf(tool, 'input');
  assertTold(name, inputSchema);
  return {
    name,
    title,
    description,
    readOnly,
    // Only its author knows what it may reach.
    hints: { openWorldHint: true },
    inputSchemaFor: () => inputSchema,
    outputSchema: schemaOf(tool, 'output'),
    async mayUse(context) {
      try {
        return (await access(asPortalContext(context))) === true;
      } catch (err) {
        context.payload.logger.error({
          err,
          msg: `The access function of the tool ${name} threw; access is denied.`,
        });
        return false;
      }
    },
    async run(given, context) {
      const checked = parseInput(input, given) as Parameters<typeof tool.run>[0];
      return output.parse(await tool.run(checked, asPortalContext(context)));
    },
  };
};

const asPortalContext = ({ caller, payload, req }: ToolContext): PortalToolContext => ({
  principal: caller,
  payload,
  req,
});

const assertNamed = ({ name, description }: PortalTool): void => {
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name))
    throw new OptionError(
      'tools',
      `names a tool ${JSON.stringify(name)}: give 1 to 64 letters, digits, "_" and "-".`,
    );
  if (typeof description !== 'string' || description.trim() === '')
    throw new OptionError('tools', `has a tool ${name} without a description.`);
};

const schemaOf = (tool: PortalTool, part: 'input' | 'output'): ToolSchema => {
  // Another copy of zod 4 will do; zod 3 has no such part.
  if (!('_zod' in Object(tool[part])))
    throw new OptionError(
      'tools',
      `has a tool ${tool.name} whose ${part} is not a schema of zod 4: build it with the z that payload-support-portal exports.`,
    );
  try {
    const schema = toolSchemaOf(tool[part], part);
    if (schema.type === 'object') return schema;
  } catch (cause) {
    throw new OptionError('tools', `has a tool ${tool.name} whose ${part} JSON Schema cannot express.`, {
      cause,
    });
  }
  throw new OptionError('tools', `has a tool ${tool.name} whose ${part} is not an object.`);
};

const assertTold = (name: string, { additionalProperties, properties = {} }: ToolSchema): void => {
  if (additionalProperties !== false)
    throw new OptionError('tools', `has a tool ${name} whose input is not a z.strictObject.`);
  for (const [field, schema] of Object.entries(properties)) {
    if (typeof schema !== 'object' || !schema.description)
      throw new OptionError('tools', `has a tool ${name} whose input ${field} has no description.`);
  }
};
