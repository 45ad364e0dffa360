/**
 * The start of the lines that phones and programs add, one line a language. Behind `my` and its like any name of a device
 * may stand. `…` separates the words before it from those after it, which end the line unless `…` follows them, too.
 */
export const advertisements: readonly string[] = [
  'Sent from|Sent via|Sent with|Sent by|Sent using|Sent on|Sent wirelessly|Get Outlook for|Get BlueMail for|From my|Composed with|Secured with|Powered by',
  'Gesendet von|Gesendet mit|Gesendet über|Gesendet aus|Von meinem … gesendet|Von meiner … gesendet|Von unterwegs gesendet|Diese Nachricht wurde … gesendet|Diese E-Mail wurde … gesendet|Holen Sie sich Outlook',
  'Envoyé de|Envoyé sans fil|Envoyé depuis|Envoyé à partir|Envoyé avec|Envoyé par|Envoyé via|Télécharger Outlook|Obtenir Outlook|Obtenez Outlook',
  'Enviado desde|Enviado con|Enviado por|Enviado via|Enviat des de|Enviat des del|Obtener Outlook|Descargar Outlook',
  'Enviado do|Enviado da|Enviado de|Enviado a partir|Obter o Outlook|Obtenha o Outlook',
  'Inviato da|Inviato dal|Inviata da|Inviato con|Inviato tramite|Scarica Outlook|Ottieni Outlook',
  'Verzonden vanaf|Verzonden vanuit|Verzonden met|Verzonden via|Verstuurd vanaf|Verstuurd met|Verstuurd via|Download Outlook',
  'Sendt fra|Sendt med|Sendt via|Hent Outlook',
  'Skickat från|Skickat med|Skickades från|Hämta Outlook',
  'Lähetetty … iPhonesta|Lähetetty … laitteesta|Lähetetty iPhonesta|Lähetetty puhelimesta|Hanki Outlook|Saadetud minu|Nosūtīts no mana|Išsiųsta iš mano',
  'Wysłane z|Wysłane ze|Wysłano z|Wysłano ze|Wysłana z|Pobierz program Outlook|Wysłane przy użyciu',
  'Odesláno z|Odesláno pomocí|Odoslané z|Poslano z|Poslano iz|Poslano s mog|Poslano s mojeg|Poslato sa|Získat Outlook',
  'Elküldve|Küldve az|Az iPhone-omról küldve|iPhone-ról küldve|Trimis de pe|Trimis din',
  'Отправлено с|Отправлено из|Отправлено от|Отправлено мобильной|Надіслано з|Відправлено з|Изпратено от',
  "Στάλθηκε από|Εστάλη από|iPhone’umdan gönderildi|iPhone'umdan gönderildi|Android … gönderildi|Galaxy’mden gönderildi|Galaxy'mden gönderildi|Cihazımdan gönderildi|iOS için Outlook|Android için Outlook",
  'נשלח מ|أُرسلت من|أرسلت من|تم الإرسال من|مرسل من|ارسال شده از',
  '从我的 … 发送|从我的 … 发出|发自我的|發自我的|從我的 … 傳送|傳送自|寄件自|获取 Outlook|获取 … Outlook|取得 … Outlook|發送自|发送自|来自我的|来自 Outlook|来自 Windows',
  'iPhoneから送信|iPadから送信|Androidから送信|スマートフォンから送信|私の … から送信|나의 … 에서 보냄|나의 iPhone에서 보냄|내 … 에서 보냄|Galaxy에서 보냈습니다',
  'Được gửi từ|Đã gửi từ|Gửi từ|Dikirim dari|Dihantar daripada|ส่งจาก|मेरे … से भेजा गया',
  'Virenfrei.|Virus-free.|Diese E-Mail wurde … geprüft …|This email has been checked|This email was checked',
];

/** The openings that a person starts a line with, too: only with a link behind they are an advertisement. */
export const linkedOpenings: readonly string[] = [
  'Powered by',
  'Composed with',
  'Secured with',
  'Sent by',
  'Sent using',
  'Get Outlook for',
  'Get BlueMail for',
];

/** Whole lines of advertisements, without their links. */
export const slogans: readonly string[] = [
  'Sent from Nine',
  'Gesendet von Nine',
  'Sent with Spike',
  'Secured with Tuta Mail:',
  'Sichere E-Mails mit Tuta:',
  'Enviado do Yahoo Mail no Android',
  'Enviado do Yahoo Mail no iPhone',
  'Get Outlook for iOS',
  'Get Outlook for Android',
  'Get Outlook for Mac',
  'Yahoo Mail: Search, Organize, Conquer',
  'Outlook für Android',
  'Outlook für iOS',
  'Outlook für Mac',
  'Outlook für Android herunterladen',
  'Outlook für iOS herunterladen',
  'Outlook für Android beziehen',
  'Outlook für iOS beziehen',
  'Outlook für Android abrufen',
  'Outlook für iOS abrufen',
  'Outlook voor Android',
  'Outlook voor iOS',
  'Outlook voor Android downloaden',
  'Outlook voor iOS downloaden',
  'iOS 版 Outlook を入手',
  'Android 版 Outlook を入手',
];

/** Pages that a program alone links to, with its name and a word or two in any language. */
export const advertisedPages: readonly string[] = [
  // Outlook for iOS, for Android and for Mac
  'aka\\.ms/(?:o0ukef|AAb9ysg|qtex0l|ghei36|GetOutlookFor\\w{1,10})',
];

/** Pages that a program alone links to, on a line of their own above its words. */
export const pagesAbove: readonly string[] = [
  // Avast and AVG in the plain part of Gmail
  'www\\.(?:avast|avg)\\.com/sig-email\\?',
];

/** Products and kinds of devices, one of which a line names that a program added. */
export const products: readonly string[] = [
  'iphon|ipad|ipod|ios|android|galaxy|samsung|huawei|xiaomi|redmi|oneplus|pixel|htc|nokia|motorola|blackberry|айфон',
  'windows|outlook|gmail|gmx|web\\.de|yahoo|aol|proton|icloud|spark|sparrow|superhuman|tuta|zoho|bluemail|typeapp|k-9',
  'fairemail|hcl verse|mailspring|mimestream|missive|airmail|mailbox|edison|canary mail|newton mail|thunderbird|apple mail|postbox|mail[- ]app',
  'mobile|mobil\\p{L}*|smartphone|phone|cell|handy|telefon|tablet|device|mobilgerät|телефон|téléphone|teléfono|telefone',
  'yandex|яндекс\\p{L}*|mail\\.ru|avast|avg|avira|手机|手機|スマートフォン|휴대폰',
];

/** The words that may stand beside a product in a script without spaces between words. */
export const unspacedWords: readonly string[] = [
  '的|版|邮件|郵件|邮箱|信箱|客户端|应用|應用|移动|行動|适用于|適用於|上|メール|アプリ|版の|の|스마트폰|내|나의|ของฉัน',
];

/** Words of a sentence about something that was sent, which no advertisement has. */
export const spoken: readonly string[] = [
  'but|not|never|yesterday|today|because|it|i|in|at|of|works|cannot|was|were|did|does|is|and|again|last|to|your|registered|courier|dhl|ups|fedex|gls|dpd|monday|tuesday|wednesday|thursday|friday|saturday|sunday',
  'aber|nicht|nie|gestern|heute|weil|und|kam|per post|von hand|an das|an den|an die|an ihre?n?|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag',
  'mais|pas|hier|jamais|par la poste|votre|vos|lundi|mardi|mercredi|jeudi|vendredi',
  'pero|no|ayer|nunca|por correo|correos|a su|lunes|martes|miércoles|jueves|viernes',
  'ma|non|ieri|mai|corriere|vostro|vostra|lunedì|martedì|mercoledì|giovedì|venerdì',
  'mas|não|ontem|por correio|correios|para a|para o seu|segunda-feira|sexta-feira',
  'maar|niet|gisteren|postnl|naar|maandag|dinsdag|woensdag|donderdag|vrijdag',
  'men|ikke|inte|igår|i går|med posten|till|mandag|måndag|fredag',
  'ale|nie|wczoraj|kuriera|kurierem|pocztą|poštou|kurýrem|do servisu|do serwisu',
  'но|не|вчера|курьером|почтой|в сервис|в сервисный',
  'szerviznek|tegnap|ieri|curier|prin curier',
];

/**
 * Greetings at the end of a mail, one line a language: by themselves they stay, above a name they start a signature. One of three
 * letters or fewer may be a brand or a thing, too, so it needs the person's own name below.
 */
export const closings: readonly string[] = [
  'kind regards|best regards|warm regards|many regards|warmest regards|kindest regards|with regards|with kind regards|with best regards|regards|best wishes|all the best|best|cheers|sincerely|yours sincerely|sincerely yours|yours truly|yours faithfully|yours',
  'mit freundlichen grüßen|mit freundlichem gruß|mit freundlichen gruessen|freundliche grüße|mit besten grüßen|beste grüße|mit lieben grüßen|liebe grüße|viele grüße|viele gruesse|schöne grüße|herzliche grüße|mit vielen grüßen|gruß|grüße|grüßle|mfg|lg|vg',
  'freundliche grüsse|mit freundlichen grüssen|mit freundlichem gruss|freundlicher gruss|beste grüsse|mit besten grüssen|liebe grüsse|viele grüsse|herzliche grüsse|gruss|grüsse',
  'cordialement|bien cordialement|très cordialement|bien à vous|bien à toi|sincères salutations|meilleures salutations|salutations|salutations distinguées|cdlt|bonne journée|bonne soirée',
  'un saludo|un cordial saludo|saludos|saludos cordiales|atentamente|cordialmente|salutacions|una salutació',
  'atenciosamente|cumprimentos|com os melhores cumprimentos|melhores cumprimentos|abraços|um abraço|att',
  'cordiali saluti|distinti saluti|saluti|un saluto|un cordiale saluto',
  'met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|vriendelijke groeten|hartelijke groet|groeten|groet|groetjes|met groet|met vriendelijke groeten|mvg|gr',
  'med venlig hilsen|venlig hilsen|med vennlig hilsen|vennlig hilsen|mvh|hilsen|de bedste hilsner|bedste hilsner|kærlig hilsen|mange hilsner|beste hilsen|med hilsen|kh|vh',
  'med vänliga hälsningar|vänliga hälsningar|med vänlig hälsning|hälsningar|ystävällisin terveisin|terveisin|parimate soovidega|lugupidamisega',
  'pozdrawiam|pozdrawiam serdecznie|serdecznie pozdrawiam|z poważaniem|pozdrowienia|s pozdravem|s přátelským pozdravem|s úctou|s pozdravom|lep pozdrav|lijep pozdrav|srdačan pozdrav|s poštovanjem|s spoštovanjem|pozdrav|lp',
  'üdvözlettel|üdvözlettel:|tisztelettel|tisztelettel:|üdv|üdv:|cu stimă|cu stima|cu respect|o zi bună|pagarbiai|ar cieņu',
  'с уважением|с наилучшими пожеланиями|з повагою|з найкращими побажаннями|поздрави|с уважение|с поштовањем',
  'με εκτίμηση|με φιλικούς χαιρετισμούς|φιλικά|saygılarımla|saygılarımızla|iyi çalışmalar',
  'בברכה|مع التحية|مع أطيب التحيات|تحياتي|مع تحياتي|با احترام',
  '此致|祝好|顺颂商祺|敬上|敬具|드림|trân trọng|salam|hormat kami|ด้วยความเคารพ',
];

/** Thanks say something, so no signature starts with them; with a name behind they are no answer to what is quoted above. */
export const thanks: readonly string[] = [
  'thanks|many thanks|thanks a lot|thank you|thank you very much|thx|danke|vielen dank|besten dank|danke schön|merci|merci beaucoup|gracias|muchas gracias|gràcies|obrigado|muito obrigado|obrigada|muito obrigada|grazie|grazie mille',
  'bedankt|dank je|dank u|tak|takk|tack|kiitos|aitäh|dziękuję|děkuji|ďakujem|hvala|köszönöm|mulțumesc|ačiū|paldies',
  'спасибо|дякую|благодаря|хвала|ευχαριστώ|teşekkürler|תודה|شكرا|با تشکر|谢谢|謝謝|よろしくお願いします|よろしくお願いいたします',
  '감사합니다|cảm ơn|terima kasih|ขอบคุณ|धन्यवाद',
];

/** The starts of paragraphs that programs which scan mail add below it. */
export const scans: readonly string[] = [
  // Mimecast
  'This email has been scanned for viruses and malware, and may have been automatically archived by',
  'This email has been scanned for spam and viruses by',
  // Symantec, MailScanner
  'This email has been scanned by the',
  'This message has been scanned for viruses and dangerous content by',
];

/** The titles of disclaimers, one line a group of languages. */
export const disclaimerTitles: readonly string[] = [
  'disclaimer|legal disclaimer|legal notice|confidentiality notice|email disclaimer',
  'haftungsausschluss|vertraulichkeitshinweis|rechtlicher hinweis',
  'avis de confidentialité|avertissement|aviso legal|aviso de confidencialidad|aviso de confidencialidade|avviso di riservatezza',
  'klauzula poufności|vertrouwelijkheid',
];

/** Words in which a person speaks of a message, as no disclaimer does, one line a language, as parts of a regular expression. */
export const personalWords: readonly string[] = [
  "I(?:['’]\\w+| \\p{Ll}+)|between (?:us|you)",
  '[Ii]ch|[Mm]ir|[Mm]ich|[Mm]ein\\p{L}{0,2}|unter uns|[Ii]hre [Nn]achricht|[Ii]hre [Ee]-?[Mm]ail',
  "[Jj]e|[Jj]['’]\\p{L}+|entre nous|[Vv]otre (?:message|courriel|e-?mail)",
  '[Yy]o|entre nosotros|[Ss]u (?:mensaje|correo)|[Ll]o (?:mandé|envié|recibí)|[Hh]e recibido',
  '[Ee]u|[Ss]ua (?:mensagem|comunicação)',
  '[Ii]o|tra noi|[Vv]ostro (?:messaggio|e-?mail)|[Hh]o ricevuto',
  '[Ii]k|[Mm]ijn|[Uu]w (?:bericht|e-?mail)',
  '[Jj]eg|[Jj]ag|[Mm]inä',
  'я|Я|мне|мной|ваше (?:письмо|сообщение)|мені',
  '[Bb]en|bana',
  '我|私',
];

/** A disclaimer names a message and that it is confidential, in words of one of these lines: `message` / `secret`. */
export const disclaimers: readonly (readonly [message: string, secret: string])[] = [
  [
    'e-?mails?\\b|messages?\\b|communication|transmission|attachments?\\b|confidentiality notice|disclaimer',
    'confidential|privileged|intended (?:solely|only|recipients?)|not the intended|received (?:it|this[\\w\\s-]{0,20}) in error',
  ],
  [
    'e-?mail|nachricht|anhänge|mitteilung',
    'vertraulich|nicht der (?:richtige|vorgesehene|beabsichtigte)|irrtümlich',
  ],
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
