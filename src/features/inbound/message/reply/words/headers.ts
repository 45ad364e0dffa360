/** The names of the lines of a quoted mail's header, as clients write them into a text. Several names are parted by `|`. */
export interface HeaderWords {
  readonly from: string;
  /** A name that no form of a person has. */
  readonly sent: string;
  readonly date?: string;
  readonly to: string;
  readonly cc: string;
  readonly subject: string;
  readonly replyTo?: string;
}

/** The starts of lines of a header that have a date behind them and no colon. */
export const datedLines: readonly string[] = [
  // Orange
  'Message du',
];

/** One line for each language. */
export const headers: readonly HeaderWords[] = [
  // English
  {
    from: 'From',
    sent: 'Sent',
    date: 'Date',
    to: 'To',
    cc: 'Cc|Bcc',
    subject: 'Subject',
    replyTo: 'Reply-To',
  },
  // German
  { from: 'Von', sent: 'Gesendet|Gesendet am', date: 'Datum', to: 'An', cc: 'Kopie|CC', subject: 'Betreff' },
  // French
  {
    from: 'De|Expéditeur',
    sent: 'Envoyé|Envoyé le|Message du',
    date: 'Date',
    to: 'À|A',
    cc: 'Copie|Copie à',
    subject: 'Objet|Sujet',
  },
  // Spanish
  {
    from: 'De|Remitente',
    sent: 'Enviado|Enviado el',
    date: 'Fecha',
    to: 'Para',
    cc: 'CC',
    subject: 'Asunto',
  },
  // Catalan
  { from: 'De', sent: 'Enviat|Enviat el', date: 'Data', to: 'Per a', cc: 'A/c', subject: 'Assumpte|Tema' },
  // Basque
  { from: 'Nork', sent: 'Bidalia', date: 'Data', to: 'Nori', cc: 'Cc', subject: 'Gaia' },
  // Portuguese
  {
    from: 'De',
    sent: 'Enviado|Enviada|Enviado em|Enviada em',
    date: 'Data',
    to: 'Para',
    cc: 'CC',
    subject: 'Assunto',
  },
  // Italian
  {
    from: 'Da|Mittente',
    sent: 'Inviato|Inviato il',
    date: 'Data',
    to: 'A',
    cc: 'CC',
    subject: 'Oggetto',
    replyTo: 'Risposta|Rispondi a',
  },
  // Dutch
  {
    from: 'Van|Afzender',
    sent: 'Verzonden|Verstuurd',
    date: 'Datum',
    to: 'Aan',
    cc: 'CC',
    subject: 'Onderwerp',
  },
  // Danish
  { from: 'Fra', sent: 'Sendt', date: 'Dato', to: 'Til', cc: 'Kopi|Cc', subject: 'Emne' },
  // Norwegian
  { from: 'Fra', sent: 'Sendt', date: 'Dato', to: 'Til', cc: 'Kopi', subject: 'Emne' },
  // Icelandic
  { from: 'Frá', sent: 'Sent', date: 'Dagsetning', to: 'Til', cc: 'Afrit', subject: 'Efni' },
  // Swedish
  { from: 'Från', sent: 'Skickat', date: 'Datum', to: 'Till', cc: 'Kopia', subject: 'Ämne' },
  // Finnish
  {
    from: 'Lähettäjä',
    sent: 'Lähetetty',
    date: 'Päivämäärä|Päiväys',
    to: 'Vastaanottaja',
    cc: 'Kopio',
    subject: 'Aihe',
  },
  // Estonian
  { from: 'Saatja', sent: 'Saadetud', date: 'Kuupäev', to: 'Adressaat', cc: 'Koopia', subject: 'Teema' },
  // Latvian
  { from: 'No', sent: 'Nosūtīts', date: 'Datums', to: 'Kam', cc: 'Kopija', subject: 'Tēma' },
  // Lithuanian
  { from: 'Nuo', sent: 'Išsiųsta', date: 'Data', to: 'Kam', cc: 'Kopija', subject: 'Tema' },
  // Polish
  { from: 'Od|Nadawca', sent: 'Wysłano|Wysłane', date: 'Data', to: 'Do|Adresat', cc: 'DW', subject: 'Temat' },
  // Czech
  { from: 'Od', sent: 'Odesláno|Posláno', date: 'Datum', to: 'Komu', cc: 'Kopie', subject: 'Předmět' },
  // Slovak
  { from: 'Od', sent: 'Odoslané|Odoslaná', date: 'Dátum', to: 'Komu', cc: 'Kópia', subject: 'Predmet' },
  // Slovenian, Croatian, Serbian
  {
    from: 'Od|Šalje',
    sent: 'Poslano|Poslato',
    date: 'Datum',
    to: 'Za|Prima',
    cc: 'Kp|Kopija',
    subject: 'Zadeva|Predmet|Tema',
  },
  // Hungarian
  {
    from: 'Feladó',
    sent: 'Elküldve|Küldve',
    date: 'Dátum',
    to: 'Címzett',
    cc: 'Másolatot kap|Másolat',
    subject: 'Tárgy',
  },
  // Romanian
  {
    from: 'De la|Expeditor',
    sent: 'Trimis|Trimis la',
    date: 'Data',
    to: 'Către|Catre',
    cc: 'Cc',
    subject: 'Subiect',
  },
  // Russian
  { from: 'От|От кого', sent: 'Отправлено', date: 'Дата', to: 'Кому', cc: 'Копия', subject: 'Тема' },
  // Ukrainian
  {
    from: 'Від|Від кого',
    sent: 'Надіслано|Відправлено',
    date: 'Дата',
    to: 'Кому',
    cc: 'Копія',
    subject: 'Тема',
  },
  // Bulgarian
  { from: 'От', sent: 'Изпратено|Изпратено на', date: 'Дата', to: 'До', cc: 'Копие', subject: 'Относно' },
  // Serbian in Cyrillic
  { from: 'Од', sent: 'Послато', date: 'Датум', to: 'За', cc: 'Копија', subject: 'Тема' },
  // Greek
  { from: 'Από', sent: 'Εστάλη|Στάλθηκε', date: 'Ημερομηνία', to: 'Προς', cc: 'Κοιν.', subject: 'Θέμα' },
  // Turkish
  {
    from: 'Kimden|Gönderen',
    sent: 'Gönderildi|Gönderim Zamanı|Gönderilme',
    date: 'Tarih',
    to: 'Kime|Alıcı',
    cc: 'Bilgi',
    subject: 'Konu',
  },
  // Hebrew
  { from: 'מאת', sent: 'נשלח', date: 'תאריך', to: 'אל', cc: 'עותק', subject: 'נושא' },
  // Arabic
  {
    from: 'من',
    sent: 'تم الإرسال|تاريخ الإرسال|أُرسلت|أرسل',
    date: 'التاريخ',
    to: 'إلى',
    cc: 'نسخة',
    subject: 'الموضوع',
  },
  // Persian
  { from: 'از', sent: 'ارسال شده', date: 'تاریخ', to: 'به', cc: 'رونوشت', subject: 'موضوع' },
  // Chinese, simplified
  {
    from: '发件人|寄件人',
    sent: '发送时间|发送日期|发件时间',
    date: '日期|时间',
    to: '收件人',
    cc: '抄送',
    subject: '主题',
  },
  // Chinese, traditional
  {
    from: '寄件者|發件人',
    sent: '寄件日期|傳送時間|已傳送',
    date: '日期',
    to: '收件者',
    cc: '副本',
    subject: '主旨',
  },
  // Japanese
  {
    from: '差出人|送信者|送信元',
    sent: '送信日時|送信日',
    date: '日時|日付',
    to: '宛先',
    cc: 'CC',
    subject: '件名',
  },
  // Korean
  {
    from: '보낸 사람|보낸사람|발신',
    sent: '보낸 날짜|보낸날짜|보낸 시간',
    date: '날짜',
    to: '받는 사람|받는사람|수신',
    cc: '참조',
    subject: '제목',
  },
  // Vietnamese
  {
    from: 'Từ|Người gửi',
    sent: 'Đã gửi|Ngày gửi',
    date: 'Ngày',
    to: 'Đến|Tới',
    cc: 'Cc',
    subject: 'Chủ đề|Tiêu đề',
  },
  // Indonesian
  {
    from: 'Dari',
    sent: 'Dikirim|Terkirim',
    date: 'Tanggal',
    to: 'Kepada|Ke',
    cc: 'Tembusan',
    subject: 'Subjek|Perihal',
  },
  // Malay
  {
    from: 'Daripada',
    sent: 'Dihantar',
    date: 'Tarikh',
    to: 'Kepada',
    cc: 'Salinan',
    subject: 'Subjek|Perkara',
  },
  // Hindi
  { from: 'प्रेषक', sent: 'भेजा गया', date: 'दिनांक', to: 'प्रति', cc: 'प्रतिलिपि', subject: 'विषय' },
  // Thai
  { from: 'จาก', sent: 'ส่งเมื่อ|ส่ง', date: 'วันที่', to: 'ถึง', cc: 'สำเนา', subject: 'เรื่อง|หัวเรื่อง|ชื่อเรื่อง' },
];
