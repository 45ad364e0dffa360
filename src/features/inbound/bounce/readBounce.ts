import type { DeliveryState } from '../../email-log/feature.ts';
import { headerOf, type InboundMessage } from '../message/readMessage.ts';
import { addressOf, type Fields, inWords, isFinalCode, readBlocks } from './fields.ts';
import { readPlainBounce } from './plainBounce.ts';
import { type Bounce, type BouncedRecipient, mostRecipients } from './vocabulary.ts';

/** Parses a bounce; null if the message is not one. */
export const readBounce = (message: InboundMessage): Bounce | null => {
  const recipients = recipientsOf(message);
  return recipients && { messageIds: returnedIds(message), recipients };
};

const recipientsOf = (message: InboundMessage): readonly BouncedRecipient[] | null =>
  readDeliveryStatus(message) ?? readFeedbackReport(message) ?? readPlainBounce(message);

/**
 * The state that an `Action` (RFC 3464) stands for. A mail that was relayed or expanded went on to servers that report
 * nothing.
 */
const states: Readonly<Record<string, DeliveryState>> = {
  failed: 'bounced',
  delayed: 'deferred',
  delivered: 'delivered',
};

/** The recipients of a delivery status notification (RFC 3464); null if the message is none. */
const readDeliveryStatus = (message: InboundMessage): readonly BouncedRecipient[] | null => {
  const isReport = headerOf(message)('Content-Type').some((type) => /^\s*multipart\/report\b/i.test(type));
  const status = message.attachments.find(({ mimeType }) =>
    /^message\/(?:global-)?delivery-status$/.test(mimeType),
  );
  if (!isReport || !status) return null;
  // The first block is about the message as a whole.
  return readBlocks(status.bytes, mostRecipients + 1).flatMap(recipientOf);
};

const recipientOf = (fields: Fields): BouncedRecipient[] => {
  const field = (name: string): string => fields.get(name) ?? '';
  const final = field('final-recipient');
  const state =
    states[
      field('action')
        .toLowerCase()
        .split(/[\s(;]/, 1)[0] ?? ''
    ];
  if ((final === '' && field('original-recipient') === '') || state === undefined) return [];
  const diagnostic = field('diagnostic-code').replace(/^[\w-]+\s*;\s*/, '');
  const status = field('status');
  const isFinal = isFinalCode(status) ?? isFinalCode(diagnostic) ?? true;
  return [
    {
      address: addressOf(fields.get('original-recipient')) ?? addressOf(final),
      state,
      isPermanent: state === 'bounced' && isFinal,
      detail: inWords(diagnostic || status),
    },
  ];
};

/** The recipient who called a mail spam, as their provider reports it (RFC 5965); null if the message is no such report. */
const readFeedbackReport = (message: InboundMessage): readonly BouncedRecipient[] | null => {
  const report = message.attachments.find(({ mimeType }) => mimeType === 'message/feedback-report');
  const isReport = headerOf(message)('Content-Type').some((type) => /^\s*multipart\/report\b/i.test(type));
  if (!isReport || !report) return null;
  const [fields] = readBlocks(report.bytes, 1);
  const kind = fields?.get('feedback-type')?.toLowerCase() ?? '';
  if (!fields || !/^(?:abuse|fraud|not-wanted|opt-out)/.test(kind)) return [];
  const address = addressOf(fields.get('original-rcpt-to')) ?? addressOf(fields.get('removal-recipient'));
  return [
    { address, state: 'complained', isPermanent: false, detail: `Feedback-Type: ${kind}`.slice(0, 100) },
  ];
};

const mostIds = 20;
const longestId = 255;

/** The possible `Message-ID`s of the mail that came back. The returned copy of it is the best source. */
const returnedIds = (message: InboundMessage): readonly string[] => {
  const parts = message.attachments.filter(({ mimeType }) =>
    /^(?:message\/(?:global|rfc822|global-headers)|text\/rfc822-headers)$/.test(mimeType),
  );
  const ofParts = parts.map(({ bytes }) => readBlocks(bytes, 1)[0]?.get('message-id'));
  const status = message.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  const ofStatus = status && readBlocks(status.bytes, 1)[0]?.get('original-message-id');
  const ids = [...ofParts, ofStatus, ...idsInText(message.text), ...message.references];
  return [...new Set(ids.flatMap(bare))].slice(0, mostIds);
};

/** Ids in a text to which a server that knows no reports copied the mail. */
const idsInText = (text: string): readonly string[] =>
  [
    ...text.slice(0, 200_000).matchAll(/^[>\s]{0,8}Message-ID:[ \t]*(?:\r?\n[ \t]+)?(<?[^<>\s]{3,998}>?)/gim),
  ].map(([, id = '']) => id);

const bare = (id: string | undefined): string[] => {
  const cleaned = (id ?? '').replace(/[<>\s]/g, '');
  return cleaned === '' || cleaned.length > longestId ? [] : [cleaned];
};
