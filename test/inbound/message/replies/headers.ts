/** Headers of quoted mails as clients write them into a text, by language; ` | ` parts the lines. */
export const headers: readonly (readonly [language: string, lines: string])[] = [
  [
    'English',
    'From: Ann Lee <ann@example.com> | Sent: Monday, March 11, 2024 10:00 AM | To: Bo | Subject: Printer',
  ],
  ['English of Notes', 'From: Ann Lee | To: Bo | Date: 11/03/2024 10:00 | Subject: Printer'],
  [
    'English, date first',
    'Date: Mon, 11 Mar 2024 10:00:00 +0100 | From: ann@example.com | To: bo@example.com | Subject: Printer',
  ],
  [
    'English, receiver first',
    'To: bo@example.com | From: ann@example.com | Date: Mon, 11 Mar 2024 10:00:00 +0100 | Subject: Printer',
  ],
  [
    'English in bold',
    '*From:* Ann Lee <ann@example.com> | *Sent:* Monday, March 11, 2024 10:00 AM | *To:* Bo | *Subject:* Printer',
  ],
  [
    'German',
    'Von: Ann Lee <ann@example.com> | Gesendet: Montag, 11. März 2024 10:00 | An: Bo | Betreff: Drucker',
  ],
  [
    'German of GMX',
    'Gesendet: Montag, 11. März 2024 um 10:00 Uhr | Von: "Ann Lee" <ann@example.com> | An: bo@example.com | Betreff: Drucker',
  ],
  [
    'French',
    "De : Ann Lee <ann@example.com> | Envoyé : lundi 11 mars 2024 10:00 | À : Bo | Objet : L'imprimante",
  ],
  [
    'Spanish',
    'De: Ann Lee <ann@example.com> | Enviado: lunes, 11 de marzo de 2024 10:00 | Para: Bo | Asunto: Impresora',
  ],
  [
    'Portuguese',
    'De: Ann Lee <ann@example.com> | Enviado: segunda-feira, 11 de março de 2024 10:00 | Para: Bo | Assunto: Impressora',
  ],
  [
    'Italian',
    'Da: Ann Lee <ann@example.com> | Inviato: lunedì 11 marzo 2024 10:00 | A: Bo | Oggetto: Stampante',
  ],
  [
    'Dutch',
    'Van: Ann Lee <ann@example.com> | Verzonden: maandag 11 maart 2024 10:00 | Aan: Bo | Onderwerp: Printer',
  ],
  ['Danish', 'Fra: Ann Lee <ann@example.com> | Sendt: 11. marts 2024 10:00 | Til: Bo | Emne: Printer'],
  [
    'Swedish',
    'Från: Ann Lee <ann@example.com> | Skickat: den 11 mars 2024 10:00 | Till: Bo | Ämne: Skrivare',
  ],
  [
    'Finnish',
    'Lähettäjä: Ann Lee <ann@example.com> | Lähetetty: maanantai 11. maaliskuuta 2024 10.00 | Vastaanottaja: Bo | Aihe: Tulostin',
  ],
  [
    'Polish',
    'Od: Ann Lee <ann@example.com> | Wysłano: poniedziałek, 11 marca 2024 10:00 | Do: Bo | Temat: Drukarka',
  ],
  [
    'Czech',
    'Od: Ann Lee <ann@example.com> | Odesláno: pondělí 11. března 2024 10:00 | Komu: Bo | Předmět: Tiskárna',
  ],
  [
    'Slovak',
    'Od: Ann Lee <ann@example.com> | Odoslané: pondelok 11. marca 2024 10:00 | Komu: Bo | Predmet: Tlačiareň',
  ],
  [
    'Hungarian',
    'Feladó: Ann Lee <ann@example.com> | Elküldve: 2024. március 11., hétfő 10:00 | Címzett: Bo | Tárgy: Nyomtató',
  ],
  [
    'Romanian',
    'De la: Ann Lee <ann@example.com> | Trimis: luni, 11 martie 2024 10:00 | Către: Bo | Subiect: Imprimanta',
  ],
  [
    'Russian',
    'От: Анна Ли <ann@example.com> | Отправлено: понедельник, 11 марта 2024 г. 10:00 | Кому: Бо | Тема: Принтер',
  ],
  [
    'Ukrainian',
    'Від: Анна Лі <ann@example.com> | Надіслано: понеділок, 11 березня 2024 р. 10:00 | Кому: Бо | Тема: Принтер',
  ],
  [
    'Greek',
    'Από: Ann Lee <ann@example.com> | Στάλθηκε: Δευτέρα, 11 Μαρτίου 2024 10:00 | Προς: Bo | Θέμα: Εκτυπωτής',
  ],
  [
    'Turkish',
    'Kimden: Ann Lee <ann@example.com> | Gönderildi: 11 Mart 2024 Pazartesi 10:00 | Kime: Bo | Konu: Yazıcı',
  ],
  ['Hebrew', 'מאת: Ann Lee <ann@example.com> | נשלח: יום שני 11 מרץ 2024 10:00 | אל: Bo | נושא: מדפסת'],
  [
    'Arabic',
    'من: Ann Lee <ann@example.com> | تم الإرسال: الاثنين، 11 مارس 2024 10:00 | إلى: Bo | الموضوع: الطابعة',
  ],
  [
    'Arabic of Outlook',
    'من: Ann Lee <ann@example.com> | تاريخ الإرسال: الاثنين، 11 مارس 2024 10:00 | إلى: Bo | الموضوع: الطابعة',
  ],
  [
    'Bulgarian of Abv',
    'От: Ann Lee ann@example.com | Относно: Принтер | До: bo@example.com | Изпратено на: 11.03.2024 10:00',
  ],
  [
    'Chinese',
    '发件人: Ann Lee <ann@example.com> | 发送时间: 2024年3月11日 10:00 | 收件人: Bo | 主题: 打印机',
  ],
  [
    'Chinese of QQ',
    '发件人：Ann Lee <ann@example.com> | 发件时间：2024年3月11日 10:00 | 收件人：Bo | 主题：打印机',
  ],
  [
    'Chinese, traditional',
    '寄件者: Ann Lee <ann@example.com> | 寄件日期: 2024年3月11日 10:00 | 收件者: Bo | 主旨: 印表機',
  ],
  [
    'Japanese',
    '差出人: Ann Lee <ann@example.com> | 送信日時: 2024年3月11日 10:00 | 宛先: Bo | 件名: プリンター',
  ],
  [
    'Korean',
    '보낸 사람: Ann Lee <ann@example.com> | 보낸 날짜: 2024년 3월 11일 월요일 오전 10:00 | 받는 사람: Bo | 제목: 프린터',
  ],
  [
    'Croatian',
    'Šalje: Ann Lee <ann@example.com> | Poslano: ponedjeljak, 11. ožujka 2024. 10:00 | Prima: Bo | Predmet: Pisač',
  ],
  [
    'Icelandic',
    'Frá: Ann Lee <ann@example.com> | Sent: mánudagur, 11. mars 2024 10:00 | Til: Bo | Efni: Prentari',
  ],
  [
    'Basque',
    'Nork: Ann Lee <ann@example.com> | Bidalia: astelehena, 2024(e)ko martxoak 11 10:00 | Nori: Bo | Gaia: Inprimagailua',
  ],
  [
    'Malay',
    'Daripada: Ann Lee <ann@example.com> | Dihantar: Isnin, 11 Mac 2024 10:00 | Kepada: Bo | Subjek: Pencetak',
  ],
  ['Hindi', 'प्रेषक: Ann Lee <ann@example.com> | भेजा गया: 11 मार्च 2024 10:00 | प्रति: Bo | विषय: प्रिंटर'],
  ['Thai', 'จาก: Ann Lee <ann@example.com> | ส่ง: 11 มีนาคม 2567 10:00 | ถึง: Bo | ชื่อเรื่อง: เครื่องพิมพ์'],
];

/** Lines above a header or in its place. */
export const separators: readonly string[] = [
  '-----Original Message-----',
  '------ Original Message ------',
  '-------- Original message --------',
  '-----Ursprüngliche Nachricht-----',
  '-----Antwort Nachricht-----',
  "-----Message d'origine-----",
  '-----Mensaje original-----',
  '-----Mensagem original-----',
  '-----Messaggio originale-----',
  '-----Oorspronkelijk bericht-----',
  '-----Oprindelig meddelelse-----',
  '-----Ursprungligt meddelande-----',
  '-----Wiadomość oryginalna-----',
  '-----Původní zpráva-----',
  '-----Eredeti üzenet-----',
  '-----Исходное сообщение-----',
  '-----Orijinal Mesaj-----',
  '------------------ 原始邮件 ------------------',
  '-----元のメッセージ-----',
  '-----원본 메시지-----',
  '---- Replied Message ----',
  '----- Mail original -----',
  '----- Ursprüngliche Mail -----',
  '-------- Оригинално писмо --------',
  '-------- 원본 이메일 --------',
];

/** Lines above a mail that someone forwards. */
export const forwards: readonly string[] = [
  '---------- Forwarded message ---------',
  'Begin forwarded message:',
  '-------- Weitergeleitete Nachricht --------',
  'Anfang der weitergeleiteten Nachricht:',
  '---------- Message transféré ----------',
  '---------- Mensaje reenviado ----------',
  '---------- Messaggio inoltrato ----------',
  '---------- Doorgestuurd bericht ----------',
  '---------- Przekazana wiadomość ---------',
  '-------- Пересылаемое сообщение --------',
  '---------- 转发的邮件 ---------',
];
