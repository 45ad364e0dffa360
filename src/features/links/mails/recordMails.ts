import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import { runStatement } from '../../../core/database/statement.ts';
import type { Job } from '../../../core/jobs/jobs.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { type MailParts, sendMailParts } from '../../mail/feature.ts';
import { noteSent } from '../recipients/recipients.ts';
import type { LinkTarget } from '../storedLinks.ts';

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

interface Due {
  readonly kind: string;
  /** Selects the ids of the records whose recipients are to be reminded, as text. */
  readonly recordsSql: string;
  readonly most: number;
}

/** A recipient who is to be reminded of a record. */
interface Reminded {
  readonly id: string;
  readonly record_id: string;
}

/**
 * Claims recipients who have downloaded nothing and were not reminded yet, in the transaction that makes their mails. Several
 * instances share them.
 */
export const claimReminders = async (
  req: PayloadRequest,
  { kind, recordsSql, most }: Due,
): Promise<readonly Reminded[]> => {
  await preparePortalSchema(req.payload);
  const { rows } = await runStatement<Reminded & Record<string, unknown>>(
    req,
    `update support_portal.link_recipients set reminded_at = now() where id in (
       select id from support_portal.link_recipients
       where kind = $1 and record_id in (${recordsSql}) and downloads = 0 and reminded_at is null and sent_at is not null
       limit ${most} for update skip locked)
     returning id, record_id`,
    [kind],
  );
  return rows;
};

/** Lets the recipients of a record be reminded anew. */
export const forgetReminders = async (req: PayloadRequest, { kind, recordId }: LinkTarget): Promise<void> => {
  await runStatement(
    req,
    'update support_portal.link_recipients set reminded_at = null where kind = $1 and record_id = $2',
    [kind, recordId],
  );
};
