import { z } from 'zod';
import type { SupportPortalOptions } from '../../core/options/options.ts';
import type { FeatureOptions } from '../../core/options/resolve.ts';
import { callable, flag, group, text, texts } from '../../core/options/shapes.ts';
import type { PortalTool } from './appTool.ts';

declare module '../../core/options/options.ts' {
  interface SupportPortalOptions {
    /**
     * Tools of the app's own, made by `defineTool`, beside the portal's: in the catalog that `GET /portal/v1/tools`
     * lists, and for AI clients where `mcp.tools` names them.
     *
     * @default []
     */
    tools?: readonly PortalTool[];
    mcp?: {
      /**
       * The tools that AI clients get over the bridge, by name: the portal's `query_email_log`, `list_tickets`,
       * `get_ticket`, `reply_to_ticket` and `list_webhook_deliveries`, and those of the option `tools`. A caller without
       * access to a tool does not see it. None: the bridge serves no tool.
       *
       * @default ['query_email_log']
       */
      tools?: readonly string[];
    };
  }
}

declare module '../../core/options/resolve.ts' {
  interface ResolvedOptions {
    readonly tools: readonly PortalTool[];
    readonly mcp: { readonly tools: readonly string[] };
  }
}

/** The catalog checks its name, its description and its schemas, with sentences that name the tool. */
const tool = z.object(
  {
    title: text.optional(),
    access: callable,
    readOnly: flag.optional(),
    run: callable,
  },
  'has to be a tool, as defineTool makes them.',
);

export const toolOptions: FeatureOptions = {
  shape: {
    tools: z.array(tool, 'has to be a list of tools.').optional(),
    mcp: group<NonNullable<SupportPortalOptions['mcp']>>({ tools: texts.optional() }),
  },
  resolve: ({ tools, mcp }) => ({ tools: tools ?? [], mcp: { tools: mcp?.tools ?? ['query_email_log'] } }),
};
