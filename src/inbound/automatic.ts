import type { MailThread } from '../tickets/mailThread.ts';
import type { InboundMessage } from './message/readMessage.ts';

interface Addresses {
  /** Addresses that the portal itself sends from or receives at. */
  readonly own: readonly string[];
  readonly thread: MailThread | null;
}

/**
 * Why a message is no person's: a machine sent it, or the portal itself. An answer to it could go on for ever.
 *
 * @returns null for a person's message
 */
export const automaticReason = (message: InboundMessage, { own, thread }: Addresses): string | null => {
  const first = (name: string): string => message.header(name)[0]?.trim().toLowerCase() ?? '';
  const submitted = first('Auto-Submitted').split(';', 1)[0]?.trim() ?? '';
  if (submitted !== '' && submitted !== 'no') return `Auto-Submitted: ${submitted}`;
  const precedence = first('Precedence');
  if (/^(?:bulk|list|junk|auto_reply)$/.test(precedence)) return `Precedence: ${precedence}`;
  if (message.header('List-Id').length > 0) return 'List-Id';
  if (message.header('Return-Path').some((path) => path.replaceAll(/\s/g, '') === '<>'))
    return 'empty return path';
  if (message.messageId !== null && thread?.ticketOfMessageId(message.messageId) != null) return 'own mail';
  const sender = message.from[0]?.address.toLowerCase() ?? '';
  return own.some((address) => isSame(address, sender)) ? 'own address' : null;
};

/** Whether a sender is one of our addresses, with a token or without. */
const isSame = (own: string, sender: string): boolean => {
  const [local = '', domain = ''] = own.toLowerCase().split(/@(?=[^@]*$)/);
  return sender === `${local}@${domain}` || (sender.startsWith(`${local}+`) && sender.endsWith(`@${domain}`));
};
