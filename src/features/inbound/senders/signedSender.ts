import { createHash } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import { runStatement } from '../../../core/database/statement.ts';
import { foldAddress } from '../../../core/shared/addresses/notations.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { isAligned } from '../authentication/domains.ts';
import { tagsOf } from '../authentication/signedMessage.ts';
import { readReferences } from '../message/header/fields.ts';
import { readRecipients } from '../message/header/mailboxes.ts';
import { headerOf, type InboundMessage } from '../message/readMessage.ts';

/** Signatures of the sender's domain in one message. No honest message has more. */
const mostSignatures = 20;

interface SignedMail {
  /** In a transaction for which other messages of the sender wait. */
  readonly req: PayloadRequest;
  readonly message: Pick<InboundMessage, 'headers'>;
  /** The address of its sender. */
  readonly from: string;
  readonly mailId: RecordId;
}

/**
 * True if a signed message came before, as another mail: anyone who has one can send it again, with a field added that it does
 * not cover. Otherwise it is remembered, for good.
 */
export const isSentAgain = async ({ req, message, from, mailId }: SignedMail): Promise<boolean> => {
  const marks = marksOf(message, from);
  if (marks.length === 0) return false;
  if (marks.length > mostSignatures) return true;
  const mail = idText(mailId);
  const { rows } = await runStatement(
    req,
    `with noted as (
       insert into support_portal.signed_mails (mark, mail) select mark, $2 from unnest($1::text[]) as given(mark)
       on conflict do nothing)
     select mark from support_portal.signed_mails where mark = any($1) and mail <> $2 limit 1`,
    [marks, mail],
  );
  return rows.length > 0;
};

/**
 * The marks of a message, one for each signature of its sender's domain, of what that signature covers: nothing in it can be
 * changed. The signature that proves the message is not known here. Others that anyone may have added only add marks.
 */
const marksOf = (message: Pick<InboundMessage, 'headers'>, from: string): readonly string[] => {
  const header = headerOf(message);
  const marks = header('DKIM-Signature')
    .map((value) => tagsOf(`DKIM-Signature:${value}`))
    .filter(({ d = '' }) => isAligned(d, from))
    .map(({ h = '', bh = '', b = '' }) => {
      const covered = h.toLowerCase().split(':');
      // The servers of some domains sign each copy for itself, but the same fields.
      const names = ['message-id', 'date'].filter((name) => covered.includes(name));
      const values = names.map((name) => [
        ...new Set(header(name).map((value) => value.replace(/\s+/g, ''))),
      ]);
      const signed = names.length > 0 ? [bh, ...values] : [Buffer.from(b, 'base64').toString('base64')];
      return createHash('sha256')
        .update(JSON.stringify([foldAddress(from), ...signed]))
        .digest('hex');
    });
  return [...new Set(marks)].toSorted();
};

type Names = Pick<InboundMessage, 'recipients' | 'references' | 'subject'>;

/**
 * Tells for a field whether the domain of the sender has signed it: anyone can send a signed message again, and add a field.
 * All are if the domain has signed nothing, for then the message was proven by the server that it came from.
 */
export const signedFields = (
  message: Pick<InboundMessage, 'headers'>,
  from: string,
): ((name: string) => boolean) => {
  const header = headerOf(message);
  const signed = header('DKIM-Signature')
    .map((value) => tagsOf(`DKIM-Signature:${value}`))
    .filter(({ d = '' }) => isAligned(d, from))
    .map(({ h = '' }) => h.toLowerCase().split(':'));
  // Which of them is valid is not known here: one that anyone may have added takes fields away, and adds none.
  return (name) =>
    signed.every((names) => names.filter((one) => one === name.toLowerCase()).length >= header(name).length);
};

/** The names of tickets in a message, without those in fields that the domain of its sender has not signed. */
export const signedNames = (message: InboundMessage, from: string): Names => {
  const header = headerOf(message);
  const isSigned = signedFields(message, from);
  const signedHeader = (name: string) => (isSigned(name) ? header(name) : []);
  return {
    recipients: readRecipients(signedHeader),
    references: readReferences(signedHeader),
    subject: isSigned('Subject') ? message.subject : null,
  };
};
