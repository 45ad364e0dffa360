/** How clients head the mail that they quote: `On Monday, Ann wrote:`, with the verb in each language. */
const verbs =
  /wrote|writes|schrieb|écrit|escribió|escribi[oó]|ha scritto|scritto|schreef|napisał|pisze|пишет|писал|написал|写道|寫道|のメッセージ|書きました|作成|작성|skrev|kirjoitti|escreveu|كتب|yazdı|napsal|írta|έγραψε|sent from|a scris/iu;

/** A year, a time or a date: the text of a person that ends with a colon rarely has one and a verb, too. */
const moment = /(?:19|20)\d\d|\d{1,2}[:.h]\d{2}|\d{1,2}[/.]\d{1,2}/u;

const attributionEnd = /(?:[:：]|-{2,})\s*$/u;

const longestAttribution = 400;

/** Whether a line, or a few joined, says who wrote the quote that follows. */
export const isAttribution = (line: string): boolean =>
  isShort(line) &&
  attributionEnd.test(line) &&
  verbs.test(line) &&
  (moment.test(line) || /^\s*-{3,}.*-{3,}\s*$/.test(line));

/** Directly above a quote less is enough: `2024年3月12日 10:00 Support <support@example.com>:`. */
export const isAttributionOfQuote = (line: string): boolean =>
  isAttribution(line) ||
  (isShort(line) &&
    attributionEnd.test(line) &&
    ((moment.test(line) && /[<@]/.test(line)) || (verbs.test(line) && line.length <= longestByline)));

const longestByline = 80;

const isShort = (line: string): boolean => line.length <= longestAttribution;

/** The first words of an attribution that a client broke after them. */
export const opensAttribution = (line: string): boolean =>
  /^[\s-]*(?:On|Am|Le|El|Il|In data|Op|Em|Den|W dniu|Dnia|В|在|于|في)\s/u.test(line);

const from =
  'From|Von|De|Da|Van|Från|Fra|Od|От|差出人|送信者|发件人|發件人|寄件者|寄件人|من|Lähettäjä|Gönderen|Kimden|보낸 사람|Feladó|Expéditeur|Remitente|Mittente|Afzender';
const others =
  'Sent|Date|To|Cc|Gesendet|Datum|An|Kopie|Envoyé|À|Enviado|Enviado el|Enviada em|Para|Fecha|Data|Inviato|A|Verzonden|Aan|Wysłane|Wysłano|Do|DW|Отправлено|Кому|Копия|Дата|送信日時|日時|宛先|发送时间|日期|收件人|抄送|傳送時間|寄件日期|收件者|副本|تم الإرسال|أُرسلت|التاريخ|إلى|نسخة|Skickat|Till|Sendt|Til|Lähetetty|Vastaanottaja|Gönderildi|Tarih|Kime|보낸 날짜|받는 사람';
const subjects =
  'Subject|Betreff|Objet|Asunto|Assunto|Oggetto|Onderwerp|Temat|Тема|件名|主题|主旨|الموضوع|Ämne|Emne|Aihe|Konu|제목';

const label = new RegExp(`^[\\s*]*(?:(${from})|(${subjects})|(${others}))\\s?\\*?\\s?[:：]`, 'iu');

/** A line of a header that stands in the text, as Outlook writes it. */
interface HeaderLabel {
  readonly name: string;
  readonly kind: 'from' | 'subject' | 'other';
}

/** Which line of a header this is. Null if it is none. */
export const headerLabel = (line: string): HeaderLabel | null => {
  const [, sender, subject, other] = label.exec(line) ?? [];
  if (sender !== undefined) return { name: sender.toLowerCase(), kind: 'from' };
  if (subject !== undefined) return { name: subject.toLowerCase(), kind: 'subject' };
  return other === undefined ? null : { name: other.toLowerCase(), kind: 'other' };
};

const originals =
  "original message|original appointment|ursprüngliche nachricht|originalnachricht|message d['’]origine|message original|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|wiadomość oryginalna|исходное сообщение|пересылаемое сообщение|原始邮件|原始郵件|元のメッセージ|original meddelande|oprindelig meddelelse|الرسالة الأصلية|replied message|reply message";

const separator = new RegExp(`^\\s*[-_=*—]{2,}\\s*(?:${originals})\\s*[-_=*—:]*\\s*$`, 'iu');

/** `-----Original Message-----` in many languages: what follows is history. */
export const isHistorySeparator = (line: string): boolean => isShort(line) && separator.test(line);

const forwards =
  'forwarded message|begin forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|message transféré|message transmis|début du message (?:réexpédié|transféré)|mensaje reenviado|messaggio inoltrato|inizio messaggio inoltrato|mensagem encaminhada|doorgestuurd bericht|przekazana wiadomość|wiadomość przekazana|пересланное сообщение|转发的邮件|轉寄郵件|転送されたメッセージ';

const forward = new RegExp(`^\\s*[-_=*—]*\\s*(?:${forwards})\\s*[-_=*—:]*\\s*$`, 'iu');

/** `---------- Forwarded message ---------`: what follows is what the sender wants to be read. */
export const isForwardSeparator = (line: string): boolean => isShort(line) && forward.test(line);

/** `Sent from`, `Gesendet mit` and the like, as a line of a person may start, too. */
const sent =
  /^(?:sent\b|gesendet\b|von (?:meine|unterwegs).*gesendet|diese (?:e-?mail|nachricht) wurde .*gesendet|inviat[oa]\b|enviado\b|envoyé\b|wysłan[eoa]\b|отправлено\b|skickat\b|sendt\b|verstuurd\b|verzonden\b|.*から送信|发自|發自|从我|從我|傳送自|寄件自|أُ?رسلت?\s|get\b|holen sie|obtener\b|télécharger\b|scarica\b|获取|outlook f)/iu;

/** What they are sent from or with. */
const senders =
  /iphone|ipad|ios\b|android|galaxy|samsung|huawei|xiaomi|pixel|blackberry|windows|outlook|gmail|gmx|web\.de|yahoo|aol|proton|spark|superhuman|tuta|zoho|bluemail|k-9|fairemail|mailspring|mimestream|missive|airmail|mobil|smartphone|handy|telefon|phone|\bmail\b|スマ/iu;

/** Closings on a line of their own, in languages that `email-reply-parser` does not know. */
const closings =
  /^(?:(?:mit )?(?:freundlichen|besten|vielen|lieben|herzlichen) gr(?:ü|ue)(?:ß|ss)en?|(?:viele|beste|liebe|freundliche|schöne|herzliche) gr(?:ü|ue)(?:ß|ss)e|mfg|lg|vg|(?:bien )?cordialement|bien à (?:vous|toi)|(?:un (?:cordial )?saludo|saludos(?: cordiales)?|atentamente)|(?:cordiali|distinti) saluti|(?:met vriendelijke|vriendelijke|hartelijke) groet(?:en)?|(?:pozdrawiam(?: serdecznie)?|z poważaniem)|с уважением|с наилучшими пожеланиями|(?:kind|best|warm|many) (?:regards|wishes)|best|此致|祝好|مع (?:أطيب )?التحي(?:ة|ات)|تحياتي)\s*[,.!،，]?$/iu;

const longestSignature = 120;

/** Whether the rest below this line is a signature. */
export const startsSignature = (line: string): boolean => {
  const trimmed = line.trim();
  return trimmed.length <= longestSignature && (isAdvertisement(trimmed) || closings.test(trimmed));
};

/** How clients for phones and services sign: `Sent from my iPhone`. */
const isAdvertisement = (line: string): boolean => opensAdvertisement(line) && senders.test(line);

/** Whether `email-reply-parser` may take a line for the signature of a client. */
export const opensAdvertisement = (line: string): boolean => sent.test(line.trim());

/** What stands below a signature and is none: `PS: …`. */
export const isPostscript = (line: string): boolean => /^\s*p\.?\s?s\.?\s*[:：\s]/iu.test(line);
