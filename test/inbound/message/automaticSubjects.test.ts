import { describe, expect, it } from 'vitest';
import { automaticReason } from '../../../src/features/inbound/decision/automatic.ts';
import { readMessage } from '../../../src/features/inbound/message/readMessage.ts';

const reasonFor = async (subject: string) => {
  const message = `From: ann@example.com\r\nTo: support@portal.example\r\nSubject: ${subject}\r\n\r\nI am away.\r\n`;
  return automaticReason(await readMessage(Buffer.from(message)), { own: [], thread: null });
};

describe('a message without a header that says so', () => {
  it.each([
    'Automatic reply: Your printer',
    'Out of Office: Your printer',
    'Out of the office: Your printer',
    'Automatische Antwort: Ihr Drucker',
    'Réponse automatique : Votre imprimante',
    'Réponse automatique d’absence du bureau : Votre imprimante',
    'Respuesta automática: Su impresora',
    'Resposta automática: Sua impressora',
    'Risposta automatica: La stampante',
    'Automatisch antwoord: Uw printer',
    'Automatisk svar: Din printer',
    'Autosvar: Din skriver',
    'Automatiskt svar: Din skrivare',
    'Automaattinen vastaus: Tulostin',
    'Odpowiedź automatyczna: Drukarka',
    'Automatická odpověď: Tiskárna',
    'Automatikus válasz: Nyomtató',
    'Автоматический ответ: Принтер',
    'Автоматична відповідь: Принтер',
    'Αυτόματη απάντηση: Εκτυπωτής',
    'Otomatik yanıt: Yazıcı',
    'מענה אוטומטי: מדפסת',
    'رد تلقائي: الطابعة',
    '自动答复: 打印机',
    '自動応答：プリンター',
    '자동 회신: 프린터',
  ])('is automatic by its subject: %s', async (subject) => {
    expect(await reasonFor(subject)).toBe('subject of an automatic reply');
  });

  it.each([
    'Re: Automatic reply: Your printer',
    'Automatic reply is broken',
    'Printer: out of office',
    'How do I set an out of office: help',
    'Automatic replies: how do they work?',
  ])('is a person’s: %s', async (subject) => {
    expect(await reasonFor(subject)).toBeNull();
  });
});
