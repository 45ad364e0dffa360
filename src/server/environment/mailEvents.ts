import { eventProviders } from '../../mail-events/vocabulary.ts';
import { type EventSecrets, noEventSecrets } from '../../settings/readSettings.ts';
import { secretText, type Variables } from './values.ts';

/** The credentials of providers' events, such as `MAIL_EVENTS_RESEND_SECRET`. */
export const readMailEvents = (variables: Variables): EventSecrets => ({
  ...noEventSecrets,
  ...Object.fromEntries(
    eventProviders.map((name) => [name, secretText(variables, `MAIL_EVENTS_${name.toUpperCase()}_SECRET`)]),
  ),
});
