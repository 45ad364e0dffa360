import { OptionError } from '../../core/shared/errors/startErrors.ts';
import type { Tool, ToolContext } from '../../core/tools/tool.ts';
import type { PortalTool } from './appTool.ts';
import { customTool } from './appToolAdapter.ts';

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
