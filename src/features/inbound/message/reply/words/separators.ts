/** The words between dashes above a quoted mail, one line a client or a language. */
export const originals: readonly string[] = [
  'Original Message|Original Appointment|Reply Message|Replied Message|Previous Message|Original e-mail',
  'Ursprüngliche Nachricht|Originalnachricht|Original-Nachricht|Ursprüngliche Mail|Antwort Nachricht|Urspr. Nachricht|Ursprünglicher Termin',
  "Message d'origine|Message original|Mail original|Message initial|Message d’origine|E-mail d'origine",
  'Mensaje original|Missatge original|Mensaxe orixinal',
  'Mensagem original|Mensagem Original',
  'Messaggio originale|Messaggio Originale',
  'Oorspronkelijk bericht|Origineel bericht|Oorspronkelijke bericht',
  'Oprindelig meddelelse|Oprindelig besked|Opprinnelig melding|Opprinnelig e-post',
  'Originalmeddelande|Ursprungligt meddelande|Ursprungligt mejl|Original meddelande',
  'Alkuperäinen viesti|Algne kiri',
  'Wiadomość oryginalna|Oryginalna wiadomość|Wiadomość pierwotna',
  'Původní zpráva|Původní e-mail|Pôvodná správa|Izvorno sporočilo|Izvorna poruka|Originalna poruka',
  'Eredeti üzenet|Mesaj original|Mesajul original',
  'Исходное сообщение|Оригинальное сообщение|Вихідне повідомлення|Оригінальне повідомлення|Оригинално съобщение|Оригинално писмо',
  'Αρχικό μήνυμα|Orijinal Mesaj|Özgün İleti|Orijinal ileti',
  'הודעה מקורית|الرسالة الأصلية|پیام اصلی',
  '原始邮件|回复的原邮件|原始郵件|原始信件|原邮件|元のメッセージ|元のメール|원본 메시지|원본 메일|원본 이메일|Original Mail',
  'Thư gốc|Tin nhắn gốc|Pesan Asli|ข้อความต้นฉบับ',
];

/** Lines of programs above a quoted mail that have no dashes. */
export const undashed: readonly string[] = ['Original Message processed by david®'];

/** The words above a forwarded mail, one line a client or a language. */
export const forwards: readonly string[] = [
  'Forwarded message|Begin forwarded message|Forwarded Mail|Forwarded by|Start of forwarded message',
  'Weitergeleitete Nachricht|Anfang der weitergeleiteten Nachricht|Weitergeleitete Mail',
  'Message transféré|Message transmis|Début du message réexpédié|Début du message transféré|E-mail transféré',
  'Mensaje reenviado|Inicio del mensaje reenviado|Missatge reenviat',
  'Mensagem encaminhada|Início da mensagem encaminhada|Mensagem reencaminhada|Início da mensagem reencaminhada',
  'Messaggio inoltrato|Inizio messaggio inoltrato|Messaggio Inoltrato',
  'Doorgestuurd bericht|Begin doorgestuurd bericht',
  'Videresendt meddelelse|Videresendt melding|Start på videresendt besked|Videresendt e-post',
  'Vidarebefordrat meddelande|Vidarebefordrat brev|Välitetty viesti|Alkaa välitetty viesti',
  'Przekazana wiadomość|Wiadomość przekazana|Początek przekazywanej wiadomości',
  'Přeposlaná zpráva|Přeposlaný e-mail|Preposlaná správa|Posredovano sporočilo|Proslijeđena poruka',
  'Továbbított üzenet|Mesaj redirecționat|Mesaj retransmis',
  'Пересланное сообщение|Пересылаемое сообщение|Начало переадресованного сообщения|Переслане повідомлення|Препратено съобщение',
  'Προωθημένο μήνυμα|İletilen mesaj|Yönlendirilmiş mesaj|İletilen ileti',
  'הודעה שהועברה|الرسالة المعاد توجيهها|رسالة معاد توجيهها|رسالة مُعاد توجيهها',
  '转发的邮件|轉寄郵件|转发邮件|已轉寄的郵件|転送されたメッセージ|転送メッセージ|전달된 메시지|전달된 메일',
  'Thư đã chuyển tiếp|Tin nhắn được chuyển tiếp|Pesan terusan|Pesan yang diteruskan',
];

/** The start of the subject of a forwarded mail. */
export const forwardPrefixes =
  'fwd?|wg|tr|rv|i|enc|res?env|doorst|fs|vs|vb|vl|pd|ilt|İlt|trs|yml|πρθ|továbbítás|preposlané|пересл|转发|轉寄|転送|전달|ילד|הועבר|إعادة توجيه';

/** The start of the subject of an answer, and the tags that servers put before it. */
export const replyPrefixes = [
  're|ref|aw|antw|antwort|sv|svar|vs|vast|rif|r|res|rép|rsp|resp|resposta|respuesta|risposta|réponse|er',
  'odp|odg|odpověď|vá|válasz|răspuns|rasp|atb|ats|ynt|yan|cevap|απ|σχετ|bls|balas|balasan|trả lời|tl|jibu',
  'отв|ответ|відп|отг|одг|на|השב|תגובה|תשובה|رد|الرد|پاسخ|उत्तर|प्रति|ตอบ|ตอบกลับ',
  '回复|回覆|答复|答覆|回應|回信|返信|返|답장|회신|답변',
  'ext|extern|external|externe|spam',
].join('|');

/** Prefixes of forwards that head replies in another language, with the field of the sender in each. */
export const sharedPrefixes: readonly { prefix: string; forward: string; reply: string }[] = [
  // Danish and Norwegian, and Finnish
  { prefix: 'vs', forward: 'Fra', reply: 'Lähettäjä' },
];

/** Words by which a person says that the answers stand within the history, one line a language, as parts of a regular expression. */
export const pointers: readonly string[] = [
  '(?:answers?|answered|comments?|commented|replies|replied|responses?|responded|notes?|feedback|see)\\b.{0,30}\\b(?:below|inline|in-line|in line|in red|in blue|in green|in bold|in the text)',
  '(?:antwort\\p{L}*|kommentar\\p{L}*|anmerkung\\p{L}*|siehe|s\\.)\\s.{0,30}(?:unten|inline|in rot|in blau|in grün|im text|fett)',
  '(?:réponses?|commentaires?|répondu|voir)\\s.{0,30}(?:ci-dessous|en rouge|en bleu|en vert|en gras|dans le texte|dans le corps)',
  '(?:respuestas?|comentarios?|respondo|contesto|ver|vea)\\s.{0,30}(?:abajo|a continuación|en rojo|en azul|en verde|en negrita|en el texto)',
  '(?:respostas?|comentários?|respondi|ver|veja)\\s.{0,30}(?:abaixo|em vermelho|em azul|em verde|em negrito|no texto)',
  '(?:rispost[ae]|commenti?|rispondo|vedi)\\s.{0,30}(?:sotto|di seguito|in rosso|in blu|in verde|in grassetto|nel testo)',
  '(?:antwoord(?:en)?|opmerking(?:en)?|reactie|zie)\\s.{0,30}(?:hieronder|onder|in het rood|in rood|in het blauw|in blauw|in de tekst)',
  '(?:svar|kommentar\\p{L}*|se)\\s.{0,30}(?:nedenfor|nedan|under|med rødt|i rødt|i rött|med rött|i teksten|i texten)',
  '(?:odpowiedzi|odpowiedź|komentarz\\p{L}*|patrz|odpovědi|viz)\\s.{0,30}(?:poniżej|na czerwono|w tekście|níže|červeně|v textu)',
  '(?:ответы?|комментари\\p{L}*|см\\.|отвечаю|відповіді)\\s.{0,30}(?:ниже|красным|синим|в тексте|по тексту|нижче)',
  '(?:cevap|cevap(?:lar|la)\\p{L}*|cevabım|yanıt|yanıt(?:lar|la|ım)\\p{L}*|yorumlar\\p{L}*|notlarım|bkz\\.)\\s.{0,30}(?:aşağıda(?!\\p{L})|kırmızı|mavi|yeşil|kalın|metnin içinde|metinde|satır ara)|aşağıda(?:ki)?\\s.{0,30}(?:cevaplar|cevapladı|cevabım|yanıtlar|yanıtladı|yanıtım|yorumlar|notlarım)',
  '(?:vastaus|vastaukse\\p{L}*|vastasin|vastaan|kommentt?i\\p{L}*|kommentoin|huomautukse\\p{L}*|katso|ks\\.)\\s.{0,30}(?:alla|alempana|alapuolella|punaisella|sinisellä|vihreällä|lihavoituna|tekstin seassa|viestin seassa|tekstissä|lomassa|väleissä)(?!\\p{L})|alla\\s.{0,30}(?:vastaukse|vastasin|kommenti|kommentoin)',
  '(?:válasz(?:om|aim\\p{L}*|ok\\p{L}*|oltam)?|megjegyzés\\p{L}*|komment\\p{L}*|észrevétel\\p{L}*|lásd|ld\\.)\\s.{0,30}(?:lent|lentebb|lejjebb|alább|alul|pirossal|piros színnel|kékkel|zölddel|félkövérrel|vastagon|a szövegben|a levélben|a sorok között)(?!\\p{L})|(?:lent|alább|alul|pirossal|kékkel|zölddel)\\s.{0,30}(?:válaszaim|válaszok|válaszom|válaszoltam|megjegyzés|észrevétel)',
  '(?:r[aă]spuns(?! la)|r[aă]spunsuri\\p{L}*|r[aă]spunsul meu|am r[aă]spuns|r[aă]spund|comentarii\\p{L}*|observa[tțţ]ii\\p{L}*|vezi|vede[tțţ]i)\\s.{0,30}(?:mai jos|dedesubt|(?:cu|[iî]n) (?:ro[sșş]u|albastru|verde)|[iî]n text(?!\\p{L})|[iî]ngro[sșş]at)|mai jos\\s.{0,30}(?:r[aă]spunsuri|r[aă]spunsul meu|am r[aă]spuns|comentarii|observa[tțţ]ii)',
  '(?:απάντησ\\p{L}*(?! στ)|απαντήσεις|απαντώ|σχόλι\\p{L}*|παρατηρήσεις|δείτε|δες|βλέπε|βλ\\.)\\s.{0,30}(?:παρακάτω|πιο κάτω|από κάτω|με κόκκιν|με μπλε|με πράσιν|με έντον|στο κείμενο)|(?:παρακάτω|πιο κάτω)\\s.{0,30}(?:απαντήσεις|απάντησα|απάντησή μου|σχόλι|παρατηρήσεις)',
  '[הו]?(?:תשוב\\p{L}*|הער\\p{L}*|תגוב\\p{L}*|עניתי|הגבתי|רא[הוי])\\s.{0,30}(?:למטה|להלן|מטה|באדום|בכחול|בירוק|בהדגשה|בגוף|בתוך|בהמשך ה(?:מייל|הודעה))|(?:למטה|להלן)\\s.{0,30}(?:תשוב|הער|תגוב|עניתי)',
  '(?:ال)?(?:(?:رد|[إا]جاب\\p{L}*)(?! على)|ردي|ردود\\p{L}*|رددت|[أا]جوب\\p{L}*|[أا]جبت|جوابي|تعليق\\p{L}*|ملاحظات\\p{L}*|انظر\\p{L}*)\\s.{0,30}(?:[أا]دناه|ب?ال[أا]سفل|بال[أا]حمر|باللون|بالخط العريض|ضمن النص|داخل النص|في النص)|[أا]دناه\\s.{0,30}(?:ردي|ردود|[إا]جاب|[أا]جوب|جوابي|تعليق|ملاحظات)',
  '(?:见|請見|请见|如下|答复|回复).{0,10}(?:红字|红色|紅字|紅色|下方|下面|文中)|(?:赤字|青字|本文中|下記|インライン).{0,10}(?:回答|返信|記入|コメント)|아래.{0,10}(?:답변|회신|의견)',
];
