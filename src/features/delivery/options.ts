import type { SupportPortalOptions } from '../../core/options/options.ts';
import type { FeatureOptions } from '../../core/options/resolve.ts';
import { group, text } from '../../core/options/shapes.ts';
import type { EventProviderName } from '../../core/shared/portal/mailProviders.ts';
import { say } from '../../core/texts/say.ts';
import {
  type Check,
  checkSecret,
  type EventSecrets,
  noEventSecrets,
  unlessEmpty,
} from '../settings/feature.ts';
import { keyOf } from './providers/sendgrid.ts';

declare module '../../core/options/options.ts' {
  interface SupportPortalOptions {
    /**
     * The credentials by which the delivery events of providers are verified: the signing secret of Resend, the password of
     * Postmark's Basic credentials, the ARN of the SNS topic of Amazon SES, the signing key of Mailgun, the public key of
     * SendGrid. Settings go before, each by itself. `POST /portal/v1/mail-events/{provider}` takes the events.
     *
     * @default none: the route of that provider is 404
     */
    mailEvents?: Partial<EventSecrets>;
  }
}

declare module '../../core/options/resolve.ts' {
  interface ResolvedOptions {
    /** The credentials of providers' events. */
    readonly mailEvents: EventSecrets;
  }
}

const eventCredential = (provider: EventProviderName) =>
  text
    .superRefine((value, context) => {
      const verdict = eventCredentialChecks[provider](value);
      if (verdict !== true) context.addIssue({ code: 'custom', message: `has the wrong form: ${verdict}` });
    })
    .nullable()
    .optional();

export const deliveryOptions: FeatureOptions = {
  shape: {
    mailEvents: group<NonNullable<SupportPortalOptions['mailEvents']>>({
      resend: eventCredential('resend'),
      postmark: eventCredential('postmark'),
      ses: eventCredential('ses'),
      mailgun: eventCredential('mailgun'),
      sendgrid: eventCredential('sendgrid'),
    }),
  },
  resolve: ({ mailEvents }) => ({ mailEvents: { ...noEventSecrets, ...mailEvents } }),
};

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
