import type { MailThread } from '../../mail/feature.ts';
import { isOwn } from '../../settings/feature.ts';
import { withoutComments } from '../message/header/comments.ts';
import { headerOf, type InboundMessage } from '../message/readMessage.ts';
import { isAutomaticSubject } from './automaticSubjects.ts';

interface Addresses {
  /** Addresses that the portal itself sends from or receives at. */
  readonly own: readonly string[];
  readonly thread: MailThread | null;
}

/**
 * The reason why a message was not written by a person, but by a machine or by the portal itself. A reply to it could start
 * an endless loop.
 *
 * @returns null for a person's message
 */
export const automaticReason = (message: InboundMessage, { own, thread }: Addresses): string | null => {
  const header = headerOf(message);
  const submitted = header('Auto-Submitted')
    .flatMap((value) => value.split(',').flatMap((part) => wordsOf(part).slice(0, 1)))
    .find((word) => word !== 'no');
  if (submitted !== undefined) return `Auto-Submitted: ${submitted}`;
  const responder = responders.find((name) => header(name).some((value) => !/^\s*no\s*$/i.test(value)));
  if (responder !== undefined) return responder;
  const precedence = header('Precedence')
    .flatMap(wordsOf)
    .find((word) => machines.has(word));
  if (precedence !== undefined) return `Precedence: ${precedence}`;
  if (header('List-Id').length > 0) return 'List-Id';
  if (message.hasEmptyReturnPath) return 'empty return path';
  if (message.messageId !== null && thread?.ticketOfMessageId(message.messageId) != null) return 'own mail';
  if (isAutomaticSubject(message.subject ?? '')) return 'subject of an automatic reply';
  const sender = message.from[0]?.address ?? '';
  return isOwn(sender, own) ? 'own address' : null;
};

/** Fields of programs that answer by themselves and do not write `Auto-Submitted`. */
const responders = ['X-Autoreply', 'X-Autorespond', 'X-Auto-Response'];

const machines = new Set(['bulk', 'list', 'junk', 'auto_reply']);

/** The words of a header in small letters, as they come. */
const wordsOf = (value: string): string[] =>
  withoutComments(value)
    .toLowerCase()
    .split(/[^a-z_-]+/)
    .filter((word) => word !== '');
