import { isAligned } from '../authentication/domains.ts';
import { tagsOf } from '../authentication/signedMessage.ts';
import { readRecipients } from '../message/mailboxes.ts';
import { readReferences } from '../message/messageIds.ts';
import { headerOf, type InboundMessage } from '../message/readMessage.ts';

type Names = Pick<InboundMessage, 'recipients' | 'references' | 'subject'>;

/**
 * The names of tickets in a message, without those in fields that the domain of its sender has not signed: anyone can send a
 * signed message again, and add a field that names another ticket. All of them if the domain has signed nothing, for then the
 * message was proven by the server that it came from.
 */
export const signedNames = (message: InboundMessage, from: string): Names => {
  const header = headerOf(message);
  const signed = header('DKIM-Signature')
    .map((value) => tagsOf(`DKIM-Signature:${value}`))
    .filter(({ d = '' }) => isAligned(d, from))
    .map(({ h = '' }) => h.toLowerCase().split(':'));
  if (signed.length === 0) return message;
  // Which of them is valid is not known here: one that anyone may have added takes names away, and adds none.
  const isSigned = (name: string): boolean =>
    signed.every((names) => names.filter((one) => one === name.toLowerCase()).length >= header(name).length);
  const signedHeader = (name: string) => (isSigned(name) ? header(name) : []);
  return {
    recipients: readRecipients(signedHeader),
    references: readReferences(signedHeader),
    subject: isSigned('Subject') ? message.subject : null,
  };
};
