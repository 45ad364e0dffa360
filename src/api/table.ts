import { mcpOperation } from '../mcp/operation.ts';
import { operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import type { ResolvedOptions } from '../options/resolve.ts';
import { buildCatalog } from '../tools/catalog.ts';
import { toolOperations } from '../tools/operations.ts';

/**
 * Every operation of a portal: the use cases, and those that serve them as tools.
 *
 * @throws {OptionError} if one of `tools` or `mcp.tools` is wrong
 */
export const operationTable = ({
  mcp,
  tools,
}: Pick<ResolvedOptions, 'mcp' | 'tools'>): readonly Operation[] => {
  const catalog = buildCatalog(tools);
  return [...operations, ...toolOperations(catalog), mcpOperation(catalog, mcp.tools)];
};
