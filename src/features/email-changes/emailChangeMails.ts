import { createLocalReq, type Payload } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import type { Job, Queue } from '../../core/jobs/jobs.ts';
import { publicOrigin } from '../../core/request/publicOrigin.ts';
import { apiAddress } from '../../core/shared/portal/apiRoute.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import { textsIn } from '../../core/texts/appTexts.ts';
import type { TranslateText } from '../../core/texts/text.ts';
import { type MailParts, sendTextParts } from '../mail/feature.ts';
import { findPeople, findPerson, languageOf } from '../people/feature.ts';
import { giveToken, hashOfChangeToken, hours, isTaken, makeChangeToken } from './emailChanges.ts';

/** One of the two mails about an address that a person wants: `ask` goes to the new one, `tell` to the old one. */
interface EmailChangeMail {
  readonly kind: 'ask' | 'tell';
  /** The change's id. Its token is made with the mail, for a job holds no secret. */
  readonly id: string;
  readonly userId: RecordId;
  readonly from: string;
  readonly to: string;
}

/** The lease is as long as that of the notices of tickets (`src/features/tickets/notices/notices.ts`). */
export const emailChangeQueue: Queue<EmailChangeMail> = { name: 'email-changes', leaseSeconds: 50 };

type Text = Pick<MailParts, 'subject' | 'paragraphs'>;

/** Sends a mail about a new address. If it fails, the email log records it, and the user can ask again. */
export const sendEmailChangeMail = async (
  payload: Payload,
  portal: PortalContext,
  job: Job<EmailChangeMail>,
): Promise<void> => {
  const { kind, userId, from, to } = job.data;
  const text =
    kind === 'tell' ? await noticeOf(payload, portal, job.data) : await questionOf(payload, portal, job);
  if (!text) return;
  await sendTextParts(
    payload,
    { to: kind === 'tell' ? from : to, type: 'email_change', ...text },
    { relatedTo: { type: 'user', id: userId }, user: userId, job },
  );
};

/** The texts in the language of the person whose address is to change. */
const textsOf = async (payload: Payload, portal: PortalContext, id: RecordId): Promise<TranslateText> =>
  textsIn(payload, languageOf(await findPerson(await createLocalReq({}, payload), portal, id)));

const noticeOf = async (
  payload: Payload,
  portal: PortalContext,
  { from, to, userId }: EmailChangeMail,
): Promise<Text> => {
  const t = await textsOf(payload, portal, userId);
  return {
    subject: t('emailChanges:mails:tell:subject'),
    paragraphs: [t('emailChanges:mails:tell:asked', { from, to }), t('emailChanges:mails:tell:unexpected')],
  };
};

/** The mail to the person who has the address already. */
const warningOf = async (payload: Payload, portal: PortalContext, to: string): Promise<Text> => {
  const [owner = null] = await findPeople(await createLocalReq({}, payload), portal, to);
  const t = await textsIn(payload, languageOf(owner));
  return {
    subject: t('emailChanges:mails:taken:subject'),
    paragraphs: [t('emailChanges:mails:taken:tried', { to }), t('emailChanges:mails:taken:nothing')],
  };
};

/** Returns null if the change is over, or the mail is another worker's. */
const questionOf = async (
  payload: Payload,
  portal: PortalContext,
  { id: jobId, claims, data: { id, from, to, userId } }: Job<EmailChangeMail>,
): Promise<Text | null> => {
  const taken = await isTaken(payload, portal.options.slugs, id);
  if (taken === null) return null;
  if (taken) return warningOf(payload, portal, to);
  const token = makeChangeToken();
  const job = { id: jobId, claims };
  if (!(await giveToken(payload, { id, tokenHash: hashOfChangeToken(token), job }))) return null;
  const link = linkTo(payload, portal, token);
  const t = await textsOf(payload, portal, userId);
  return {
    subject: t('emailChanges:mails:ask:subject'),
    paragraphs: [
      t('emailChanges:mails:ask:asked', { from, to }),
      t(link === null ? 'emailChanges:mails:ask:noLink' : 'emailChanges:mails:ask:confirm', { hours }),
      link,
      t('emailChanges:mails:ask:unexpected'),
    ],
  };
};

/** Returns null if no one could follow it: the portal does not know its own address. */
const linkTo = (payload: Payload, portal: PortalContext, token: string): string | null => {
  const origin = publicOrigin(payload);
  return origin && apiAddress(payload, portal, origin, `/portal/v1/email-changes/${token}`);
};
