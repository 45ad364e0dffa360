import type { Payload, TypedUser } from 'payload';
import { z } from 'zod';
import type { SupportPortalOptions } from '../../core/options/options.ts';
import type { FeatureOptions, ResolvedOptions } from '../../core/options/resolve.ts';
import { callable, flag, group, text, texts } from '../../core/options/shapes.ts';

/** The app's own session: its user who is a client, or null. */
type AuthenticateClient = (args: {
  readonly headers: Headers;
  readonly payload: Payload;
}) => TypedUser | null | Promise<TypedUser | null>;

/** The pages of clients, as an app may change them. */
interface ClientPagesOptions {
  /**
   * The path of the pages as browsers know it, the app's `basePath` included.
   *
   * @default '/support'
   */
  path?: string;
  /**
   * The name in the title and at the top of each page, and at the login of the admin UI.
   *
   * @default 'Support' in the reader's language
   */
  title?: string;
  /**
   * The address of a picture, in place of the title at the top, and at the login of the admin UI.
   *
   * @default none
   */
  logo?: string;
  /**
   * The address of a stylesheet after the portal's own: it sets the CSS variables `--sp-*`.
   *
   * @default none
   */
  stylesheet?: string;
  /**
   * HTML at the end of `<head>`. It is not escaped.
   *
   * @default none
   */
  head?: () => string;
  /**
   * HTML above the title. It is not escaped.
   *
   * @default none
   */
  header?: () => string;
  /**
   * HTML at the end of each page. It is not escaped.
   *
   * @default none
   */
  footer?: () => string;
  /**
   * The sites that may show the pages in a frame, as `frame-ancestors` takes them.
   *
   * @default none
   */
  frameAncestors?: readonly string[];
}

interface ClientOptions {
  /**
   * Leaves out the client pages and the client API.
   *
   * @default false
   */
  disabled?: boolean;
  /**
   * The looks and the address of the pages.
   *
   * @default each option of it has its own
   */
  pages?: ClientPagesOptions;
  /**
   * `mail`: clients sign in by a link and a code that they get by mail. If this is false, they sign in only by `authenticate`.
   *
   * @default 'mail'
   */
  signIn?: 'mail' | false;
  /**
   * Minutes for which a code and a link are valid, from the hand-over of their mail: 5 to 30.
   *
   * @default 10
   */
  signInMinutes?: number;
  /**
   * Finds the person by a session of the app, for requests without a session of the portal. Only clients are let in. It may
   * take five seconds.
   *
   * @default none
   */
  authenticate?: AuthenticateClient;
  /** Sessions of people who chose to stay signed in; all others end after twelve hours, or with the browser. */
  session?: {
    /**
     * Days without a request after which a session ends.
     *
     * @default 7
     */
    idleDays?: number;
    /**
     * Days after which a session ends in any case.
     *
     * @default 30
     */
    absoluteDays?: number;
  };
}

declare module '../../core/options/options.ts' {
  interface SupportPortalOptions {
    /** The clients' side: their sign-in, their sessions and their pages. */
    clients?: ClientOptions;
  }
}

declare module '../../core/options/resolve.ts' {
  interface ResolvedOptions {
    readonly clients: {
      readonly disabled: boolean;
      readonly pages: {
        readonly path: string;
        readonly title: string | null;
        readonly logo: string | null;
        readonly stylesheet: string | null;
        readonly head: (() => string) | null;
        readonly header: (() => string) | null;
        readonly footer: (() => string) | null;
        readonly frameAncestors: readonly string[];
      };
      readonly signIn: 'mail' | false;
      readonly signInMinutes: number;
      readonly authenticate: AuthenticateClient | null;
      readonly session: { readonly idleDays: number; readonly absoluteDays: number };
    };
  }
}

const between = (least: number, most: number) => {
  const message = `has to be a number from ${least} to ${most}.`;
  return z.number(message).min(least, message).max(most, message);
};

/** A day at least, and no longer than the cookie that a browser keeps. */
const days = between(1, 400);

/** Begins with a slash, and does not end with one. */
const path = z
  .string('has to be a text.')
  .regex(/^(?:\/[\w~-][\w.~-]*)+$/, 'has to be a path, such as /support.');

const clientShape = {
  disabled: flag.optional(),
  pages: group<ClientPagesOptions>({
    path: path.optional(),
    title: text.optional(),
    logo: text.optional(),
    stylesheet: text.optional(),
    head: callable.optional(),
    header: callable.optional(),
    footer: callable.optional(),
    frameAncestors: texts.optional(),
  }),
  signIn: z.union([z.literal('mail'), z.literal(false)], "has to be 'mail' or false.").optional(),
  signInMinutes: between(5, 30).optional(),
  authenticate: callable.optional(),
  session: group<NonNullable<ClientOptions['session']>>({
    idleDays: days.optional(),
    absoluteDays: days.optional(),
  }),
};

const resolvePages = (pages: ClientPagesOptions = {}): ResolvedOptions['clients']['pages'] => ({
  path: pages.path ?? '/support',
  title: pages.title ?? null,
  logo: pages.logo ?? null,
  stylesheet: pages.stylesheet ?? null,
  head: pages.head ?? null,
  header: pages.header ?? null,
  footer: pages.footer ?? null,
  frameAncestors: pages.frameAncestors ?? [],
});

export const clientSessionOptions: FeatureOptions = {
  shape: { clients: group<ClientOptions>(clientShape) },
  resolve: ({ clients = {} }: SupportPortalOptions) => ({
    clients: {
      disabled: clients.disabled ?? false,
      pages: resolvePages(clients.pages),
      signIn: clients.signIn ?? 'mail',
      signInMinutes: clients.signInMinutes ?? 10,
      authenticate: clients.authenticate ?? null,
      session: {
        idleDays: clients.session?.idleDays ?? 7,
        absoluteDays: clients.session?.absoluteDays ?? 30,
      },
    },
  }),
};
