import { adminLink } from '../../../core/request/publicOrigin.ts';
import { fileSize } from '../../../core/shared/text/fileSize.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { textsIn } from '../../../core/texts/appTexts.ts';
import type { TranslateText } from '../../../core/texts/text.ts';
import {
  type Addressee,
  buildRecordMails,
  composeForRecipient,
  nameOfRecipient,
  noticeAddress,
  type RecipientMail,
  type RecordMailContext,
  recipientsOf,
} from '../../links/feature.ts';
import { languageIn, type MailParts, momentInWords } from '../../mail/feature.ts';
import { findTeamMember } from '../../people/feature.ts';
import { assigneeOf } from '../../tickets/feature.ts';
import { filesOfRequest, type RequestFile } from '../files/requestFiles.ts';
import { requestLinks } from '../linkKind.ts';
import { hasAllItems, missingItems, remindedItems } from '../record/items.ts';
import { type StoredRequest, storedRequests } from '../record/storedRequest.ts';
import { requestKind } from '../vocabulary.ts';
import { type RequestMail, replacedBy } from './send.ts';

type RequestMailContext = RecordMailContext<StoredRequest>;

export const sendRequestMail = buildRecordMails<StoredRequest, RequestMail>({
  kind: requestKind,
  records: storedRequests,
  recordOf: ({ requestId }) => requestId,
  compose: (context, mail) => composeMail(context, mail),
  // Files come from someone without an account.
  userOf: ({ created_by_id }, { about }) =>
    about === 'received' || about === 'receipt' ? null : created_by_id,
  recipientOf: (mail) => (mail.about === 'request' ? mail.recipientId : null),
});

/** Returns null for a mail that no one is to get any more. */
const composeMail = (context: RequestMailContext, mail: RequestMail): Promise<MailParts | null> => {
  if (mail.about === 'received') return composeTeamNotice(context, mail);
  return mail.about === 'receipt' ? composeReceipt(context, mail) : composeQuestion(context, mail);
};

type AskingMail = Extract<RequestMail, { readonly about: 'request' | 'reminder' | 'rejected' }>;

/** A mail that asks its recipient for something that is missing. */
const composeQuestion = async (context: RequestMailContext, mail: AskingMail): Promise<MailParts | null> => {
  const { record: request } = context;
  if (request.status !== 'open') return null;
  // The last item may have come since the reminder was due.
  if (mail.about === 'reminder' && hasAllItems(request.items)) return null;
  return composeForOne(context, mail, async ({ sender, isSecret, t, spoken }) => {
    const isLate = request.due_at !== null && request.due_at <= new Date();
    const about = await wordsFor(context, mail, isLate);
    return {
      type: mail.about === 'reminder' ? 'upload_request_reminder' : 'upload_request',
      subject: isSecret
        ? t(`uploadRequests:mail:${about}:secretSubject`, { sender })
        : t(`uploadRequests:mail:${about}:subject`, { sender, title: request.title }),
      headline: isSecret
        ? t(`uploadRequests:mail:${about}:secret`, { sender })
        : t(`uploadRequests:mail:${about}:headline`, { sender, title: request.title }),
      content: contentOf(request, mail, t),
      link: {
        label: t('uploadRequests:mail:open'),
        password: t('uploadRequests:mail:password', { sender }),
        code: t('uploadRequests:mail:code'),
        before:
          request.due_at && !isLate
            ? t('uploadRequests:mail:due', { due: momentInWords(request.due_at, spoken) })
            : null,
      },
    };
  });
};

const composeForOne = (
  context: RequestMailContext,
  mail: { readonly recipientId: string; readonly isByHand?: boolean },
  write: (addressee: Addressee) => Promise<RecipientMail | null>,
): Promise<MailParts | null> =>
  composeForRecipient(
    { ...context, kind: requestLinks, recipientId: mail.recipientId, replaced: replacedBy(mail) },
    write,
  );

/** The name of the sentences of a mail. An item can be rejected of which its recipient has sent nothing. */
const wordsFor = async ({ req, record: request }: RequestMailContext, mail: AskingMail, isLate: boolean) => {
  if (mail.about !== 'rejected') return mail.about === 'reminder' && isLate ? 'late' : mail.about;
  const isTheirs = (file: RequestFile) =>
    file.item_id === mail.itemId && file.recipient_id === mail.recipientId;
  return (await filesOfRequest(req, request.id)).some(isTheirs) ? mail.about : 'reopened';
};

const contentOf = (request: StoredRequest, mail: AskingMail, t: TranslateText): MailParts['paragraphs'] => {
  if (mail.about === 'rejected') {
    const item = request.items.find(({ id }) => id === mail.itemId);
    return item ? [item.note === null ? `– ${item.label}` : `– ${item.label}\n${item.note}`] : [];
  }
  const asked = mail.about === 'request' ? request.items : remindedItems(request.items);
  const list =
    asked.length === 0
      ? null
      : [t('uploadRequests:mail:asked'), ...asked.map((item) => `– ${item.label}`)].join('\n');
  return [mail.about === 'request' ? request.message : null, list];
};

/** A list of files; null without any. */
const listOf = (files: readonly RequestFile[], request: StoredRequest, spoken: string): string | null => {
  const labels = new Map(request.items.map(({ id, label }) => [id, label]));
  const lines = files.map(({ filename, size_bytes, item_id }) => {
    const label = item_id === null ? undefined : labels.get(item_id);
    return `– ${filename} (${fileSize(size_bytes, spoken)})${label === undefined ? '' : `: ${label}`}`;
  });
  return lines.length === 0 ? null : lines.join('\n');
};

const filesIn = async (
  { req, record: request }: RequestMailContext,
  ids: readonly string[],
): Promise<readonly RequestFile[]> =>
  (await filesOfRequest(req, request.id)).filter(({ id }) => ids.includes(id));

/** Tells the creator, or the assignee of the ticket, of files that have arrived. */
const composeTeamNotice = async (
  context: RequestMailContext,
  { to, fileIds, isDone }: Extract<RequestMail, { readonly about: 'received' }>,
): Promise<MailParts | null> => {
  const { payload, portal, req, record: request } = context;
  const address = await (to === 'creator' ? noticeAddressOf(context) : addressOfAssignee(context));
  const files = await filesIn(context, fileIds);
  // They may have been withdrawn meanwhile.
  if (address === null || (files.length === 0 && !isDone)) return null;
  const t = await textsIn(payload, null);
  const spoken = languageIn(payload, null);
  const id = idText(request.id);
  const recipients = (await recipientsOf(req, requestKind, [id])).get(id) ?? [];
  const senders = recipients
    .filter((one) => files.some((file) => file.recipient_id === one.id))
    .map(nameOfRecipient);
  const missing = missingItems(request.items);
  const page = adminLink(payload, `/collections/${portal.options.slugs.uploadRequests}/${request.id}`);
  const about = isDone ? 'done' : 'received';
  return {
    to: address,
    type: 'upload_received',
    subject: t(`uploadRequests:mail:${about}:subject`, { title: request.title }),
    paragraphs: [
      isDone
        ? t('uploadRequests:mail:done:headline', { title: request.title })
        : t('uploadRequests:mail:received:headline', { count: files.length, title: request.title }),
      listOf(files, request, spoken),
      senders.length === 0 ? null : t('uploadRequests:mail:from', { senders: senders.join(', ') }),
      missing.length === 0
        ? null
        : [t('uploadRequests:mail:missing'), ...missing.map(({ label }) => `– ${label}`)].join('\n'),
      page === null ? null : { link: page, label: t('uploadRequests:mail:page') },
    ],
  };
};

const noticeAddressOf = ({ portal, req, record: request }: RequestMailContext): Promise<string | null> =>
  noticeAddress(req, portal, { id: request.created_by_id, organization: request.organization_id });

/** Returns null if there is no assignee, if they may not read the request, or if they created it and get the mail anyway. */
const addressOfAssignee = async (context: RequestMailContext): Promise<string | null> => {
  const { portal, req, record: request } = context;
  const id = request.ticket_id === null ? null : await assigneeOf(req, portal, request.ticket_id);
  if (String(id) === String(request.created_by_id)) return null;
  const person = await findTeamMember(req, portal, { id, organization: request.organization_id });
  return person && String(person.user.email);
};

/** Confirms to a recipient what has arrived from them. */
const composeReceipt = async (
  context: RequestMailContext,
  mail: Extract<RequestMail, { readonly about: 'receipt' }>,
): Promise<MailParts | null> => {
  const { record: request } = context;
  const files = await filesIn(context, mail.fileIds);
  // A recipient who has sent nothing, or has withdrawn it, gets no receipt.
  if (files.length === 0) return null;
  return composeForOne(context, mail, async ({ isSecret, t, spoken }) => {
    const missing = missingItems(request.items);
    return {
      type: 'upload_receipt',
      subject: isSecret
        ? t('uploadRequests:mail:receipt:secretSubject')
        : t('uploadRequests:mail:receipt:subject', { title: request.title }),
      headline: isSecret
        ? t('uploadRequests:mail:receipt:secret', { count: files.length })
        : t('uploadRequests:mail:receipt:headline', { count: files.length, title: request.title }),
      content: [
        listOf(files, request, spoken),
        mail.isDone || missing.length === 0
          ? null
          : [t('uploadRequests:mail:asked'), ...missing.map(({ label }) => `– ${label}`)].join('\n'),
      ],
    };
  });
};
