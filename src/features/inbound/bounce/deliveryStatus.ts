import type { DeliveryState } from '../../email-log/feature.ts';
import { headerOf, type InboundMessage } from '../message/readMessage.ts';
import { addressOf, type Fields, inWords, isFinalCode, readBlocks } from './fields.ts';
import { type BouncedRecipient, mostRecipients } from './vocabulary.ts';

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
export const readDeliveryStatus = (message: InboundMessage): readonly BouncedRecipient[] | null => {
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
