import { type Check, checkAuthservId, checkInboundAddress } from '../../features/settings/checks.ts';
import { imapOptionsFromUrl } from '../../features/settings/imapOptions.ts';
import type { TrustedAuthservIds } from '../../features/settings/readSettings.ts';
import { EnvironmentError, integer, secretText, text, type Variables } from './values.ts';

/** Variables of mail in; null for each that is not set. */
export interface InboundEnvironment {
  readonly address: string | null;
  readonly plainReplyTo: boolean;
  readonly secret: string | null;
  /** A URL. */
  readonly imap: string | null;
  readonly trustedAuthservId: TrustedAuthservIds;
}

export const readInbound = (variables: Variables): InboundEnvironment => ({
  address: checked('INBOUND_ADDRESS', text(variables, 'INBOUND_ADDRESS'), checkInboundAddress),
  plainReplyTo: integer(variables, 'INBOUND_PLAIN_REPLY_TO', { fallback: 0, min: 0, max: 1 }) === 1,
  secret: secretText(variables, 'INBOUND_SECRET'),
  imap: imapURL(variables),
  trustedAuthservId: {
    imap: authservId(variables, 'INBOUND_TRUSTED_AUTHSERV_ID'),
    http: authservId(variables, 'INBOUND_HTTP_TRUSTED_AUTHSERV_ID'),
  },
});

const authservId = (variables: Variables, name: string): string | null =>
  checked(name, text(variables, name), checkAuthservId);

const checked = (name: string, value: string | null, check: Check): string | null => {
  const outcome = value === null || check(value);
  if (outcome === true) return value;
  throw new EnvironmentError(name, `is not valid: ${String(outcome).replace(/\.$/, '')}`);
};

const imapURL = (variables: Variables): string | null => {
  const value = secretText(variables, 'IMAP_URL');
  if (value === null) return null;
  try {
    imapOptionsFromUrl(value);
  } catch (error) {
    throw new EnvironmentError('IMAP_URL', `is not valid: ${(error as Error).message.replace(/\.$/, '')}`);
  }
  return value;
};
