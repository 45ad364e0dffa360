import { headerOf, type InboundMessage } from '../message/readMessage.ts';
import { addressOf, readBlocks } from './fields.ts';
import type { BouncedRecipient } from './vocabulary.ts';

/** The recipient who called a mail spam, as their provider reports it (RFC 5965); null if the message is no such report. */
export const readFeedbackReport = (message: InboundMessage): readonly BouncedRecipient[] | null => {
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
