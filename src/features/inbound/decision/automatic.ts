import type { MailThread } from '../../mail/feature.ts';
import { isOwn } from '../../settings/feature.ts';
import { withoutComments } from '../message/header/fields.ts';
import { headerOf, type InboundMessage } from '../message/readMessage.ts';

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

/**
 * Prefixes by which programs that answer by themselves head the subject that they answer, in the languages of Exchange, and of
 * clients that answer for an absent person. In small letters, without the colon.
 */
const prefixes = [
  // English
  'automatic reply',
  'auto reply',
  'auto-reply',
  'autoreply',
  'out of office',
  'out of office autoreply',
  'out of office reply',
  'out of office re',
  'out of the office',
  // German
  'automatische antwort',
  'abwesenheitsnotiz',
  'abwesenheitsnachricht',
  'abwesend',
  // French
  'réponse automatique',
  "réponse automatique d'absence du bureau",
  'absence du bureau',
  // Spanish, Catalan, Galician, Basque
  'respuesta automática',
  'fuera de la oficina',
  'resposta automàtica',
  'erantzun automatikoa',
  // Portuguese
  'resposta automática',
  'ausência temporária',
  'fora do escritório',
  // Italian, Romanian
  'risposta automatica',
  'fuori sede',
  'răspuns automat',
  // Dutch, Afrikaans
  'automatisch antwoord',
  'afwezigheidsbericht',
  'outomatiese antwoord',
  // Danish, Norwegian, Swedish, Icelandic, Finnish, Estonian, Latvian, Lithuanian
  'automatisk svar',
  'autosvar',
  'ikke til stede',
  'automatiskt svar',
  'frånvaro',
  'sjálfvirkt svar',
  'automaattinen vastaus',
  'poissa',
  'automaatvastus',
  'automātiska atbilde',
  'automatinis atsakymas',
  // Polish, Czech, Slovak, Hungarian
  'odpowiedź automatyczna',
  'automatyczna odpowiedź',
  'automatická odpověď',
  'automatická odpoveď',
  'automatikus válasz',
  // Slovenian, Croatian, Serbian, Bulgarian, Russian, Ukrainian
  'samodejni odgovor',
  'automatski odgovor',
  'аутоматски одговор',
  'автоматичен отговор',
  'автоматический ответ',
  'автоответ',
  'автоматична відповідь',
  // Greek, Turkish
  'αυτόματη απάντηση',
  'otomatik yanıt',
  'otomatik cevap',
  // Hebrew, Arabic, Persian, Hindi, Thai, Vietnamese, Indonesian, Malay
  'מענה אוטומטי',
  'תשובה אוטומטית',
  'رد تلقائي',
  'پاسخ خودکار',
  'स्वचालित उत्तर',
  'ตอบกลับอัตโนมัติ',
  'trả lời tự động',
  'thư trả lời tự động',
  'balasan otomatis',
  'balasan automatik',
  // Chinese, Japanese, Korean
  '自动答复',
  '自动回复',
  '自動回覆',
  '自動回應',
  '自動応答',
  '自動返信',
  '不在通知',
  '자동 회신',
  '부재 중 회신',
];

const known = new Set(prefixes.map((prefix) => prefix.normalize('NFC')));

/** Longest prefix, in characters. */
const longest = 60;

/** True for the subject of a program that answers by itself, as it came: `Automatic reply: Printer`. */
const isAutomaticSubject = (subject: string): boolean => {
  const [, prefix] = new RegExp(`^\\s*([^:：]{1,${longest}}?)\\s*[:：]`, 'u').exec(subject) ?? [];
  return prefix !== undefined && known.has(prefix.normalize('NFC').toLowerCase().replaceAll('’', "'"));
};
