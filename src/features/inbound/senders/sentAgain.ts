import { createHash } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import { runStatement } from '../../../core/database/statement.ts';
import { foldAddress } from '../../../core/shared/text/text.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { isAligned } from '../authentication/domains.ts';
import { tagsOf } from '../authentication/signedMessage.ts';
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
