import { type EventProviderName, eventProviders } from '../../core/shared/portal/mailProviders.ts';
import { eventCredentialChecks } from '../../features/delivery/options.ts';
import { type EventSecrets, noEventSecrets } from '../../features/settings/readSettings.ts';
import { EnvironmentError, secretText, type Variables } from './values.ts';

/** The credentials of providers' events, such as `MAIL_EVENTS_RESEND_SECRET`. */
export const readMailEvents = (variables: Variables): EventSecrets => ({
  ...noEventSecrets,
  ...Object.fromEntries(eventProviders.map((name) => [name, readCredential(variables, name)])),
});

/** The error does not quote the value, which may be another secret. */
const readCredential = (variables: Variables, provider: EventProviderName): string | null => {
  const name = `MAIL_EVENTS_${provider.toUpperCase()}_SECRET`;
  const value = secretText(variables, name);
  const verdict = eventCredentialChecks[provider](value);
  if (verdict !== true)
    throw new EnvironmentError(name, `has the wrong form: ${String(verdict).replace(/\.$/, '')}`);
  return value;
};
