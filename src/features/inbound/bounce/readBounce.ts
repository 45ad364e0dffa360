import type { InboundMessage } from '../message/readMessage.ts';
import { readDeliveryStatus } from './deliveryStatus.ts';
import { readFeedbackReport } from './feedbackReport.ts';
import { readPlainBounce } from './plainBounce.ts';
import { returnedIds } from './returnedIds.ts';
import type { Bounce, BouncedRecipient } from './vocabulary.ts';

/** Reads a bounce; null if the message is none. */
export const readBounce = (message: InboundMessage): Bounce | null => {
  const recipients = recipientsOf(message);
  return recipients && { messageIds: returnedIds(message), recipients };
};

const recipientsOf = (message: InboundMessage): readonly BouncedRecipient[] | null =>
  readDeliveryStatus(message) ?? readFeedbackReport(message) ?? readPlainBounce(message);
