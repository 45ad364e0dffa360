/** The providers whose delivery events the portal accepts. */
export const eventProviders = ['resend', 'postmark', 'ses', 'mailgun', 'sendgrid'] as const;

export type EventProviderName = (typeof eventProviders)[number];
