import { isLoopback, withoutBrackets } from '../../../../../core/shared/addresses/hosts.ts';
import { defaultLimits, type TransportLimits } from '../../transport.ts';

export interface SmtpLimits extends TransportLimits {
  /**
   * Time for which an unused connection is kept open for the next mail, in milliseconds. 0 closes it at once.
   *
   * @default 10_000
   */
  readonly idle?: number;
}

export interface SmtpTransportOptions {
  /** Name or IP address of the server. Certificates are verified, except for `localhost`, 127.0.0.0/8 and ::1. */
  readonly host: string;
  /**
   * The server's port.
   *
   * @default 465 if `secure`, 587 with a user, else 25
   */
  readonly port?: number | null;
  /**
   * TLS from the first byte. Without it, STARTTLS is used if the server offers it.
   *
   * @default false
   */
  readonly secure?: boolean;
  /**
   * Refuses to continue without TLS, which it reaches by STARTTLS, unlike `secure`. With a user this holds in any case,
   * except for loopback hosts.
   *
   * @default false
   */
  readonly requireTLS?: boolean;
  /**
   * Logs in if the server offers AUTH.
   *
   * @default null: no login
   */
  readonly user?: string | null;
  /**
   * The password of `user`, never logged: it is masked wherever the server says it back.
   *
   * @default ''
   */
  readonly password?: string | null;
  /**
   * Connections at the same time; further mails wait for a free one.
   *
   * @default 5
   */
  readonly maxConnections?: number;
  /**
   * Time limits. Each that is left out keeps its default.
   *
   * @default 10 s to connect, 30 s for an answer, 60 s for the outcome, 10 s of idleness
   */
  readonly limits?: SmtpLimits;
}

export interface ResolvedSmtpOptions {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly requireTLS: boolean;
  readonly verifyCertificate: boolean;
  readonly login: { readonly user: string; readonly password: string } | null;
  readonly maxConnections: number;
  readonly limits: Required<SmtpLimits>;
}

export const resolveSmtpOptions = (options: SmtpTransportOptions): ResolvedSmtpOptions => {
  const {
    host,
    port,
    secure = false,
    requireTLS = false,
    user,
    password,
    maxConnections = 5,
    limits,
  } = options;
  const login = user ? { user, password: password ?? '' } : null;
  const loopback = isLoopback(host.toLowerCase());
  return {
    host,
    port: port ?? (secure ? 465 : login ? 587 : 25),
    secure,
    requireTLS: !secure && (requireTLS || (login !== null && !loopback)),
    verifyCertificate: !loopback,
    login,
    maxConnections,
    limits: { ...defaultLimits, idle: 10_000, ...limits },
  };
};

/**
 * Reads `smtp[s]://user:password@host:port`; user and password are percent-encoded, both and the port may be left
 * out.
 *
 * @throws Error with a sentence that never holds the address itself, as there is a password in it.
 */
export const smtpOptionsFromUrl = (url: string): SmtpTransportOptions => {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const secure = parsed?.protocol === 'smtps:';
  if (!parsed || !(secure || parsed.protocol === 'smtp:') || parsed.hostname === '') {
    throw new Error('An SMTP address has to look like smtp[s]://user:password@host:port.');
  }
  if (/^\/?$/.test(parsed.pathname) === false || parsed.search !== '' || parsed.hash !== '') {
    throw new Error(
      'An SMTP address ends after the port; a / ? or # in user or password is written as %2F %3F %23.',
    );
  }
  const port = parsed.port === '' ? null : Number(parsed.port);
  if (port === 0) throw new Error('The port of an SMTP address is a number from 1 to 65535.');
  const host = withoutBrackets(decode(parsed.hostname));
  return {
    host,
    port,
    secure,
    user: decode(parsed.username) || null,
    password: decode(parsed.password) || null,
  };
};

const decode = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new Error('In an SMTP address a % in user or password is written as %25.');
  }
};
