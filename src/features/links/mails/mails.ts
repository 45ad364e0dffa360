import { createLocalReq, type Payload, type PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import type { Job, Queue } from '../../../core/jobs/jobs.ts';
import type { RecordId } from '../../../core/shared/values/ids.ts';
import { textsIn } from '../../../core/texts/appTexts.ts';
import { inGroups, makeCode } from '../../client-sessions/feature.ts';
import { sendMailParts } from '../../mail/feature.ts';
import { findPeople, findPerson, findTeamMember, languageOf } from '../../people/feature.ts';
import { notificationAddress } from '../../settings/feature.ts';
import { kindsOf } from '../kinds.ts';
import { findLinkById } from '../storedLinks.ts';
import { giveCode, noteCodeSent } from '../unlock/codes.ts';
import { mostWrong } from '../unlock/tries.ts';

/** A mail about a link itself. Its code is made with the mail, for a job holds no secret. */
interface LinkMail {
  readonly about: 'code' | 'stopped';
  readonly link: string;
}

/** The lease is as long as that of the notices of tickets. */
export const linkMailQueue: Queue<LinkMail> = { name: 'link-mails', leaseSeconds: 50 };

/** The language that the client with an address chose; null if it is not known. */
export const languageOfAddress = async (
  payload: Payload,
  portal: PortalContext,
  email: string,
): Promise<string | null> => {
  const [person] = await findPeople(await createLocalReq({}, payload), portal, email);
  return languageOf(person ?? null);
};

export const sendLinkMail = async (
  payload: Payload,
  portal: PortalContext,
  job: Job<LinkMail>,
): Promise<void> => {
  const req = await createLocalReq({}, payload);
  const link = await findLinkById(req, job.data.link);
  const kind = link && kindsOf(portal).find((one) => one.kind === link.kind);
  const record = kind && (await kind.read(req, portal, link.record_id));
  if (!record) return;
  const relatedTo = { type: link.kind, id: record.id };
  if (job.data.about === 'code') {
    if (link.email === null) return;
    const t = await textsIn(payload, await languageOfAddress(payload, portal, link.email));
    const code = makeCode();
    if (!(await giveCode(payload, { link: link.id, code, job }))) return;
    const { signInMinutes: minutes } = portal.options.clients;
    const mail = {
      to: link.email,
      type: 'magic_link',
      subject: t('links:mail:codeSubject'),
      paragraphs: [
        t('links:mail:code', { code: inGroups(code) }),
        t('links:mail:valid', { minutes }),
        t('links:mail:unexpected'),
      ],
    };
    const hasLeft = await sendMailParts(payload, mail, { relatedTo, user: null, job });
    if (hasLeft) await noteCodeSent(payload, link.id);
    return;
  }
  const { createdBy, organization } = record;
  const to = await noticeAddress(req, portal, { id: createdBy, organization });
  if (to === null) return;
  const t = await textsIn(payload, null);
  const whose = link.email ?? link.label ?? t('links:mail:noOne');
  const mail = {
    to,
    type: 'link_stopped',
    subject: t('links:mail:stoppedSubject', { title: record.title }),
    paragraphs: [
      t('links:mail:stopped', { title: record.title, whose, count: mostWrong }),
      t('links:mail:again'),
    ],
  };
  await sendMailParts(payload, mail, { relatedTo, user: null, job });
};

interface NotedRecord {
  /** The creator. */
  readonly id: RecordId | null;
  readonly organization: RecordId | null;
}

/**
 * The address that gets the notices about a record: its creator's, or the notification address once the creator is gone, or
 * may not read the record any more.
 */
export const noticeAddress = async (
  req: PayloadRequest,
  portal: PortalContext,
  record: NotedRecord,
): Promise<string | null> => {
  const creator = await findTeamMember(req, portal, record);
  return creator ? String(creator.user.email) : notificationAddress(req.payload);
};

/** The name by which recipients know the sender of a record; null if they have none, or are deleted. */
export const senderOf = async (
  req: PayloadRequest,
  portal: PortalContext,
  { created_by_id }: { readonly created_by_id: RecordId | null },
): Promise<string | null> => {
  const person = created_by_id === null ? null : await findPerson(req, portal, created_by_id);
  const name: unknown = person && Reflect.get(person.user, 'name');
  return typeof name === 'string' && name.trim() !== '' ? name : null;
};
