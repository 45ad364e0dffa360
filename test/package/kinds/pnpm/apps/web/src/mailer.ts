import { nodemailerAdapter } from '@payloadcms/email-nodemailer';

/** The app's own way out for mail: SMTP. */
export const mailer = nodemailerAdapter({
  defaultFromName: 'Host',
  defaultFromAddress: 'host@example.com',
  skipVerify: true,
  transportOptions: { host: '127.0.0.1', port: Number(process.env.SMTP_PORT), ignoreTLS: true },
});
