import { adminLink } from '../../../core/request/publicOrigin.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { textsIn } from '../../../core/texts/appTexts.ts';
import type { TranslateText } from '../../../core/texts/text.ts';
import {
  type Addressee,
  buildRecordMails,
  composeForRecipient,
  findRecipient,
  linksOf,
  nameOfRecipient,
  noticeAddress,
  type RecipientMail,
  type RecordMailContext,
  recipientsOf,
} from '../../links/feature.ts';
import { languageIn, type MailParts, momentInWords } from '../../mail/feature.ts';
import { filesOf } from '../files/transferFiles.ts';
import { transferLinks } from '../linkKind.ts';
import { type StoredTransfer, storedTransfers } from '../record/storedTransfer.ts';
import { limits, transferKind } from '../vocabulary.ts';
import type { TransferMail } from './send.ts';

type TransferMailContext = RecordMailContext<StoredTransfer>;

export const sendTransferMail = buildRecordMails<StoredTransfer, TransferMail>({
  kind: transferKind,
  records: storedTransfers,
  recordOf: ({ transferId }) => transferId,
  compose: (context, mail) => composeMail(context, mail),
  userOf: ({ created_by_id }) => created_by_id,
  recipientOf: (mail) => (mail.about === 'ready' ? mail.recipientId : null),
});

/** Returns null for a mail that no one is to get any more. */
const composeMail = (context: TransferMailContext, mail: TransferMail): Promise<MailParts | null> => {
  if (mail.about === 'ready' || mail.about === 'reminder') return composeForOne(context, mail);
  return mail.about === 'downloaded' ? composeDownloadNotice(context, mail) : composeExpiryNotice(context);
};

type MailToRecipient = Extract<TransferMail, { readonly recipientId: string }>;

const composeForOne = async (
  context: TransferMailContext,
  mail: MailToRecipient,
): Promise<MailParts | null> => {
  const { record: transfer } = context;
  if (transfer.status !== 'ready' || !transfer.expires_at) return null;
  const { about, recipientId } = mail;
  // The team sends it to this recipient; reminders come by themselves.
  const replaced = about === 'ready' ? 'all' : 'none';
  return composeForRecipient({ ...context, kind: transferLinks, recipientId, replaced }, (addressee) =>
    describeFiles(context, mail, addressee),
  );
};

const describeFiles = async (
  { portal, req, record: transfer }: TransferMailContext,
  { about }: MailToRecipient,
  { recipient, sender, isSecret, t }: Addressee,
): Promise<RecipientMail | null> => {
  if (about === 'reminder' && recipient.downloads > 0) return null;
  const count = (await filesOf(req, portal, transfer.id)).length;
  return {
    type: about === 'reminder' ? 'transfer_reminder' : (transfer.mail_type ?? 'transfer_ready'),
    subject: isSecret
      ? t(`transfers:mail:${about}:secretSubject`, { sender })
      : t(`transfers:mail:${about}:subject`, { sender, title: transfer.title }),
    headline: isSecret
      ? t(`transfers:mail:${about}:secret`, { sender, count })
      : t(`transfers:mail:${about}:headline`, { sender, count, title: transfer.title }),
    content: [transfer.message],
    link: {
      label: t('transfers:mail:open'),
      password: t('transfers:mail:password', { sender }),
      code: t('transfers:mail:code'),
    },
  };
};

const noticeAddressOf = ({ portal, req, record: transfer }: TransferMailContext): Promise<string | null> =>
  noticeAddress(req, portal, { id: transfer.created_by_id, organization: transfer.organization_id });

const pageOf = ({ payload, portal, record: transfer }: TransferMailContext, t: TranslateText) => {
  const link = adminLink(payload, `/collections/${portal.options.slugs.transfers}/${transfer.id}`);
  return link === null ? null : { link, label: t('transfers:mail:page') };
};

const composeDownloadNotice = async (
  context: TransferMailContext,
  { linkId, fileId, transferId }: Extract<TransferMail, { readonly about: 'downloaded' }>,
): Promise<MailParts | null> => {
  const { payload, portal, req, record: transfer } = context;
  const to = await noticeAddressOf(context);
  if (to === null) return null;
  const t = await textsIn(payload, null);
  const target = { kind: transferKind, recordId: transferId };
  const link = (await linksOf(req, target)).find(({ id }) => id === linkId);
  const recipient =
    link && link.recipient_id !== null ? await findRecipient(req, target, link.recipient_id) : null;
  const who = recipient ? nameOfRecipient(recipient) : (link?.label ?? t('transfers:mail:someone'));
  const file = (await filesOf(req, portal, transfer.id)).find(({ id }) => id === fileId);
  const what = file?.filename ?? t('transfers:mail:allFiles');
  return {
    to,
    type: 'transfer_downloaded',
    subject: t('transfers:mail:downloaded:subject', { title: transfer.title }),
    paragraphs: [
      t('transfers:mail:downloaded:headline', { who, file: what, title: transfer.title }),
      pageOf(context, t),
    ],
  };
};

/** Returns null for a transfer that everyone has fetched: its creator need not know that it has ended. */
const composeExpiryNotice = async (context: TransferMailContext): Promise<MailParts | null> => {
  const { payload, req, record: transfer } = context;
  const to = await noticeAddressOf(context);
  if (to === null || transfer.status !== 'expired' || transfer.expires_at === null) return null;
  const id = idText(transfer.id);
  const recipients = (await recipientsOf(req, transferKind, [id])).get(id) ?? [];
  const missing = recipients.filter(({ downloads }) => downloads === 0);
  if (missing.length === 0) return null;
  const t = await textsIn(payload, null);
  const end = new Date(transfer.expires_at.getTime() + limits.daysOfBytes * 86_400_000);
  return {
    to,
    type: 'transfer_expired',
    subject: t('transfers:mail:expired:subject', { title: transfer.title }),
    paragraphs: [
      t('transfers:mail:expired:headline', { title: transfer.title }),
      [
        t('transfers:mail:expired:missing'),
        ...missing.map((recipient) => `– ${nameOfRecipient(recipient)}`),
      ].join('\n'),
      t('transfers:mail:expired:extend', { end: momentInWords(end, languageIn(payload, null)) }),
      pageOf(context, t),
    ],
  };
};
