import { isMember } from '../../core/access/roles.ts';
import type { Feature } from '../../core/feature.ts';
import { buildCatalog } from './catalog.ts';
import { mcpOperation } from './mcp/operation.ts';
import { toolOperations } from './operations.ts';
import { toolOptions } from './options.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';

declare module '../../core/access/scopes.ts' {
  interface Scopes {
    tools: true;
  }
}

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    tools: typeof en;
  }
}

/** The catalog of tools, and the bridge that gives them to AI clients. */
export const tools: Feature = {
  name: 'tools',
  scopes: { tools: isMember },
  options: toolOptions,
  texts: { en: { ...en }, de: { ...de } },
  tags: {
    tools: { name: 'Tools', description: 'The catalog of tools for language models.' },
    mcp: { name: 'Tools' },
  },
  operations(features, { mcp, tools: added }) {
    const catalog = buildCatalog(
      features.flatMap(({ tools: own }) => own ?? []),
      added,
    );
    return [...toolOperations(catalog), mcpOperation(catalog, mcp.tools)];
  },
};
