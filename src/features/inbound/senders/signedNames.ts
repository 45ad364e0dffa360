import { isAligned } from '../authentication/domains.ts';
import { tagsOf } from '../authentication/signedMessage.ts';
import { readRecipients } from '../message/header/mailboxes.ts';
import { readReferences } from '../message/header/messageIds.ts';
import { headerOf, type InboundMessage } from '../message/readMessage.ts';

type Names = Pick<InboundMessage, 'recipients' | 'references' | 'subject'>;

/**
 * Tells for a field whether the domain of the sender has signed it: anyone can send a signed message again, and add a field.
 * All are if the domain has signed nothing, for then the message was proven by the server that it came from.
 */
export const signedFields = (
  message: Pick<InboundMessage, 'headers'>,
  from: string,
): ((name: string) => boolean) => {
  const header = headerOf(message);
  const signed = header('DKIM-Signature')
    .map((value) => tagsOf(`DKIM-Signature:${value}`))
    .filter(({ d = '' }) => isAligned(d, from))
    .map(({ h = '' }) => h.toLowerCase().split(':'));
  // Which of them is valid is not known here: one that anyone may have added takes fields away, and adds none.
  return (name) =>
    signed.every((names) => names.filter((one) => one === name.toLowerCase()).length >= header(name).length);
};

/** The names of tickets in a message, without those in fields that the domain of its sender has not signed. */
export const signedNames = (message: InboundMessage, from: string): Names => {
  const header = headerOf(message);
  const isSigned = signedFields(message, from);
  const signedHeader = (name: string) => (isSigned(name) ? header(name) : []);
  return {
    recipients: readRecipients(signedHeader),
    references: readReferences(signedHeader),
    subject: isSigned('Subject') ? message.subject : null,
  };
};
