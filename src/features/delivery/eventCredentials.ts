import type { EventProviderName } from '../../core/shared/portal/mailProviders.ts';
import { say } from '../../core/texts/say.ts';
import { type Check, checkSecret, unlessEmpty } from '../settings/feature.ts';
import { keyOf } from './providers/sendgrid.ts';

/**
 * Checks of the credentials that providers' pages show. A credential in another form would make the portal refuse every
 * event.
 */
export const eventCredentialChecks: Readonly<Record<EventProviderName, Check>> = {
  resend: unlessEmpty(
    (value) => /^(?:whsec_)?[A-Za-z\d+/]{16,}={0,2}$/.test(value.trim()),
    say('errors:settings:resend'),
  ),
  postmark: checkSecret,
  ses: unlessEmpty(
    (value) => /^arn:aws[a-z-]*:sns:[a-z\d-]+:\d{12}:[\w-]{1,256}(?:\.fifo)?$/.test(value.trim()),
    say('errors:settings:ses'),
  ),
  mailgun: checkSecret,
  sendgrid: unlessEmpty((value) => keyOf(value) !== null, say('errors:settings:sendgrid')),
};
