import type { MailComposerOptions } from 'nodemailer-10/lib/mail-composer';
import type { Payload } from 'payload';
import type { PortalMail } from './portalMail.ts';

/** A mail as `payload.sendEmail` takes it, with what the email log stores about it. */
export interface PortalEmail extends Omit<MailComposerOptions, 'from'> {
  /** @default the sender that Settings or the option `mail.from` name */
  from?: string | { address: string; name?: string };
  portal: PortalMail;
}

/**
 * `payload.sendEmail` with types of its own. Those of the CMS come from `@types/nodemailer`: in an app that does not have
 * it, `payload.sendEmail` takes anything.
 *
 * @returns the response of the transport
 * @throws as `payload.sendEmail` does, if no transport is known to have accepted the mail
 */
export const sendPortalEmail = (payload: Payload, message: PortalEmail): Promise<unknown> =>
  payload.sendEmail(message);
