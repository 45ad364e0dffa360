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
export const isAutomaticSubject = (subject: string): boolean => {
  const [, prefix] = new RegExp(`^\\s*([^:：]{1,${longest}}?)\\s*[:：]`, 'u').exec(subject) ?? [];
  return prefix !== undefined && known.has(prefix.normalize('NFC').toLowerCase().replaceAll('’', "'"));
};
