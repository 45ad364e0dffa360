import type { Conversation } from '../../../../src/features/inbound/message/reply/conversation.ts';
import { replyText } from '../../../../src/features/inbound/message/text/replyText.ts';

/** The conversation of an answer to a notice. Its `Reply-To` has no name, so the answer goes to an address alone. */
const conversation: Conversation = {
  subject: 'Re: [#12] Printer',
  author: { name: 'Bob Ray', address: 'bob@client.example' },
  partners: [{ name: '', address: 'ann+12-1m8kx0c2a9f3z@example.com' }],
};

interface Facts extends Partial<Conversation> {
  readonly isForward?: boolean;
}

/** The reply of a text in that conversation, or in one with other facts. */
export const replyOf = (text: string, { isForward = false, ...facts }: Facts = {}): string =>
  replyText(text, { isForward, conversation: { ...conversation, ...facts } });
