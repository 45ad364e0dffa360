import { buildCatalog } from '../../features/tools/catalog.ts';
import { mcpOperation } from '../../features/tools/mcp/operation.ts';
import { toolOperations } from '../../features/tools/operations.ts';
import { operations } from '../../operations.ts';
import type { ResolvedOptions } from '../options/resolve.ts';
import type { Operation } from './operation.ts';

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
