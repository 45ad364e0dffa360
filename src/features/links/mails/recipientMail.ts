import type { Payload, PayloadRequest } from 'payload';
import type { PortalContext } from '../../../core/context.ts';
import { idText, type RecordId } from '../../../core/shared/values/ids.ts';
import { textsIn } from '../../../core/texts/appTexts.ts';
import type { TranslateText } from '../../../core/texts/text.ts';
import { languageIn, type MailParts, momentInWords } from '../../mail/feature.ts';
import { mailedLinkUrl } from '../address.ts';
import type { LinkAccess, LinkKind } from '../linkKind.ts';
import { findRecipient, isErased, type Recipient } from '../recipients/recipients.ts';
import { giveToken, type LinkTarget, linkOfRecipient, type ReplacedLinks } from '../storedLinks.ts';
import { languageOfAddress, senderOf } from './mails.ts';

/** A record with recipients, as it is stored. */
interface SentRecord {
  readonly id: RecordId;
  readonly created_by_id: RecordId | null;
  readonly access: LinkAccess;
  readonly password_hash: string | null;
  readonly expires_at: Date | null;
}

interface RecipientMailContext {
  readonly payload: Payload;
  readonly portal: PortalContext;
  readonly req: PayloadRequest;
  readonly kind: Pick<LinkKind, 'kind' | 'page'>;
  readonly record: SentRecord;
  readonly recipientId: string;
  readonly replaced: ReplacedLinks;
}

/** The recipient of a mail, and what its sentences need. */
export interface Addressee {
  readonly recipient: Recipient;
  /** The name of the sender in words. */
  readonly sender: string;
  /** True if the record has a password: who has it may read the title, and whoever else reads the mail may not. */
  readonly isSecret: boolean;
  readonly t: TranslateText;
  /** The language of `t`. */
  readonly spoken: string;
}

/** The parts of a mail to a recipient that differ by the kind of its record. */
export interface RecipientMail extends Pick<MailParts, 'type' | 'subject'> {
  readonly headline: string;
  /** Left out of the mail of a record with a password. */
  readonly content: MailParts['paragraphs'];
  /** Absent in a mail without a link. */
  readonly link?: LinkWords;
}

/** The sentences around a link. */
interface LinkWords {
  readonly label: string;
  /** The one about the password. */
  readonly password: string;
  /** The one about the code, if the link asks for one. */
  readonly code: string;
  /** The last one before that about the link's end. */
  readonly before?: string | null;
}

/**
 * Composes a mail to a recipient of a record: the greeting, the content, and the recipient's link with the proofs that it
 * asks for and its end.
 *
 * @param write returns null for a mail that is not to be sent any more
 * @returns null for that, for a recipient whose address was erased or whose links have ended, and if no link could lead anywhere
 */
export const composeForRecipient = async (
  context: RecipientMailContext,
  write: (addressee: Addressee) => Promise<RecipientMail | null>,
): Promise<MailParts | null> => {
  const { payload, portal, req, kind, record, recipientId } = context;
  const recipient = await findRecipient(req, targetOf(kind, record), recipientId);
  if (!recipient || isErased(recipient)) return null;
  const language = await languageOfAddress(payload, portal, recipient.email);
  const t = await textsIn(payload, language);
  const addressee = {
    recipient,
    sender: (await senderOf(req, portal, record)) ?? t('links:mail:team'),
    isSecret: record.password_hash !== null,
    t,
    spoken: languageIn(payload, language),
  };
  const mail = await write(addressee);
  if (!mail) return null;
  const { type, subject, headline, content, link } = mail;
  const way = link ? await wayOf(context, addressee, link) : [];
  if (way === null) return null;
  return {
    to: recipient.email,
    type,
    subject,
    paragraphs: [
      recipient.name ? t('links:mail:hello', { name: recipient.name }) : null,
      headline,
      ...(addressee.isSecret ? [] : content),
      ...way,
    ],
  };
};

/** A link of its own for this mail, and what its recipient must know to open it; null if it could lead nowhere. */
const wayOf = async (
  { payload, portal, req, kind, record, recipientId, replaced }: RecipientMailContext,
  { recipient, isSecret, t, spoken }: Addressee,
  { label, password, code, before = null }: LinkWords,
): Promise<MailParts['paragraphs'] | null> => {
  const linkId = await linkOfRecipient(req, { ...targetOf(kind, record), recipientId }, replaced);
  if (linkId === null) return null;
  const link = mailedLinkUrl(payload, portal, kind, await giveToken(req, linkId));
  if (link === null) return null;
  return [
    { link, label },
    isSecret ? password : null,
    record.access === 'code' ? code : null,
    record.access === 'account' ? t('links:mail:account', { email: recipient.email }) : null,
    before,
    record.expires_at && t('links:mail:end', { end: momentInWords(record.expires_at, spoken) }),
  ];
};

const targetOf = ({ kind }: Pick<LinkKind, 'kind'>, { id }: SentRecord): LinkTarget => ({
  kind,
  recordId: idText(id),
});
