import {
  appleMail,
  foxmail,
  gmail,
  iPhone,
  naver,
  outlook,
  outlookMobile,
  owa,
  proton,
  qq,
  samsung,
  thunderbird,
  yahoo,
  yandex,
} from '../clients/parts.ts';

/** An answer as a person writes it from their program. */
interface Answer {
  /** The language and the program. */
  readonly from: string;
  /** `Re: [#12] Printer` if it is not said. */
  readonly subject?: string;
  /** One of both, or both. */
  readonly plain?: string;
  readonly html?: string;
  /** A plain part that is not UTF-8: its charset, its encoding, and its lines as they are sent. */
  readonly sent?: readonly [charset: string, encoding: string, body: string];
  /** The lines that staff should read, without blank ones. */
  readonly reply: string;
}

const us = 'Example Support <support@portal.example>';
const old = 'Dear Ann,\n\nis the printer online again?\n\nYour Support\nhttps://portal.example/tickets/12';
const marked = old.replace(/^/gm, '> ');

const header = (fields: string): string => fields.replaceAll(' | ', '\n');

const polish = `Od: ${us} | Wysłano: środa, 13 marca 2024 09:05 | Do: Ann Lee <ann@client.example> | Temat: [#12] Printer`;
const czech = `Od: ${us} | Odesláno: středa 13. března 2024 9:05 | Komu: Ann Lee <ann@client.example> | Předmět: [#12] Printer`;
const hungarian = `Feladó: ${us} | Elküldve: 2024. március 13., szerda 9:05 | Címzett: Ann Lee <ann@client.example> | Tárgy: [#12] Printer`;
const turkish = `Kimden: ${us} | Gönderildi: 13 Mart 2024 Çarşamba 09:05 | Kime: Ann Lee <ann@client.example> | Konu: [#12] Printer`;
const danish = `Fra: ${us} | Sendt: 13. marts 2024 09:05 | Til: Ann Lee <ann@client.example> | Emne: [#12] Printer`;
const norwegian = `Fra: ${us} | Sendt: onsdag 13. mars 2024 09:05 | Til: Ann Lee <ann@client.example> | Emne: [#12] Printer`;
const swedish = `Från: ${us} | Skickat: den 13 mars 2024 09:05 | Till: Ann Lee <ann@client.example> | Ämne: [#12] Printer`;
const portuguese = `De: ${us} | Enviado: quarta-feira, 13 de março de 2024 09:05 | Para: Ann Lee <ann@client.example> | Assunto: [#12] Printer`;
const french = `De : ${us} | Date : mercredi, 13 mars 2024 à 09:05 | À : Ann Lee <ann@client.example> | Objet : [#12] Printer`;
const english = `From: ${us} | Sent: 13 March 2024 09:05 | To: Ann Lee <ann@client.example> | Subject: [#12] Printer`;
const german = `Von: ${us} | Datum: 13.03.24 09:05 (GMT+01:00) | An: Ann Lee <ann@client.example> | Betreff: [#12] Printer`;
const spanish = `De: Bob Ray <bob@supplier.example> | Enviado el: miércoles, 13 de marzo de 2024 9:05 | Para: Ann Lee <ann@client.example> | Asunto: Pedido 77`;
const korean =
  'From: "Example Support" <support@portal.example> | To: <ann@naver.example> | Cc:  | Sent: 2024-03-13 (수) 09:05:00 (GMT+09:00) | Subject: [#12] Printer';
const chinese =
  '发件人: "Example Support" <support@portal.example>; | 发送时间: 2024年3月13日(星期三) 上午9:05 | 收件人: "Ann"<ann@qq.example>; | 主题: [#12] Printer';

const notice =
  'This message and any attachments are confidential and intended only for the addressee. If you have received it in error, please delete it.';

export const answers: readonly Answer[] = [
  {
    from: 'English, Gmail, below the quote',
    plain: `On Wed, Mar 13, 2024 at 9:05 AM ${us} wrote:\n\n${marked}\n\nIt is, but it prints in red only.\n\nWhat should I try next?\n\n-- \nAnn Lee\nOffice manager\n`,
    reply: 'It is, but it prints in red only.\nWhat should I try next?',
  },
  {
    from: 'Spanish, Gmail for Android',
    plain: `Hola:\n\nSigue sin imprimir. ¿Pueden llamarme hoy?\n\nGracias\n\nEl mié, 13 mar 2024, 9:05, ${us}\nescribió:\n\n${marked}\n`,
    html: gmail(
      'Hola:<br><br>Sigue sin imprimir. ¿Pueden llamarme hoy?<br><br>Gracias',
      `El mié, 13 mar 2024, 9:05, ${us} escribió:`,
    ),
    reply: 'Hola:\nSigue sin imprimir. ¿Pueden llamarme hoy?\nGracias',
  },
  {
    from: 'Ukrainian, Gmail',
    plain: `Так, працює.\n\nАле чек друкується двічі.\n\nср, 13 бер. 2024 р. о 09:05 ${us} пише:\n\n${marked}\n`,
    reply: 'Так, працює.\nАле чек друкується двічі.',
  },
  {
    from: 'Vietnamese, Gmail in HTML',
    html: gmail('Máy in vẫn bị kẹt giấy ạ.', `Vào Th 4, 13 thg 3, 2024 vào lúc 09:05 ${us} đã viết:`),
    reply: 'Máy in vẫn bị kẹt giấy ạ.',
  },
  {
    from: 'Thai, Gmail',
    plain: `ยังพิมพ์ไม่ได้ค่ะ\n\nในวันที่ พ. 13 มี.ค. 2024 เวลา 09:05 ${us} เขียนว่า:\n\n${marked}\n`,
    reply: 'ยังพิมพ์ไม่ได้ค่ะ',
  },
  {
    from: 'Hebrew, Gmail',
    plain: `שלום, עדיין לא עובד.\n\nבתאריך יום ד׳, 13 במרץ 2024 ב-9:05 מאת ‪Example Support‬‏ <‪support@portal.example‬‏>:‬\n\n${marked}\n`,
    reply: 'שלום, עדיין לא עובד.',
  },
  {
    from: 'Arabic, Gmail',
    plain: `لا تزال الطابعة لا تعمل.\n\nفي الأربعاء، 13 مارس 2024 في 9:05 ص تمت كتابة ما يلي بواسطة ‪Example Support‬‏ <‪support@portal.example‬‏>:‬\n\n${marked}\n`,
    reply: 'لا تزال الطابعة لا تعمل.',
  },
  {
    from: 'Greek, Gmail with a greeting',
    plain: `Καλημέρα,\n\nο εκτυπωτής δεν ανάβει.\n\nΜε εκτίμηση,\nΆννα\n\nΣτις Τετ 13 Μαρ 2024 στις 9:05 π.μ., ο χρήστης Example Support <\nsupport@portal.example> έγραψε:\n\n${marked}\n`,
    reply: 'Καλημέρα,\nο εκτυπωτής δεν ανάβει.',
  },
  {
    from: 'Indonesian, Gmail',
    plain: `Sudah menyala, terima kasih.\n\nPada tanggal Rab, 13 Mar 2024 pukul 09.05 ${us}\nmenulis:\n\n${marked}\n`,
    reply: 'Sudah menyala, terima kasih.',
  },
  {
    from: 'Lithuanian, Gmail',
    plain: `Vis dar neveikia.\n\n2024-03-13, tr, 09:05 ${us} rašė:\n\n${marked}\n`,
    reply: 'Vis dar neveikia.',
  },
  {
    from: 'Polish, Outlook with a disclaimer below the greeting',
    plain: `Dzień dobry,\n\ndrukarka dalej nie działa.\n\nPozdrawiam\nAnna Lee\n\nTa wiadomość e-mail jest poufna i przeznaczona wyłącznie dla adresata.\n\n${header(polish)}\n\n${old}`,
    html: outlook(
      [
        'Dzień dobry,',
        '',
        'drukarka dalej nie działa.',
        '',
        'Pozdrawiam',
        'Anna Lee',
        '',
        'Ta wiadomość e-mail jest poufna i przeznaczona wyłącznie dla adresata.',
      ],
      polish,
    ),
    reply: 'Dzień dobry,\ndrukarka dalej nie działa.',
  },
  {
    from: 'Czech, Outlook with a card',
    html: outlook(
      [
        'Dobrý den,',
        '',
        'tiskárna nejede. Kdy přijdete?',
        '',
        'S pozdravem',
        '',
        'Anna Lee',
        'Client s.r.o.',
        'tel. +420 222 333 444',
        'www.client.example',
      ],
      czech,
    ),
    reply: 'Dobrý den,\ntiskárna nejede. Kdy přijdete?',
  },
  {
    from: 'Hungarian, Outlook, with a list',
    plain: `Jó napot!\n\nKét hiba van:\n1. nem húzza be a papírt\n2. villog a lámpa\n\nÜdvözlettel,\nAnna\n\n${header(hungarian)}\n\n${old}`,
    reply: 'Jó napot!\nKét hiba van:\n1. nem húzza be a papírt\n2. villog a lámpa',
  },
  {
    from: 'Turkish, Outlook',
    html: outlook(['Merhaba,', '', 'Yazıcı çalışıyor ama çok yavaş.'], turkish),
    reply: 'Merhaba,\nYazıcı çalışıyor ama çok yavaş.',
  },
  {
    from: 'Danish, the new Outlook',
    plain: `Den virker ikke endnu.\n\nMed venlig hilsen\nAnna Lee\n________________________________\n${header(danish)}\n\n${old}`,
    html: owa('Den virker ikke endnu.<br><br>Med venlig hilsen<br>Anna Lee', danish),
    reply: 'Den virker ikke endnu.',
  },
  {
    from: 'Norwegian, Outlook on the web',
    html: owa('<div>Hei!</div><div><br></div><div>Skriveren er på nett igjen.</div>', norwegian),
    reply: 'Hei!\nSkriveren er på nett igjen.',
  },
  {
    from: 'Swedish, Outlook for iOS',
    plain: `Den är fortfarande offline.\n\nHämta Outlook för iOS<https://aka.ms/o0ukef>\n________________________________\n${header(swedish)}\n\n${old}`,
    html: outlookMobile(
      'Den är fortfarande offline.',
      'Hämta <a href="https://aka.ms/o0ukef">Outlook för iOS</a>',
      swedish,
    ),
    reply: 'Den är fortfarande offline.',
  },
  {
    from: 'Portuguese, Outlook for Android',
    plain: `Bom dia, continua igual.\n\nObter o Outlook para Android<https://aka.ms/AAb9ysg>\n________________________________\n${header(portuguese)}\n\n${old}`,
    reply: 'Bom dia, continua igual.',
  },
  {
    from: 'French, Outlook for Mac',
    plain: `Bonjour,\n\nelle imprime de nouveau, mais à l’envers.\n\nCordialement,\n\nAnne Lee\n\n${header(french)}\n\n${old}`,
    reply: 'Bonjour,\nelle imprime de nouveau, mais à l’envers.',
  },
  {
    from: 'Dutch, Apple Mail',
    plain: `Hij doet het weer.\n\n> Op 13 mrt 2024, om 09:05 heeft ${us} het volgende geschreven:\n> \n> ${marked.slice(2)}\n`,
    html: appleMail('Hij doet het weer.', `Op 13 mrt 2024, om 09:05 heeft ${us} het volgende geschreven:`),
    reply: 'Hij doet het weer.',
  },
  {
    from: 'Japanese, iPhone',
    plain: `お世話になっております。\nまだ印刷できません。\n\niPhoneから送信\n\n> 2024/03/13 9:05、${us}のメール:\n> \n> ${marked.slice(2)}`,
    reply: 'お世話になっております。\nまだ印刷できません。',
  },
  {
    from: 'Korean, iPhone',
    plain: `아직도 인쇄가 안 됩니다.\n\n나의 iPhone에서 보냄\n\n> 2024. 3. 13. 오전 9:05, ${us} 작성:\n> \n> ${marked.slice(2)}`,
    html: iPhone(
      '아직도 인쇄가 안 됩니다.<br><br><div dir="ltr">나의 iPhone에서 보냄</div>',
      `2024. 3. 13. 오전 9:05, ${us} 작성:`,
    ),
    reply: '아직도 인쇄가 안 됩니다.',
  },
  {
    from: 'Finnish, iPhone',
    plain: `Ei toimi vieläkään.\n\nLähetetty iPhonesta\n\n> ${us} kirjoitti 13.3.2024 kello 9.05:\n> \n> ${marked.slice(2)}`,
    reply: 'Ei toimi vieläkään.',
  },
  {
    from: 'Italian, Yahoo',
    html: yahoo(
      'La stampante non va ancora.',
      `Il mercoledì 13 marzo 2024 alle ore 09:05:00 CET, ${us} ha scritto:`,
    ),
    reply: 'La stampante non va ancora.',
  },
  {
    from: 'German, Proton',
    plain: `Der Drucker geht wieder, danke.\n\nMit [Proton Mail](https://proton.me/mail/home) gesendet.\n\nAm Mittwoch, 13. März 2024 um 09:05, ${us} schrieb:\n\n${marked}\n`,
    html: proton(
      'Der Drucker geht wieder, danke.',
      'Gesendet mit <a href="https://proton.me/mail/home">Proton Mail</a> sicherer E-Mail.',
      `Am Mittwoch, 13. März 2024 um 09:05, ${us} schrieb:`,
    ),
    reply: 'Der Drucker geht wieder, danke.',
  },
  {
    from: 'German, web.de app',
    plain: `Hallo,\n\ner druckt, aber nur die Hälfte.\n--\nDiese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.\n\nAm 13.03.24, 09:05 schrieb ${us}:\n\n${marked}\n`,
    reply: 'Hallo,\ner druckt, aber nur die Hälfte.',
  },
  {
    from: 'Korean, Naver',
    html: naver('네, 이제 잘 됩니다.', korean),
    plain: `네, 이제 잘 됩니다.\n\n-----Original Message-----\n${header(korean)}\n\n${old}`,
    reply: '네, 이제 잘 됩니다.',
  },
  {
    from: 'Chinese, QQ',
    html: qq('打印机还是离线。', '------------------&nbsp;原始邮件&nbsp;------------------', chinese),
    reply: '打印机还是离线。',
  },
  {
    from: 'Chinese, Foxmail in GB18030',
    sent: [
      'gb18030',
      'base64',
      'yNTIu7K7xNy08tOhoaMKCgoKt6K8/sjLo7ogRXhhbXBsZSBTdXBwb3J0Creiy83Ksbzko7ogMjAy\r\nNC0wMy0xMyAwOTowNQrK1bz+yMujuiBhbm4K1vfM4qO6IFsjMTJdIFByaW50ZXIKaXMgdGhlIHBy\r\naW50ZXIgb25saW5lIGFnYWluPwo=',
    ],
    reply: '仍然不能打印。',
  },
  {
    from: 'Chinese, Foxmail in HTML',
    html: foxmail(
      '仍然不能打印。',
      '发件人：Example Support <support@portal.example> | 发送时间：2024-03-13 09:05 | 收件人：ann <ann@client.example> | 主题：[#12] Printer',
    ),
    reply: '仍然不能打印。',
  },
  {
    from: 'Russian, Yandex',
    html: yandex(
      'Принтер всё ещё не печатает.',
      '13.03.2024, 09:05, "Example Support" <support@portal.example>:',
    ),
    plain: `Принтер всё ещё не печатает.\n \n13.03.2024, 09:05, "Example Support" <support@portal.example>:\n\n${marked}\n`,
    reply: 'Принтер всё ещё не печатает.',
  },
  {
    from: 'Slovak, Thunderbird, answers within the quote',
    plain: `Dňa 13. 3. 2024 o 9:05 Example Support napísal(a):\n> is the printer online again?\nÁno, od rána.\n> does it print?\nNie, svieti červená.\n`,
    reply: '> is the printer online again?\nÁno, od rána.\n> does it print?\nNie, svieti červená.',
  },
  {
    from: 'Romanian, Thunderbird below the quote',
    plain: `În 13.03.2024 09:05, Example Support a scris:\n${marked}\n\nDa, merge din nou.\n`,
    reply: 'Da, merge din nou.',
  },
  {
    from: 'French, Thunderbird in windows-1252',
    sent: [
      'windows-1252',
      'quoted-printable',
      'Bonjour,\r\n\r\nl=92imprimante est =E0 nouveau en ligne =96 merci=85\r\n\r\nLe 13/03/2024 =E0 09:05, Example Support a =E9crit=A0:\r\n> is the printer online again?\r\n>\r\n> Your Support\r\n',
    ],
    reply: 'Bonjour,\nl’imprimante est à nouveau en ligne – merci…',
  },
  {
    from: 'German, Thunderbird in HTML with a rule in the words',
    html: thunderbird(
      '<p>Zwei Dinge:</p><p>Erstens geht er nicht.</p><hr><p>Zweitens fehlt Papier.</p>',
      'Am 13.03.24 um 09:05 schrieb Example Support:',
    ),
    reply: 'Zwei Dinge:\nErstens geht er nicht.\n----------\nZweitens fehlt Papier.',
  },
  {
    from: 'English, Windows Mail',
    plain: `No, it is still offline.\n\nSent from Mail for Windows\n\n${header(english)}\n\n${old}`,
    reply: 'No, it is still offline.',
  },
  {
    from: 'German, Samsung',
    html: samsung(
      'Nein, immer noch nicht.',
      'Von meinem/meiner Galaxy gesendet',
      '-------- Ursprüngliche Nachricht --------',
      german,
    ),
    plain: `Nein, immer noch nicht.\n\nVon meinem/meiner Galaxy gesendet\n\n-------- Ursprüngliche Nachricht --------\n${header(german)}\n\n${old}`,
    reply: 'Nein, immer noch nicht.',
  },
  {
    from: 'Croatian, Gmail, a forward',
    subject: 'Fwd: Narudžba 77',
    plain: `Pogledajte molim.\n\n---------- Forwarded message ---------\nŠalje: Bob Ray <bob@supplier.example>\nDatum: sri, 13. ožu 2024. u 09:05\nSubject: Narudžba 77\nTo: Ann Lee <ann@client.example>\n\nDio je nestao.\n`,
    reply:
      'Pogledajte molim.\n---------- Forwarded message ---------\nŠalje: Bob Ray <bob@supplier.example>\nDatum: sri, 13. ožu 2024. u 09:05\nSubject: Narudžba 77\nTo: Ann Lee <ann@client.example>\nDio je nestao.',
  },
  {
    from: 'Spanish, Outlook, a forward',
    subject: 'RV: Pedido 77',
    html: outlook(['Vean lo que dice el proveedor.'], spanish),
    reply: `Vean lo que dice el proveedor.\n${header(spanish)}\nDear client,\nis it fixed?\nYour Support`,
  },
  {
    from: 'Spanish, Outlook, a mail of someone else in an answer',
    plain: `Esto me escribe el proveedor.\n\n${header(spanish)}\n\nLa pieza ya no existe.\n\n¿Qué hacemos?\n`,
    reply: `Esto me escribe el proveedor.\n${header(spanish)}\nLa pieza ya no existe.\n¿Qué hacemos?`,
  },
  {
    from: 'English, Exchange with a disclaimer below the quote',
    plain: `Yes, since this morning.\n\nOn 13 Mar 2024, at 09:05, ${us} wrote:\n\n${marked}\n\n${notice}\n`,
    reply: 'Yes, since this morning.',
  },
  {
    from: 'English, Apple Mail, attribution in three lines',
    plain: `Yes, since this morning.\n\nOn Mar 13, 2024,\nat 9:05 AM,\n${us} wrote:\n\n${marked}\n`,
    reply: 'Yes, since this morning.',
  },
  {
    from: 'English, a phone alone',
    plain: `From my phone\n\nOn Wed, Mar 13, 2024 at 9:05 AM ${us} wrote:\n\n> is the printer online again?\n`,
    reply: 'From my phone\n> is the printer online again?',
  },
];
