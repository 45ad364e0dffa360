/** The providers whose delivery events the portal accepts. */
export const eventProviders = ['resend', 'postmark', 'ses', 'mailgun', 'sendgrid'] as const;

export type EventProviderName = (typeof eventProviders)[number];

/** The providers' names, as they write them. */
export const providerNames: Readonly<Record<EventProviderName, string>> = {
  resend: 'Resend',
  postmark: 'Postmark',
  ses: 'Amazon SES',
  mailgun: 'Mailgun',
  sendgrid: 'SendGrid',
};
