/**
 * How the lines start that phones and programs add, one line a language. Behind `my` and its like any name of a device may
 * stand; `…` parts what stands before it from what stands after.
 */
export const advertisements: readonly string[] = [
  'Sent from|Sent via|Sent with|Sent by|Sent using|Sent on|Sent wirelessly from|Get Outlook for|Get BlueMail for|From my|Composed with|Secured with|Powered by',
  'Gesendet von|Gesendet mit|Gesendet über|Gesendet aus|Von meinem … gesendet|Von meiner … gesendet|Von unterwegs gesendet|Diese Nachricht wurde … gesendet|Diese E-Mail wurde … gesendet|Holen Sie sich Outlook|Outlook für',
  'Envoyé de|Envoyé depuis|Envoyé à partir|Envoyé avec|Envoyé par|Envoyé via|Télécharger Outlook|Obtenir Outlook|Obtenez Outlook',
  'Enviado desde|Enviado con|Enviado por|Enviado via|Enviat des de|Obtener Outlook|Descargar Outlook',
  'Enviado do|Enviado da|Enviado de|Enviado a partir|Obter o Outlook|Obtenha o Outlook',
  'Inviato da|Inviato dal|Inviata da|Inviato con|Inviato tramite|Scarica Outlook|Ottieni Outlook',
  'Verzonden vanaf|Verzonden met|Verzonden via|Verstuurd vanaf|Verstuurd met|Verstuurd via|Outlook voor|Download Outlook',
  'Sendt fra|Sendt med|Sendt via|Hent Outlook',
  'Skickat från|Skickat med|Skickades från|Hämta Outlook',
  'Lähetetty … iPhonesta|Lähetetty … laitteesta|Lähetetty iPhonesta|Lähetetty puhelimesta|Hanki Outlook|Saadetud minu',
  'Wysłane z|Wysłano z|Wysłana z|Pobierz program Outlook|Wysłane przy użyciu',
  'Odesláno z|Odesláno pomocí|Odoslané z|Poslano z|Poslano iz|Poslato sa|Získat Outlook',
  'Elküldve|Küldve az|Az iPhone-omról küldve|iPhone-ról küldve|Trimis de pe|Trimis din',
  'Отправлено с|Отправлено из|Отправлено от|Отправлено мобильной|Надіслано з|Відправлено з|Изпратено от',
  'Στάλθηκε από|Εστάλη από|iPhone’umdan gönderildi|iPhone\'umdan gönderildi|Android … gönderildi|Cihazımdan gönderildi|Outlook … edinin',
  'נשלח מ|أُرسلت من|أرسلت من|تم الإرسال من|مرسل من|ارسال شده از',
  '从我的 … 发送|从我的 … 发出|发自我的|發自我的|從我的 … 傳送|傳送自|寄件自|获取|發送自|来自我的|来自',
  'iPhoneから送信|iPadから送信|Androidから送信|スマートフォンから送信|私の … から送信|나의 … 에서 보냄|나의 iPhone에서 보냄|내 … 에서 보냄|Galaxy에서 보냈습니다',
  'Được gửi từ|Đã gửi từ|Gửi từ|Dikirim dari|ส่งจาก',
  'Virenfrei.|Virus-free.|Diese E-Mail wurde … geprüft|This email has been checked|This email was checked',
];

/** Products: without one of them, a line that starts as an advertisement must be a paragraph of its own. */
export const products =
  'iphone|ipad|ipod|ios|android|galaxy|samsung|huawei|xiaomi|redmi|oneplus|pixel|htc|nokia|motorola|blackberry|windows|outlook|gmail|gmx|web\\.de|yahoo|aol|proton|spark|sparrow|superhuman|tuta|zoho|bluemail|typeapp|k-9|fairemail|mailspring|mimestream|missive|airmail|mailbox|nine|edison|canary|newton|thunderbird|apple mail|mobile device|mobiltelefon|smartphone|iphone|айфон|yandex|яндекс|mail\\.ru|avast|avg|avira';

/** Greetings at the end of a mail, one line a language: by themselves they stay, above an address they start a signature. */
export const closings: readonly string[] = [
  'kind regards|best regards|warm regards|many regards|warmest regards|kindest regards|with regards|regards|best wishes|best|cheers|sincerely|yours sincerely|yours truly|yours faithfully|thanks|many thanks|thank you|thx',
  'mit freundlichen grüßen|mit freundlichem gruß|mit freundlichen gruessen|freundliche grüße|mit besten grüßen|beste grüße|mit lieben grüßen|liebe grüße|viele grüße|schöne grüße|herzliche grüße|gruß|grüße|mfg|lg|vg|danke|vielen dank|besten dank',
  'cordialement|bien cordialement|très cordialement|bien à vous|bien à toi|sincères salutations|cdlt|bonne journée|bonne soirée|merci',
  'un saludo|un cordial saludo|saludos|saludos cordiales|atentamente|gracias|muchas gracias|salutacions|gràcies',
  'atenciosamente|cumprimentos|com os melhores cumprimentos|melhores cumprimentos|abraços|obrigado|obrigada',
  'cordiali saluti|distinti saluti|saluti|un saluto|grazie',
  'met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|vriendelijke groeten|hartelijke groet|groeten|groet|bedankt|mvg',
  'med venlig hilsen|venlig hilsen|med vennlig hilsen|vennlig hilsen|mvh|hilsen|tak|takk',
  'med vänliga hälsningar|vänliga hälsningar|med vänlig hälsning|hälsningar|tack|ystävällisin terveisin|terveisin|kiitos|parimat|lugupidamisega',
  'pozdrawiam|pozdrawiam serdecznie|z poważaniem|dziękuję|s pozdravem|s úctou|děkuji|s pozdravom|ďakujem|lep pozdrav|srdačan pozdrav|hvala',
  'üdvözlettel|tisztelettel|köszönöm|cu stimă|cu respect|mulțumesc|pagarbiai|ar cieņu',
  'с уважением|с наилучшими пожеланиями|спасибо|з повагою|дякую|поздрави|с уважение',
  'με εκτίμηση|φιλικά|ευχαριστώ|saygılarımla|iyi çalışmalar|teşekkürler',
  'בברכה|תודה|مع التحية|مع أطيب التحيات|تحياتي|مع تحياتي|شكرا|با احترام|با تشکر',
  '此致|祝好|谢谢|謝謝|顺颂商祺|敬上|よろしくお願いします|よろしくお願いいたします|以上|敬具|감사합니다|드림',
  'trân trọng|cảm ơn|salam|hormat kami|terima kasih|ด้วยความเคารพ|ขอบคุณ',
];

/** A disclaimer names a message and that it is confidential, in words of one of these lines: `message` / `secret`. */
export const disclaimers: readonly (readonly [message: string, secret: string])[] = [
  [
    'e-?mails?\\b|messages?\\b|communication|transmission|attachments?\\b|confidentiality notice|disclaimer',
    'confidential|privileged|intended (?:solely|only|recipients?)|not the intended|received (?:it|this[\\w\\s-]{0,20}) in error',
  ],
  ['e-?mail|nachricht|anhänge|mitteilung', 'vertraulich|nicht der (?:richtige|vorgesehene|beabsichtigte)|irrtümlich'],
  ['message|courriel|e-?mail|pièces jointes', 'confidentiel|destinataire|par erreur'],
  ['mensaje|correo|comunicación|missatge', 'confidencial|destinatario|por error'],
  ['mensagem|e-?mail|correio', 'confidencia|destinatário|por engano'],
  ['messaggio|e-?mail|comunicazione', 'riservat|confidenzial|destinatario|per errore'],
  ['bericht|e-?mail', 'vertrouwelijk|geadresseerde|abusievelijk'],
  ['meddelelse|e-?mail|e-?post|meddelande|viesti', 'fortrolig|konfidentiel|konfidentiell|luottamuksellinen'],
  ['wiadomość|e-?mail|zpráva|správa', 'poufn|důvěrn|dôvern|adresat'],
  ['сообщение|письмо|повідомлення|лист', 'конфиденциальн|конфіденційн'],
  ['mesaj|e-?posta|ileti|μήνυμα', 'gizli|εμπιστευτικ'],
  ['邮件|郵件|メール|메일', '保密|机密|機密|秘密|기밀'],
];

/** What the footer of a mailing list says. */
export const listFooter =
  'mailing list|mailing-list|unsubscribe|listinfo|mailman|mailingliste|abbestellen|google groups|groups\\.google|you received this message because|se désabonner|cancelar la suscripción|отписаться|lists?@|@lists?\\.';
