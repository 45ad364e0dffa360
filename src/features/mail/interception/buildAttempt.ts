import type { SendEmailOptions } from 'payload';
import { maskSecrets } from '../../../core/shared/secrets/masking.ts';
import { type EmailAttempt, emptyRow } from '../../email-log/feature.ts';
import { recipientsText, subjectText } from '../chain/message/recipients.ts';
import type { MailOutcome } from '../chain/outcome.ts';
import { property } from '../chain/property.ts';
import { declarationOf } from '../sending/portalMail.ts';

interface AttemptParts {
  message: SendEmailOptions;
  outcome: MailOutcome;
  /** The user of the request; the sender's own declaration takes precedence. */
  requestUserId: string | null;
  moment: Date;
  /** Passwords and tokens of the transports. */
  secrets: readonly string[];
}

/** The row of a mail attempt: only the parts of a mail that may be stored, masked. */
export const buildAttempt = ({
  message,
  outcome,
  requestUserId,
  moment,
  secrets,
}: AttemptParts): EmailAttempt => {
  const declaration = declarationOf(message);
  const mask = (text: string) => maskSecrets(text, secrets);
  const subject = subjectText(property(message, 'subject'));
  return {
    ...emptyRow,
    to: recipientsText(message),
    subject: subject === null ? null : mask(subject),
    type: declaration.type,
    related_type: declaration.relatedType,
    related_id: declaration.relatedId,
    transport: outcome.transport,
    status: outcome.status,
    error: outcome.error === null ? null : mask(outcome.error),
    created_at: moment.toISOString(),
    user_id: declaration.userId === undefined ? requestUserId : declaration.userId,
    message_id: outcome.messageId,
    fallback: outcome.fallback?.map(({ transport, error }) => ({ transport, error: mask(error) })) ?? null,
  };
};
