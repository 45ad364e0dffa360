import { withoutBrackets } from '../../core/shared/addresses/hosts.ts';

/** A mailbox and how to log in to it. */
export interface ImapOptions {
  readonly host: string;
  /** Null means 993 with TLS from the first byte, else 143. */
  readonly port: number | null;
  /** TLS from the first byte. Else STARTTLS, which only a server on this machine need not offer. */
  readonly secure: boolean;
  readonly user: string;
  readonly password: string | null;
  readonly mailbox: string;
  /** XOAUTH2 by client credentials, in place of the password. */
  readonly oauth: OAuthOptions | null;
}

export interface OAuthOptions {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | null;
}

/**
 * Reads `imap[s]://user:password@host[:port]/[mailbox]`, whose parts are percent-encoded.
 *
 * @throws an error that names the problem, without the password
 */
export const imapOptionsFromUrl = (text: string): ImapOptions => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'imap:' && url?.protocol !== 'imaps:')
    throw new Error('It is not a URL that begins with imap:// or imaps://.');
  if (url.hostname === '') throw new Error('It names no host.');
  if (url.search || url.hash) throw new Error('It must not have a query or a fragment.');
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (user === '') throw new Error('It names no user.');
  return {
    host: withoutBrackets(url.hostname),
    port: url.port === '' ? null : Number(url.port),
    secure: url.protocol === 'imaps:',
    user,
    password: password === '' ? null : password,
    mailbox: decoded(url.pathname.slice(1)) || 'INBOX',
    oauth: null,
  };
};

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error('A part has a "%" that is not percent-encoded (write %25).');
  }
};
