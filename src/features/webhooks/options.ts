import { z } from 'zod';
import type { SupportPortalOptions } from '../../core/options/options.ts';
import type { FeatureOptions } from '../../core/options/resolve.ts';
import { group, texts } from '../../core/options/shapes.ts';
import { type Network, parseNetworks } from '../../core/outgoing/guard/address.ts';
import { OptionError } from '../../core/shared/errors/startErrors.ts';

declare module '../../core/options/options.ts' {
  interface SupportPortalOptions {
    webhooks?: {
      /**
       * Private networks that webhooks may reach, in CIDR notation; plain `http:` is allowed to these alone. Addresses
       * of a cloud's metadata stay blocked. None: webhooks go to public addresses over `https:`.
       *
       * @default []
       */
      allowedNetworks?: readonly string[];
      /**
       * Days for which delivered and failed deliveries are kept. `Infinity` keeps them forever.
       *
       * @default 30
       */
      retentionDays?: number;
    };
  }
}

declare module '../../core/options/resolve.ts' {
  interface ResolvedOptions {
    readonly webhooks: { readonly allowedNetworks: readonly Network[]; readonly retentionDays: number };
  }
}

const resolveNetworks = (entries: readonly string[]): readonly Network[] => {
  try {
    return parseNetworks(entries);
  } catch (cause) {
    throw new OptionError('webhooks.allowedNetworks', `is wrong: ${(cause as Error).message}`, { cause });
  }
};

export const webhookOptions: FeatureOptions = {
  shape: {
    webhooks: group<NonNullable<SupportPortalOptions['webhooks']>>({
      allowedNetworks: texts.optional(),
      retentionDays: z
        .custom((value) => typeof value === 'number' && value > 0, 'has to be a number above 0.')
        .optional(),
    }),
  },
  resolve: ({ webhooks }) => ({
    webhooks: {
      allowedNetworks: resolveNetworks(webhooks?.allowedNetworks ?? []),
      retentionDays: webhooks?.retentionDays ?? 30,
    },
  }),
};
