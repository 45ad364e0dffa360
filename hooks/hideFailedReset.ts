import type { AfterErrorHook } from 'payload';
import { MailError } from '../src/mail/MailError.ts';

/**
 * Answers a request for a new password whose mail could not be sent like one that names nobody: who has an account is not
 * to be told to strangers. The email log has the failed mail.
 */
export const hideFailedReset: AfterErrorHook = ({ error, req }) =>
  error instanceof MailError ? { status: 200, response: { message: req.t('general:success') } } : undefined;
