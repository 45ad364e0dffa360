import {
  alibaba,
  appleMail,
  foxmail,
  gmail,
  gmailForward,
  gmx,
  iPhone,
  mailRu,
  mso,
  naver,
  old,
  orange,
  outlook,
  outlookMobile,
  owa,
  proton,
  qq,
  samsung,
  thunderbird,
  yahoo,
  yandex,
  zoho,
} from './parts.ts';

/** A message as a program writes it. */
interface ClientMessage {
  /** The lines that a person sees as the reply, without blank ones. */
  readonly reply: string;
  readonly html: string;
  /** The plain part that the program adds; none if it sends HTML alone. */
  readonly plain?: string;
  /** `Re: Printer` if it is not said. */
  readonly subject?: string;
}

const text = 'Dear client,\n\nis it fixed?\n\nYour Support';
const marked = text.replace(/^/gm, '> ');

const en =
  'From: Support <support@example.com> | Sent: Monday, March 11, 2024 10:00 AM | To: Ann Lee <ann@client.example> | Subject: Printer';
const de =
  'Von: Support <support@example.com> | Gesendet: Montag, 11. März 2024 10:00 | An: Ann Lee <ann@client.example> | Betreff: Drucker';
const fr =
  'De : Support <support@example.com> | Envoyé : lundi 11 mars 2024 10:00 | À : Ann Lee <ann@client.example> | Objet : Imprimante';
const es =
  'De: Support <support@example.com> | Enviado: lunes, 11 de marzo de 2024 10:00 | Para: Ann Lee <ann@client.example> | Asunto: Impresora';
const nl =
  'Van: Support <support@example.com> | Verzonden: maandag 11 maart 2024 10:00 | Aan: Ann Lee <ann@client.example> | Onderwerp: Printer';
const fi =
  'Lähettäjä: Support <support@example.com> | Lähetetty: maanantai 11. maaliskuuta 2024 10.00 | Vastaanottaja: Ann Lee <ann@client.example> | Aihe: Tulostin';
const zh =
  '发件人: Support <support@example.com> | 发送时间: 2024年3月11日 10:00 | 收件人: Ann Lee <ann@client.example> | 主题: 打印机';
const ja =
  '差出人: Support <support@example.com> | 送信日時: 2024年3月11日 10:00 | 宛先: Ann Lee <ann@client.example> | 件名: プリンター';
/** Welsh, which the table of fields does not have. */
const cy =
  'Oddi wrth: Support <support@example.com> | Anfonwyd: Dydd Llun, 11 Mawrth 2024 10:00 | At: Ann Lee <ann@client.example> | Pwnc: Argraffydd';

const lines = (fields: string): string => fields.replaceAll(' | ', '\n');

const notice = 'This e-mail and any attachments are confidential and intended solely for the addressee.';
const hinweis = 'Diese E-Mail enthält vertrauliche Informationen und ist nur für den Empfänger bestimmt.';

/** By the program and what the person did. */
export const clientMessages: Readonly<Record<string, ClientMessage>> = {
  'Outlook, an answer': {
    reply: 'Hello,\nthe lamp is red.',
    html: outlook(['Hello,', '', 'the lamp is red.', '', 'Kind regards,', 'Ann Lee'], en),
    plain: `Hello,\n\nthe lamp is red.\n\nKind regards,\nAnn Lee\n\n${lines(en)}\n\n${text}`,
  },
  'Outlook, German with a company’s signature': {
    reply: 'Hallo,\ndie Lampe ist rot.',
    html: outlook(
      [
        'Hallo,',
        '',
        'die Lampe ist rot.',
        '',
        'Mit freundlichen Grüßen',
        'Ann Lee',
        'Client GmbH',
        'Tel. +49 30 1234',
      ],
      de,
    ),
    plain: `Hallo,\n\ndie Lampe ist rot.\n\nMit freundlichen Grüßen\nAnn Lee\nClient GmbH\nTel. +49 30 1234\n\n${lines(de)}\n\n${text}`,
  },
  'Outlook, a disclaimer below the history': {
    reply: 'The lamp is red.',
    html: outlook(['The lamp is red.'], en, mso(notice)),
    plain: `The lamp is red.\n\n${lines(en)}\n\n${text}\n\n${notice}`,
  },
  'Outlook, a disclaimer below the greeting': {
    reply: 'Die Lampe ist rot.',
    html: outlook(['Die Lampe ist rot.', '', 'Viele Grüße', 'Ann Lee', '', hinweis], de),
    plain: `Die Lampe ist rot.\n\nViele Grüße\nAnn Lee\n\n${hinweis}\n\n${lines(de)}\n\n${text}`,
  },
  'Outlook, French': {
    reply: 'Bonjour,\nla lampe est rouge.',
    html: outlook(['Bonjour,', '', 'la lampe est rouge.', '', 'Cordialement,', 'Ann Lee'], fr),
    plain: `Bonjour,\n\nla lampe est rouge.\n\nCordialement,\nAnn Lee\n\n${lines(fr)}\n\n${text}`,
  },
  'Outlook, Finnish': {
    reply: 'Valo on punainen.',
    html: outlook(['Valo on punainen.', '', 'Terveisin', 'Ann Lee'], fi),
    plain: `Valo on punainen.\n\nTerveisin\nAnn Lee\n\n${lines(fi)}\n\n${text}`,
    subject: 'VS: Tulostin',
  },
  'Outlook, a forward in Finnish': {
    reply: `Katso tätä.\n${lines(fi)}\nDear client,\nis it fixed?\nYour Support`,
    html: outlook(['Katso tätä.'], fi),
    plain: `Katso tätä.\n\n${lines(fi)}\n\n${text}`,
    subject: 'VL: Tulostin',
  },
  'Outlook, a forward in German': {
    reply: `Bitte ansehen.\n${lines(de)}\nDear client,\nis it fixed?\nYour Support`,
    html: outlook(['Bitte ansehen.'], de),
    plain: `Bitte ansehen.\n\n${lines(de)}\n\n${text}`,
    subject: 'WG: Drucker',
  },
  'Outlook, a rule between the words': {
    reply: 'One printer is fine.\n---\nThe other is not.',
    html: outlook(['One printer is fine.', '---', 'The other is not.'], en),
    plain: `One printer is fine.\n\n---\n\nThe other is not.\n\n${lines(en)}\n\n${text}`,
  },
  'Outlook, a list': {
    reply: 'We tried:\n- the cable\n- the lamp',
    html: outlook(['We tried:<ul><li>the cable</li><li>the lamp</li></ul>'], en),
  },
  'the new Outlook, an answer': {
    reply: 'The lamp is red.',
    html: owa('The lamp is red.', en),
    plain: `The lamp is red.\n________________________________\n${lines(en)}\n\n${text}`,
  },
  'the new Outlook, Spanish': {
    reply: 'La luz está roja.',
    html: owa('La luz está roja.<br><br>Un saludo,<br>Ann', es),
    plain: `La luz está roja.\n\nUn saludo,\nAnn\n________________________________\n${lines(es)}\n\n${text}`,
  },
  'the new Outlook, Dutch with a signature': {
    reply: 'De lamp is rood.',
    html: owa('De lamp is rood.', nl, '<div id="Signature"><p>Met vriendelijke groet,<br>Ann Lee</p></div>'),
    plain: `De lamp is rood.\n\nMet vriendelijke groet,\nAnn Lee\n________________________________\n${lines(nl)}\n\n${text}`,
  },
  'the new Outlook, a language that no table has': {
    reply: 'Mae’r lamp yn goch.',
    html: owa('Mae’r lamp yn goch.', cy),
  },
  'the new Outlook, a forward in a language that no table has': {
    reply: `Edrychwch.\n${lines(cy)}\nDear client,\nis it fixed?\nYour Support`,
    html: owa('Edrychwch.', cy),
    subject: 'FW: Argraffydd',
  },
  'the new Outlook, a forward': {
    reply: `Please see below.\n----------\n${lines(en)}\nDear client,\nis it fixed?\nYour Support`,
    html: owa('Please see below.', en),
    subject: 'Fw: Printer',
  },
  'Outlook for iOS': {
    reply: 'The lamp is red.',
    html: outlookMobile('The lamp is red.', 'Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a>', en),
    plain: `The lamp is red.\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\n${lines(en)}\n\n${text}`,
  },
  'Outlook for Android, German': {
    reply: 'Die Lampe ist rot.',
    html: outlookMobile(
      'Die Lampe ist rot.',
      '<a href="https://aka.ms/AAb9ysg">Outlook für Android</a> herunterladen',
      de,
    ),
    plain: `Die Lampe ist rot.\n\nOutlook für Android<https://aka.ms/AAb9ysg> herunterladen\n________________________________\n${lines(de)}\n\n${text}`,
  },
  'Outlook for iOS, Japanese': {
    reply: 'ランプが赤いです。',
    html: outlookMobile(
      'ランプが赤いです。',
      '<a href="https://aka.ms/o0ukef">iOS 版 Outlook</a> を入手',
      ja,
    ),
  },
  'Outlook for iOS, a language that no table has': {
    reply: 'Mae’r lamp yn goch.',
    html: outlookMobile('Mae’r lamp yn goch.', '', cy),
  },
  'iPhone, an answer': {
    reply: 'The lamp is red.',
    html: iPhone(
      'The lamp is red.<br><br><div dir="ltr">Sent from my iPhone</div>',
      'On Mar 11, 2024, at 10:00, Support <support@example.com> wrote:',
    ),
    plain: `The lamp is red.\n\nSent from my iPhone\n\n> On Mar 11, 2024, at 10:00, Support <support@example.com> wrote:\n> \n> ${marked.slice(2)}`,
  },
  'iPhone, German': {
    reply: 'Die Lampe ist rot.',
    html: iPhone(
      'Die Lampe ist rot.<br><div dir="ltr">Von meinem iPhone gesendet</div>',
      'Am 11.03.2024 um 10:00 schrieb Support <support@example.com>:',
    ),
    plain: `Die Lampe ist rot.\n\nVon meinem iPhone gesendet\n\n> Am 11.03.2024 um 10:00 schrieb Support <support@example.com>:\n> \n> ${marked.slice(2)}`,
  },
  'iPhone, Italian': {
    reply: 'La luce è rossa.',
    html: iPhone(
      'La luce è rossa.<br><div dir="ltr">Inviato da iPhone</div>',
      'Il giorno 11 mar 2024, alle ore 10:00, Support <support@example.com> ha scritto:',
    ),
  },
  'iPhone, an answer below the quote': {
    reply: 'The lamp is red.',
    html: iPhone(
      '',
      'On Mar 11, 2024, at 10:00, Support <support@example.com> wrote:',
      '<div>The lamp is red.</div>',
    ),
  },
  'Apple Mail, an answer': {
    reply: 'The lamp is red.',
    html: appleMail('The lamp is red.', 'On 11 Mar 2024, at 10:00, Support <support@example.com> wrote:'),
    plain: `The lamp is red.\n\n> On 11 Mar 2024, at 10:00, Support <support@example.com> wrote:\n> \n> ${marked.slice(2)}\n`,
  },
  'Apple Mail, French': {
    reply: 'La lampe est rouge.',
    html: appleMail(
      'La lampe est rouge.',
      'Le 11 mars 2024 à 10:00, Support <support@example.com> a écrit :',
    ),
    plain: `La lampe est rouge.\n\n> Le 11 mars 2024 à 10:00, Support <support@example.com> a écrit :\n> \n> ${marked.slice(2)}\n`,
  },
  'Apple Mail, a signature below the quote': {
    reply: 'The lamp is red.',
    html: appleMail(
      'The lamp is red.',
      'On 11 Mar 2024, at 10:00, Support <support@example.com> wrote:',
      '<div>Kind regards,<br>Ann Lee</div>',
    ).replace('<div>Kind regards,<br>Ann Lee</div>', '<div>-- <br>Ann Lee</div>'),
  },
  'Apple Mail, answers within the quote': {
    reply: '> Is it on?\nIt is.\n> Is it red?\nIt is not.',
    html: `<html><body><blockquote type="cite"><div>Is it on?</div></blockquote><div>It is.</div><blockquote type="cite"><div>Is it red?</div></blockquote><div>It is not.</div></body></html>`,
  },
  'Apple Mail, a forward': {
    reply:
      'Look at this.\n> Begin forwarded message:\n> From: Support <support@example.com>\n> Subject: Printer\n> Date: 11 March 2024 at 10:00:00 CET\n> To: Ann Lee <ann@client.example>\n> Dear client,\n> is it fixed?\n> Your Support',
    html: `<html><body>Look at this.<br><div><br><blockquote type="cite"><div>Begin forwarded message:</div><br class="Apple-interchange-newline"><div><b>From: </b>Support &lt;support@example.com&gt;<br></div><div><b>Subject: </b>Printer<br></div><div><b>Date: </b>11 March 2024 at 10:00:00 CET<br></div><div><b>To: </b>Ann Lee &lt;ann@client.example&gt;<br></div><br><div>${old}</div></blockquote></div></body></html>`,
    subject: 'Fwd: Printer',
  },
  'Gmail, an answer': {
    reply: 'The lamp is red.',
    html: gmail('The lamp is red.', 'On Mon, Mar 11, 2024 at 10:00 AM Support <support@example.com> wrote:'),
    plain: `The lamp is red.\n\nOn Mon, Mar 11, 2024 at 10:00 AM Support <support@example.com> wrote:\n\n${marked}\n`,
  },
  'Gmail, Polish with a signature': {
    reply: 'Lampka jest czerwona.',
    html: gmail(
      'Lampka jest czerwona.<div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature" data-smartmail="gmail_signature">Ann Lee<br>+48 22 123</div>',
      'pon., 11 mar 2024 o 10:00 Support <support@example.com> napisał(a):',
    ),
    plain: `Lampka jest czerwona.\n\n-- \nAnn Lee\n+48 22 123\n\npon., 11 mar 2024 o 10:00 Support <support@example.com> napisał(a):\n\n${marked}\n`,
  },
  'Gmail, Turkish': {
    reply: 'Lamba kırmızı.',
    html: gmail(
      'Lamba kırmızı.',
      'Support <support@example.com>, 11 Mar 2024 Pzt, 10:00 tarihinde şunu yazdı:',
    ),
  },
  'Gmail, Korean': {
    reply: '램프가 빨간색입니다.',
    html: gmail(
      '램프가 빨간색입니다.',
      '2024년 3월 11일 (월) 오전 10:00, Support <support@example.com>님이 작성:',
    ),
  },
  'Gmail, a language that no table has': {
    reply: 'Taa ni nyekundu.',
    html: gmail(
      'Taa ni nyekundu.',
      'Mnamo Jtt, 11 Mac 2024, 10:00 Support <support@example.com> aliandika hivi:',
    ),
  },
  'Gmail, answers within the quote': {
    reply: 'See below.\n> Is it on?\nIt is.\n> Is it red?\nIt is not.',
    html: gmail(
      'See below.',
      'On Mon, Mar 11, 2024 at 10:00 AM Support <support@example.com> wrote:',
      'Is it on?',
      '<div>It is.</div><blockquote class="gmail_quote">Is it red?</blockquote><div>It is not.</div>',
    ),
    plain:
      'See below.\n\nOn Mon, Mar 11, 2024 at 10:00 AM Support <support@example.com> wrote:\n\n> Is it on?\n>\nIt is.\n\n> Is it red?\n>\nIt is not.\n',
  },
  'Gmail, answers within the quote, in a language that no table has': {
    reply: '> Is it on?\nNdiyo.\n> Is it red?\nHapana.',
    html: gmail(
      '',
      'Mnamo Jtt, 11 Mac 2024, 10:00 Support <support@example.com> aliandika hivi:',
      'Is it on?',
      '<div>Ndiyo.</div><blockquote class="gmail_quote">Is it red?</blockquote><div>Hapana.</div>',
    ),
  },
  'Gmail for Android, Russian': {
    reply: 'Лампа красная.',
    html: `<div dir="auto">Лампа красная.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">пн, 11 мар. 2024 г., 10:00 Support &lt;<a href="mailto:support@example.com">support@example.com</a>&gt;:<br></div><blockquote class="gmail_quote">${old}</blockquote></div>`,
    plain: `Лампа красная.\n\nпн, 11 мар. 2024 г., 10:00 Support <support@example.com>:\n\n${marked}\n`,
  },
  'Gmail, a forward': {
    reply:
      'Look.\n---------- Forwarded message ---------\nFrom: Support <support@example.com>\nDate: Mon, Mar 11, 2024 at 10:00 AM\nSubject: Printer\nTo: Ann Lee <ann@client.example>\nDear client,\nis it fixed?\nYour Support',
    html: gmailForward(
      'Look.',
      '---------- Forwarded message ---------',
      'From: Support <support@example.com> | Date: Mon, Mar 11, 2024 at 10:00 AM | Subject: Printer | To: Ann Lee <ann@client.example>',
    ),
    subject: 'Fwd: Printer',
  },
  'Gmail, a forward in a language that no table has': {
    reply:
      'Ona.\n---------- Ujumbe uliosambazwa ---------\nKutoka: Support <support@example.com>\nTarehe: Jtt, 11 Mac 2024, 10:00\nMada: Printer\nKwa: Ann Lee <ann@client.example>\nDear client,\nis it fixed?\nYour Support',
    html: gmailForward(
      'Ona.',
      '---------- Ujumbe uliosambazwa ---------',
      'Kutoka: Support <support@example.com> | Tarehe: Jtt, 11 Mac 2024, 10:00 | Mada: Printer | Kwa: Ann Lee <ann@client.example>',
    ),
    subject: 'Fwd: Printer',
  },
  'Yahoo, an answer': {
    reply: 'The lamp is red.',
    html: yahoo(
      'The lamp is red.',
      'On Monday, March 11, 2024 at 10:00:00 AM GMT+1, Support <support@example.com> wrote:',
    ),
    plain: `The lamp is red.\n\n    On Monday, March 11, 2024 at 10:00:00 AM GMT+1, Support <support@example.com> wrote:  \n \n ${text.replaceAll('\n', '\n ')}`,
  },
  'Yahoo, Spanish': {
    reply: 'La luz está roja.',
    html: yahoo(
      'La luz está roja.',
      'El lunes, 11 de marzo de 2024, 10:00:00 CET, Support <support@example.com> escribió:',
    ),
    plain: `La luz está roja.\n\n    El lunes, 11 de marzo de 2024, 10:00:00 CET, Support <support@example.com> escribió:  \n \n ${text}`,
  },
  'Yahoo for iPhone, an advertisement': {
    reply: 'The lamp is red.',
    html: `The lamp is red.<br><br><a href="https://mail.onelink.me/107872968?pid=nativeplacement">Yahoo Mail: Search, Organize, Conquer</a><br><br><p class="yahoo-quoted-begin">On Monday, March 11, 2024, 10:00 AM, Support &lt;support@example.com&gt; wrote:</p><blockquote class="iosymail">${old}</blockquote>`,
    plain: `The lamp is red.\n\n\nYahoo Mail: Search, Organize, Conquer\n\n\nOn Monday, March 11, 2024, 10:00 AM, Support <support@example.com> wrote:\n\n${text}`,
  },
  'Yahoo for Android, an advertisement': {
    reply: 'The lamp is red.',
    html: yahoo(
      'The lamp is red.',
      'On Mon, Mar 11, 2024 at 10:00, Support <support@example.com> wrote:',
      '<div id="ymail_android_signature"><a href="https://go.onelink.me/107872968">Sent from Yahoo Mail on Android</a></div>',
    ),
    plain: `The lamp is red.\n\nSent from Yahoo Mail on Android \n \n  On Mon, Mar 11, 2024 at 10:00, Support<support@example.com> wrote:   ${text}`,
  },
  'Yahoo, a language that no table has': {
    reply: 'Taa ni nyekundu.',
    html: yahoo(
      'Taa ni nyekundu.',
      'Jumatatu, 11 Machi 2024, 10:00, Support <support@example.com> aliandika hivi:',
    ),
  },
  'Yahoo, words below the quote': {
    reply: 'The lamp is red.',
    html: `${yahoo('', 'On Monday, March 11, 2024 at 10:00:00 AM GMT+1, Support <support@example.com> wrote:')}<div>The lamp is red.</div>`,
  },
  'Yahoo, words below a quote of quotes, in a language that no table has': {
    reply: 'Taa ni nyekundu.',
    html: `${yahoo('', 'Jumatatu, 11 Machi 2024, 10:00, Support <support@example.com> aliandika hivi:').replace(old, `${old}<blockquote>Older</blockquote>`)}<div>Taa ni nyekundu.</div>`,
  },
  'GMX, words above and below the quote': {
    reply:
      'Die Lampe ist rot.\n> Gesendet: Montag, 11. März 2024 um 10:00 Uhr\n> Von: "Support" <support@example.com>\n> An: ann@client.example\n> Betreff: Drucker\n> Dear client,\n> is it fixed?\n> Your Support\nUnd sie blinkt.',
    html: `${gmx(
      'Die Lampe ist rot.',
      'Gesendet: Montag, 11. März 2024 um 10:00 Uhr | Von: "Support" <support@example.com> | An: ann@client.example | Betreff: Drucker',
    )}<div>Und sie blinkt.</div>`,
  },
  'GMX, a signature below the quote': {
    reply: 'Die Lampe ist rot.',
    html: `${gmx(
      'Die Lampe ist rot.',
      'Gesendet: Montag, 11. März 2024 um 10:00 Uhr | Von: "Support" <support@example.com> | An: ann@client.example | Betreff: Drucker',
    )}<div>-- <br>Ann Lee</div>`,
  },
  'Outlook for iOS, words below the quote': {
    reply: 'The lamp is red.',
    html: `${outlookMobile('', '', en)}<div>The lamp is red.</div>`,
  },
  'the new Outlook, a forward with a prefix that no table has': {
    reply: `Edrychwch.\n${lines(cy)}\nDear client,\nis it fixed?\nYour Support`,
    html: owa('Edrychwch.', cy),
    subject: 'Ymlaen: Argraffydd',
  },
  'the new Outlook, an answer with the prefix of another language': {
    reply: 'Mae’r lamp yn goch.',
    html: owa('Mae’r lamp yn goch.', cy),
    subject: 'Atb: Argraffydd',
  },
  'the new Outlook, an answer with the tag of a server': {
    reply: 'Mae’r lamp yn goch.',
    html: owa('Mae’r lamp yn goch.', cy),
    subject: '[EXTERNAL] RE: Argraffydd',
  },
  'Outlook, an answer in Vietnamese': {
    reply: 'Đèn đỏ.',
    html: outlook(['Đèn đỏ.'], en),
    subject: 'Trả lời: Máy in',
  },
  'Proton, an answer': {
    reply: 'The lamp is red.',
    html: proton(
      'The lamp is red.',
      'Sent with <a href="https://proton.me/mail/home">Proton Mail</a> secure email.',
      'On Monday, March 11th, 2024 at 10:00 AM, Support <support@example.com> wrote:',
    ),
    plain: `The lamp is red.\n\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\nOn Monday, March 11th, 2024 at 10:00 AM, Support <support@example.com> wrote:\n\n${marked}\n`,
  },
  'Proton, German': {
    reply: 'Die Lampe ist rot.',
    html: proton(
      'Die Lampe ist rot.',
      'Gesendet mit <a href="https://proton.me/mail/home">Proton Mail</a> E-Mail.',
      'Am Montag, 11. März 2024 um 10:00, Support <support@example.com> schrieb:',
    ),
  },
  'Proton, answers within the quote': {
    reply: '> Is it on?\nIt is.\n> Is it red?\nIt is not.',
    html: proton(
      '',
      '',
      'On Monday, March 11th, 2024 at 10:00 AM, Support <support@example.com> wrote:',
      'Is it on?</blockquote><div>It is.</div><blockquote class="protonmail_quote" type="cite">Is it red?</blockquote><div>It is not.</div><blockquote class="protonmail_quote" type="cite">',
    ),
  },
  'Zoho, an answer': {
    reply: 'The lamp is red.',
    html: zoho(
      'The lamp is red.',
      '---- On Mon, 11 Mar 2024 10:00:00 +0100 Support <support@example.com> wrote ---',
    ),
    plain: `The lamp is red.\n\n\n---- On Mon, 11 Mar 2024 10:00:00 +0100 Support <support@example.com> wrote ---\n\n${text}`,
  },
  'Zoho, French': {
    reply: 'La lampe est rouge.',
    html: zoho(
      'La lampe est rouge.',
      '---- Le lun., 11 mars 2024 10:00:00 +0100 Support <support@example.com> a écrit ----',
    ),
    plain: `La lampe est rouge.\n\n\n---- Le lun., 11 mars 2024 10:00:00 +0100 Support <support@example.com> a écrit ----\n\n${text}`,
  },
  'GMX, an answer': {
    reply: 'Die Lampe ist rot.',
    html: gmx(
      'Die Lampe ist rot.',
      'Gesendet: Montag, 11. März 2024 um 10:00 Uhr | Von: "Support" <support@example.com> | An: ann@client.example | Betreff: Drucker',
    ),
    plain: `Die Lampe ist rot.\n\nGesendet: Montag, 11. März 2024 um 10:00 Uhr\nVon: "Support" <support@example.com>\nAn: ann@client.example\nBetreff: Drucker\n\n${text}`,
  },
  'mail.com, English': {
    reply: 'The lamp is red.',
    html: gmx(
      'The lamp is red.',
      'Sent: Monday, March 11, 2024 at 10:00 AM | From: "Support" <support@example.com> | To: ann@client.example | Subject: Printer',
    ),
  },
  'GMX, an address in the signature': {
    reply: 'Die Lampe ist rot.',
    html: gmx(
      'Die Lampe ist rot.<br><br>--<br>Diese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.',
      'Am 11.03.24, 10:00 schrieb Support <support@example.com>:',
    ),
  },
  'Naver, an answer': {
    reply: '램프가 빨간색입니다.',
    html: naver(
      '램프가 빨간색입니다.',
      'From: "Support" <support@example.com> | To: <ann@naver.example> | Cc:  | Sent: 2024-03-11 (월) 10:00:00 (GMT+09:00) | Subject: 프린터',
    ),
    plain: `램프가 빨간색입니다.\n\n-----Original Message-----\nFrom: "Support" <support@example.com>\nTo: <ann@naver.example>\nCc: \nSent: 2024-03-11 (월) 10:00:00 (GMT+09:00)\nSubject: 프린터\n\n${text}`,
  },
  'QQ, an answer': {
    reply: '灯是红色的。',
    html: qq(
      '灯是红色的。',
      '------------------&nbsp;原始邮件&nbsp;------------------',
      '发件人: "Support" <support@example.com>; | 发送时间: 2024年3月11日(星期一) 上午10:00 | 收件人: "Ann"<ann@qq.example>; | 主题: 打印机',
    ),
    plain: `灯是红色的。\n\n\n\n\n------------------&nbsp;原始邮件&nbsp;------------------\n发件人:                                                                                                                        "Support"                                                                                    <support@example.com&gt;;\n发送时间:&nbsp;2024年3月11日(星期一) 上午10:00\n收件人:&nbsp;"Ann"<ann@qq.example&gt;;\n\n主题:&nbsp;打印机\n\n\n\n${text}`,
  },
  'QQ, English': {
    reply: 'The lamp is red.',
    html: qq(
      'The lamp is red.',
      '---Original---',
      'From: "Support"<support@example.com> | Date: Mon, Mar 11, 2024 10:00 AM | To: "Ann"<ann@qq.example>; | Subject: Printer',
    ),
    plain: `The lamp is red.\n\n\n\n---Original---\nFrom: "Support"<support@example.com&gt;\nDate: Mon, Mar 11, 2024 10:00 AM\nTo: "Ann"<ann@qq.example&gt;;\nSubject: Printer\n\n${text}`,
  },
  'Foxmail, an answer': {
    reply: '灯是红色的。',
    html: foxmail(
      '灯是红色的。',
      '发件人：Support <support@example.com> | 发送时间：2024-03-11 10:00 | 收件人：ann <ann@client.example> | 主题：打印机',
    ),
    plain: `灯是红色的。\n\n\n\n\n发件人： Support\n发送时间： 2024-03-11 10:00\n收件人： ann\n主题： 打印机\n${text}`,
    subject: 'Re: 打印机',
  },
  'Foxmail, English': {
    reply: 'The lamp is red.',
    html: foxmail(
      'The lamp is red.',
      'From: Support <support@example.com> | Date: 2024-03-11 10:00 | To: ann | Subject: Printer',
    ),
    plain: `The lamp is red.\n\n\n\n\n \nFrom: Support\nDate: 2024-03-11 10:00\nTo: ann\nSubject: Printer\n${text}`,
  },
  'Outlook, Chinese': { reply: '灯是红色的。', html: outlook(['灯是红色的。'], zh) },
  'Yandex, an answer': {
    reply: 'Лампа красная.',
    html: yandex('Лампа красная.', '11.03.2024, 10:00, "Support" <support@example.com>:'),
    plain: `Лампа красная.\n\n11.03.2024, 10:00, "Support" <support@example.com>:\n${marked}`,
  },
  'Yandex, a signature': {
    reply: 'Лампа красная.',
    html: yandex(
      'Лампа красная.<div>&nbsp;</div><div>-- </div><div>С уважением, Анна</div><div>Отправлено из мобильной Яндекс Почты</div>',
      '11.03.2024, 10:00, "Support" <support@example.com>:',
    ),
  },
  'Mail.ru, an answer': {
    reply: 'Лампа красная.',
    html: mailRu(
      'Лампа красная.<br>--<br>Анна Ли<br>Отправлено из Почты Mail.ru',
      'Понедельник, 11 марта 2024, 10:00 +03:00 от Support <support@example.com>:',
    ),
    plain: `Лампа красная.\n--\nАнна Ли\nОтправлено из Почты Mail.ru\n\n>Понедельник, 11 марта 2024, 10:00 +03:00 от Support <support@example.com>:\n> \n${marked}`,
  },
  'Thunderbird, an answer': {
    reply: 'The lamp is red.',
    html: thunderbird('<p>The lamp is red.</p>', 'On 11/03/2024 10:00, Support wrote:'),
    plain: `The lamp is red.\n\nOn 11/03/2024 10:00, Support wrote:\n${marked}`,
  },
  'Thunderbird, an answer below the quote': {
    reply: 'Die Lampe ist rot.',
    html: thunderbird('', 'Am 11.03.24 um 10:00 schrieb Support:', old, '<p>Die Lampe ist rot.</p>'),
    plain: `Am 11.03.24 um 10:00 schrieb Support:\n${marked}\n\nDie Lampe ist rot.\n`,
  },
  'Thunderbird, a language that no table has': {
    reply: 'Mae’r lamp yn goch.',
    html: thunderbird('<p>Mae’r lamp yn goch.</p>', 'Ar 11/03/2024 10:00, ysgrifennodd Support:'),
  },
  'Thunderbird, words typed where the attribution was': {
    reply: 'The lamp is red. It was at 10:00:\n> Dear client,\n> is it fixed?\n> Your Support',
    html: thunderbird('', 'The lamp is red. It was at 10:00:'),
  },
  'Thunderbird, words above the attribution in its place': {
    reply: 'Taa ni nyekundu 24:',
    html: `<div class="moz-cite-prefix">Taa ni nyekundu 24:<br><br>Mnamo 11/03/2024 10:00, Support aliandika:<br></div><blockquote type="cite">${old}</blockquote>`,
  },
  'Samsung, German': {
    reply: 'Die Lampe ist rot.',
    html: samsung(
      'Die Lampe ist rot.',
      'Von meinem Galaxy gesendet',
      '-------- Ursprüngliche Nachricht --------',
      'Von: Support <support@example.com> | Datum: 11.03.24  10:00  (GMT+01:00) | An: ann@client.example | Betreff: Drucker',
    ),
    plain:
      `Die Lampe ist rot.Von meinem Galaxy gesendet\n-------- Ursprüngliche Nachricht --------Von: Support <support@example.com> Datum: 11.03.24  10:00  (GMT+01:00) An: ann@client.example Betreff: Drucker ${text}`.replace(
        'rot.Von',
        'rot.\nVon',
      ),
  },
  'Samsung, English': {
    reply: 'The lamp is red.',
    html: samsung(
      'The lamp is red.',
      'Sent from my Galaxy',
      '-------- Original message --------',
      'From: Support <support@example.com> | Date: 11/03/2024  10:00  (GMT+00:00) | To: ann@client.example | Subject: Printer',
    ),
    plain: `The lamp is red.\n\n\nSent from my Galaxy\n\n\n-------- Original message --------\nFrom: Support <support@example.com> \nDate: 11/03/2024  10:00  (GMT+00:00) \nTo: ann@client.example \nSubject: Printer \n\n${text}`,
  },
  'Orange, an answer': {
    reply: 'La lampe est rouge.',
    html: orange(
      'La lampe est rouge.',
      'envoyé : 11 mars 2024 à 10:00 | de : Support <support@example.com> | à : ann@orange.example | objet : Imprimante',
    ),
  },
  'Orange, the message of a date': {
    reply: 'La lampe est rouge.',
    html: orange(
      'La lampe est rouge.',
      '> Message du 11/03/24 10:00 | > De : "Support" <support@example.com> | > A : ann@orange.example | > Copie à : | > Objet : Imprimante',
    ),
    plain: `La lampe est rouge.\n\n\n\n\n\n> Message du 11/03/24 10:00\n> De : "Support" <support@example.com>\n> A : ann@orange.example\n> Copie à : \n> Objet : Imprimante\n> \n> ${marked.slice(2)}`,
  },
  'Alibaba, an answer': {
    reply: '灯是红色的。',
    html: alibaba(
      '灯是红色的。',
      '发件人：Support <support@example.com> | 发送时间：2024年3月11日(星期一) 10:00 | 收件人：Ann <ann@client.example> | 主　题：打印机',
    ),
    plain: `灯是红色的。\n------------------------------------------------------------------\n发件人：Support <support@example.com>\n发送时间：2024年3月11日(星期一) 10:00\n收件人：Ann <ann@client.example>\n主　题：打印机\n\n${text}`,
  },
  'Alibaba, English': {
    reply: 'The lamp is red.',
    html: alibaba(
      'The lamp is red.',
      'From:Support <support@example.com> | Send Time:2024 Mar. 11 (Mon.) 10:00 | To:Ann <ann@client.example> | Subject:Printer',
    ),
    plain: `The lamp is red.\n------------------------------------------------------------------\nFrom:Support <support@example.com>\nSend Time:2024 Mar. 11 (Mon.) 10:00\nTo:Ann <ann@client.example>\nSubject:Printer\n\n${text}`,
  },
};
