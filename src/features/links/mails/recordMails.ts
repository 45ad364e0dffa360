import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import type { Job } from '../../../core/jobs/jobs.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { type MailParts, sendMailParts } from '../../mail/feature.ts';
import { noteSent } from '../recipients/recipients.ts';

/** A record about which a mail is composed, and the request that reads it. */
export interface RecordMailContext<Stored> {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly req: PayloadRequest;
  readonly record: Stored;
}

/** The mails about the records of one kind. */
interface RecordMails<Stored, Mail> {
  readonly kind: string;
  readonly records: {
    read(req: PayloadRequest, portal: PortalContext, id: RecordId): Promise<Stored | null>;
  };
  /** The id of the record. */
  recordOf(mail: Mail): RecordId;
  /** Returns null for a mail that no one is to get any more. */
  compose(context: RecordMailContext<Stored>, mail: Mail): Promise<MailParts | null>;
  /** The person who has caused the mail; null for one without an account. */
  userOf(record: Stored, mail: Mail): RecordId | null;
  /** The recipient to whom the mail brings the first link; null for any other mail. */
  recipientOf(mail: Mail): string | null;
}

/** Sends the mail of a job, if its record still stands. If it fails, the email log records it, and the recipient shows it. */
export const buildRecordMails =
  <Stored extends { readonly id: RecordId }, Mail extends object>(mails: RecordMails<Stored, Mail>) =>
  async (payload: Payload, portal: PortalContext, job: Job<Mail>): Promise<void> => {
    const { data } = job;
    const req = await createLocalReq({}, payload);
    const record = await mails.records.read(req, portal, mails.recordOf(data));
    const mail = record && (await mails.compose({ payload, portal, req, record }, data));
    if (!mail) return;
    const hasLeft = await sendMailParts(payload, mail, {
      relatedTo: { type: mails.kind, id: record.id },
      user: mails.userOf(record, data),
      job,
    });
    const recipient = mails.recipientOf(data);
    if (hasLeft && recipient !== null) await noteSent(payload, recipient);
  };
