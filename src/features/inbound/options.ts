import { z } from 'zod';
import type { SupportPortalOptions } from '../../core/options/options.ts';
import type { FeatureOptions, ResolvedOptions } from '../../core/options/resolve.ts';
import { flag, group, text } from '../../core/options/shapes.ts';
import { OptionError } from '../../core/shared/errors/startErrors.ts';
import type { InboundSettings, TrustedAuthservIds } from '../settings/feature.ts';
import { checkInboundAddress, type ImapOptions, imapOptionsFromUrl } from '../settings/feature.ts';

declare module '../../core/options/options.ts' {
  interface SupportPortalOptions {
    /**
     * Mail in: clients reply by mail. Settings → Notifications → Mail in take precedence over these options, each for
     * itself. Nothing set: no mail is accepted, and replies to mails about tickets do not reach the portal.
     */
    inbound?: {
      /**
       * The address that clients write to. Mails about tickets then carry a `Reply-To` with a token, a stable subject and
       * the headers of a thread. It does not fetch mail: for that, `imap` or `secret`.
       *
       * @default null: replies to mails about tickets do not reach the portal
       */
      address?: string | null;
      /**
       * Leaves the token out of `Reply-To`, for a mail server that does not deliver `support+token@example.com` to
       * `support@example.com`. Replies then find their ticket by their headers or their subject.
       *
       * @default false
       */
      plainReplyTo?: boolean;
      /**
       * The credential of `POST /portal/v1/inbound`, as Bearer token or as the password of HTTP Basic.
       *
       * @default null: the route is 404
       */
      secret?: string | null;
      /**
       * A mailbox to read over IMAP: `imap[s]://user:password@host[:port]/[mailbox]`, parts percent-encoded. `imaps` is TLS
       * from the first byte. Read where background work runs (`workers`); nothing in the mailbox is changed.
       *
       * @default null: no mailbox is read
       */
      imap?: string | null;
      /**
       * Takes the verdict of the server that received the mail, in place of own checks of DKIM, SPF and DMARC: the name
       * that it gives itself in `Authentication-Results`, such as `mx.example.com`. `imap` is for `imap`, and `http` for
       * `POST /portal/v1/inbound`; a text is for `imap` alone. Set it only if that server removes headers of this name from
       * mail that it receives, and writes its own above all `Received`: one below them does not count.
       *
       * @default null: the portal checks by itself, over DNS
       */
      trustedAuthservId?: string | { readonly imap?: string | null; readonly http?: string | null } | null;
      /**
       * Days after which the row of a processed message is deleted. The tickets and replies that messages became stay.
       * `Infinity` keeps the rows forever.
       *
       * @default 365
       */
      retentionDays?: number;
    };
  }
}

declare module '../../core/options/resolve.ts' {
  interface ResolvedOptions {
    readonly inbound: InboundSettings;
    readonly inboundMails: { readonly retentionDays: number };
  }
}

const isInboundAddress = (value: string): boolean => checkInboundAddress(value) === true;

const resolveInbound = ({
  address,
  plainReplyTo,
  secret,
  imap,
  trustedAuthservId,
}: SupportPortalOptions['inbound'] = {}): ResolvedOptions['inbound'] => ({
  address: address?.trim() || null,
  plainReplyTo: plainReplyTo ?? false,
  secret: secret || null,
  imap: imap ? resolveImap(imap) : null,
  trustedAuthservId: resolveTrusted(trustedAuthservId),
});

/** A text is that of the mailbox, as it was before there were two. */
const resolveTrusted = (
  given: NonNullable<SupportPortalOptions['inbound']>['trustedAuthservId'],
): TrustedAuthservIds => {
  const { imap, http } = typeof given === 'string' ? { imap: given, http: null } : (given ?? {});
  return { imap: imap?.trim() || null, http: http?.trim() || null };
};

const resolveImap = (url: string): ImapOptions => {
  try {
    return imapOptionsFromUrl(url);
  } catch (cause) {
    throw new OptionError('inbound.imap', `is wrong: ${(cause as Error).message}`, { cause });
  }
};

export const inboundOptionsDeclared: FeatureOptions = {
  shape: {
    inbound: group<NonNullable<SupportPortalOptions['inbound']>>({
      address: text.refine(isInboundAddress, 'has to be one address, as local@domain.').nullable().optional(),
      plainReplyTo: flag.optional(),
      secret: text.nullable().optional(),
      imap: text.nullable().optional(),
      trustedAuthservId: z
        .union(
          [text, z.strictObject({ imap: text.nullable().optional(), http: text.nullable().optional() })],
          'has to be a text, or texts for imap and http.',
        )
        .nullable()
        .optional(),
      retentionDays: z
        .custom((value) => typeof value === 'number' && value > 0, 'has to be a number above 0.')
        .optional(),
    }),
  },
  resolve: ({ inbound }) => ({
    inbound: resolveInbound(inbound),
    inboundMails: { retentionDays: inbound?.retentionDays ?? 365 },
  }),
};
