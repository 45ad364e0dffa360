import { z } from 'zod';
import type { SupportPortalOptions } from '../../core/options/options.ts';
import type { FeatureOptions } from '../../core/options/resolve.ts';
import { group, partOf, text } from '../../core/options/shapes.ts';
import { readAddressList } from '../../core/shared/addresses/addressList.ts';
import type { MailTransport } from './chain/transport.ts';

declare module '../../core/options/options.ts' {
  interface SupportPortalOptions {
    mail?: {
      /**
       * Transports for mail, tried in this order. A mail goes to the next one only if the last one provably did not take it.
       * Off (no transports): the app's own `config.email` carries the mail as before, and the mail is logged.
       *
       * @default []
       */
      transports?: readonly MailTransport[];
      /**
       * The sender of a mail that names none: one, as `Name <address>`.
       *
       * @default the default sender of `config.email`
       */
      from?: string;
    };
  }
}

declare module '../../core/options/resolve.ts' {
  interface ResolvedOptions {
    readonly mail: { readonly transports: readonly MailTransport[]; readonly from: string | null };
  }
}

const isSender = (value: string): boolean => {
  const [sender, ...others] = readAddressList(value);
  return others.length === 0 && Boolean(sender?.mailbox);
};

const transport = z.custom(
  (value) => typeof partOf(value, 'send') === 'function' && text.safeParse(partOf(value, 'name')).success,
  'has to be a transport, with a name and the method send.',
);

export const mailOptions: FeatureOptions = {
  shape: {
    mail: group<NonNullable<SupportPortalOptions['mail']>>({
      transports: z.array(transport, 'has to be a list of transports.').optional(),
      from: text.refine(isSender, 'has to be one sender, as Name <address>.').optional(),
    }),
  },
  resolve: ({ mail }) => ({ mail: { transports: mail?.transports ?? [], from: mail?.from ?? null } }),
};
