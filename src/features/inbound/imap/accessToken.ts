import { Agent, fetch } from 'undici';
import type { OAuthOptions } from '../../settings/feature.ts';
import { MailboxError } from './MailboxError.ts';

/** Longest wait for the provider, in milliseconds. */
const longest = 10_000;

/** Time before its end from which a token is no longer used, in milliseconds. */
const margin = 60_000;

/** Reads an answer of 64 KiB at most: tokens are a few KiB long. */
const dispatcher = new Agent({ maxResponseSize: 64 << 10 });

interface Token {
  readonly text: string;
  /** End of use, by `Date.now()`. */
  readonly usableUntil: number;
}

/** Tokens of an app's one or two mailboxes, by the credentials that they were fetched with. */
const tokens = new Map<string, Token>();

/** Forgets a token that the mail server refused. */
export const forgetAccessToken = (options: OAuthOptions): void => void tokens.delete(JSON.stringify(options));

/**
 * An access token by client credentials (RFC 6749, section 4.4). It is used until a minute before its end.
 *
 * @throws {MailboxError} with the provider's words
 */
export const accessToken = async (options: OAuthOptions, signal: AbortSignal): Promise<string> => {
  const key = JSON.stringify(options);
  const known = tokens.get(key);
  if (known && known.usableUntil > Date.now()) return known.text;
  const token = await takeToken(options, signal);
  tokens.set(key, token);
  return token.text;
};

const takeToken = async (
  { tokenUrl, clientId, clientSecret, scope }: OAuthOptions,
  signal: AbortSignal,
): Promise<Token> => {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope !== null && { scope }),
  });
  const { status, answer } = await ask(tokenUrl, form, signal);
  const text: unknown = Reflect.get(Object(answer), 'access_token');
  if (typeof text !== 'string' || text === '') throw new MailboxError('oauth', refusalOf(status, answer));
  const seconds = Number(Reflect.get(Object(answer), 'expires_in'));
  const lasts = Number.isFinite(seconds) ? seconds * 1_000 : 0;
  return { text, usableUntil: Date.now() + lasts - margin };
};

const ask = async (
  tokenUrl: string,
  body: URLSearchParams,
  signal: AbortSignal,
): Promise<{ status: number; answer: unknown }> => {
  try {
    const response = await fetch(tokenUrl, {
      method: 'POST',
      body,
      redirect: 'error',
      dispatcher,
      headers: { Accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(longest)]),
    });
    const text = await response.text();
    return { status: response.status, answer: parsed(text) };
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.cause ?? cause) : cause;
    const message = `The token URL cannot be reached: ${reason instanceof Error ? reason.message : String(reason)}`;
    throw new MailboxError('oauth', message, { cause });
  }
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const refusalOf = (status: number, answer: unknown): string => {
  const said = ['error', 'error_description']
    .map((name): unknown => Reflect.get(Object(answer), name))
    .filter((part) => typeof part === 'string');
  return `The token URL gave no token: HTTP ${status}${said.length > 0 ? `, ${said.join(': ')}` : ''}`;
};
