const attribution = 'On Mon, Mar 11, 2024 at 10:00 AM Ann Lee <ann@example.com> wrote:';

const outlook =
  'From: Ann Lee <ann@example.com>\nSent: Monday, March 11, 2024 10:00 AM\nTo: Bo\nSubject: Printer';

/** Whole messages, and the reply that a person sees in them. */
export const shapes: readonly (readonly [name: string, text: string, reply: string])[] = [
  ['a reply on the line of the attribution', `Fine. ${attribution}\n> Old`, 'Fine.'],
  ['dashes between a reply and its attribution', `Fine---\n> Old`.replace('\n', ` ${attribution}\n`), 'Fine'],
  ['a reply on the line of a date', 'Fine. 2024-03-11 10:00 Ann Lee <ann@example.com>:\n> Old', 'Fine.'],
  ...(
    [
      ['Jó.', 'Ann Lee <ann@example.com> ezt írta (időpont: 2024. márc. 11., H, 10:00):'],
      ['Ok.', 'Ann Lee <ann@example.com> wrote:'],
      ['Работает.', 'пн, 11 мар. 2024 г. в 10:00, Анна Ли <ann@example.com>:'],
      ['好了。', 'Ann Lee <ann@example.com> 于2024年3月11日周一 10:00写道：'],
      ['了解です。', '2024年3月11日(月) 10:00 Ann Lee <ann@example.com>:'],
    ] as const
  ).map(
    ([words, line]) =>
      [`a sentence on the line of the attribution: ${words}`, `${words} ${line}\n> Old`, words] as const,
  ),
  [
    'a sentence without a space behind it on the line of the attribution',
    '了解です。2024年3月11日(月) 10:00 Ann Lee <ann@example.com>:\n> Old',
    '了解です。',
  ],
  ['a doctor who is quoted', 'Fine.\n\nDr. Ann Lee <ann@example.com> wrote:\n> Old', 'Fine.'],
  [
    'fields on the lines above a header',
    `Report\n\nFrom: Berlin\nTo: Hamburg\nSubject: pickup\nDate: 5 March 2024\n${outlook}\n\nOld`,
    'Report\n\nFrom: Berlin\nTo: Hamburg\nSubject: pickup\nDate: 5 March 2024',
  ],
  [
    'a reply that starts like an address',
    '< we see it\n> Ann Lee napsal/a 11.03.2024 10:00:\n> Old',
    '< we see it',
  ],
  [
    'the footer of a list below a line that the person drew',
    'It says:\n\n---\nError 5\n---\n\nPlease call.\n\n_______________\nPrinters mailing list\nhttps://lists.example.org/listinfo/printers',
    'It says:\n\n---\nError 5\n---\n\nPlease call.',
  ],
  ['a reply below the quote', `${attribution}\n> Old\n\nNew.`, 'New.'],
  ['a reply below a quote without an attribution', '> Old\n\nNew.', '> Old\n\nNew.'],
  ['a reply above and below the quote', `One.\n\n${attribution}\n> Old\n\nTwo.`, 'One.\n\n> Old\n\nTwo.'],
  ...['-- \nAnn Lee\nExample Ltd', 'Sent from my iPhone'].flatMap(
    (signature) =>
      [
        [`a reply below ${signature}`, `${signature}\n\n${attribution}\n> Old\n\nNew.`, 'New.'],
        [
          `replies above and below ${signature}`,
          `One.\n\n${signature}\n\n${attribution}\n> Old\n\nTwo.`,
          'One.\n\n> Old\n\nTwo.',
        ],
      ] as const,
  ),
  [
    'answers between quotes',
    `${attribution}\n> How many?\nThree.\n> When?\nNow.`,
    '> How many?\n\nThree.\n\n> When?\n\nNow.',
  ],
  ...['|', 'AL>'].map(
    (mark) =>
      [
        `answers between quotes that are marked with ${mark}`,
        `${attribution}\n${mark} How many?\nThree.\n${mark} When?\nNow.\n${mark} Ann`,
        `${mark} How many?\n\nThree.\n\n${mark} When?\n\nNow.`,
      ] as const,
  ),
  [
    'a table below a quote with bars',
    `${attribution}\n| How many?\n\nThese:\n| a | b |\n| 1 | 2 |`,
    'These:\n| a | b |\n| 1 | 2 |',
  ],
  ['a greeting below the quote', `Fine.\n\n${attribution}\n> Old\n\nThanks,\nAnn`, 'Fine.\n\nThanks,\nAnn'],
  ['a phone below the quote', `Fine.\n\n${attribution}\n> Old\n\nSent from my iPhone`, 'Fine.'],
  [
    'a disclaimer below the quote',
    `Fine.\n${attribution}\n> Old\n\nThis e-mail is confidential and for Ann.`,
    'Fine.',
  ],
  [
    'a German disclaimer below the quote',
    `Gut.\n${attribution}\n> Alt\n\nDiese E-Mail ist vertraulich und nur für Ann.`,
    'Gut.',
  ],
  [
    'a disclaimer below a greeting',
    'Fine.\n\nKind regards,\nAnn\n\nThis e-mail is confidential and for Ann.',
    'Fine.',
  ],
  [
    'a disclaimer alone',
    'Fine.\n\nThis e-mail is confidential and for Ann.',
    'Fine.\n\nThis e-mail is confidential and for Ann.',
  ],
  ['a quote with initials', `Fine.\n${attribution}\nAL> Old\nAL> Older`, 'Fine.'],
  ['a quote with bars', `Fine.\n${attribution}\n| Old\n| Older`, 'Fine.'],
  ['quotes in quotes', `Fine.\n${attribution}\n> Old\n> > Older\n>>> Oldest`, 'Fine.'],
  [
    'a link that breaks a quote',
    `Fine.\n${attribution}\n> Old\n>\n<https://example.com/a/b?c=d>\n> Older`,
    'Fine.',
  ],
  [
    'a quote that a person announces',
    `It says:\n> Error 5\n\n${attribution}\n> Old`,
    'It says:\n\n> Error 5',
  ],
  [
    'a quote that a person put below, without a word about it',
    'Still broken\n> Error 5',
    'Still broken\n\n> Error 5',
  ],
  [
    'a quote that a person put below, above a phone',
    'Still broken\n> Error 5\n\nSent from my iPhone',
    'Still broken\n\n> Error 5',
  ],
  [
    'the rest of a quote that a person answered within',
    `${attribution}\n> How many?\nThree.\n> When?\nNow.\n> Ann`,
    '> How many?\n\nThree.\n\n> When?\n\nNow.',
  ],
  [
    'a header within the marks of a quote',
    'Fine.\n\n> Subject: Old\n> From: ann@example.com\n> To: bo@example.com\n> Date: Mon, 2 Apr 2012 17:44:22 +0400\n>\n> Old',
    'Fine.',
  ],
  [
    'a link that answers a quote',
    `Hi,\n\n${attribution}\n> Where is it?\nhttps://example.com/a\n> Ann`,
    'Hi,\n\n> Where is it?\n\nhttps://example.com/a',
  ],
  [
    'a number that answers below a link',
    `Hi,\n\n${attribution}\n> Which version is on https://example.com/about\n2.4.1`,
    'Hi,\n\n> Which version is on https://example.com/about\n\n2.4.1',
  ],
  [
    'a table below a quote',
    `Hi,\n\n${attribution}\n> Which?\n\n| Model | Count |\n| X200 | 5 |`,
    'Hi,\n\n> Which?\n\n| Model | Count |\n| X200 | 5 |',
  ],
  [
    'a prompt below a quote',
    `${attribution}\n> What did you type?\n\nI typed this\n\nSW> enable\nSW> show run`,
    'I typed this\n\nSW> enable\nSW> show run',
  ],
  ...[
    'I received this e-mail in error, I am not the intended recipient.',
    'No. The attachments are confidential, please keep them.',
    'Nein, die Mitteilung ist vertraulich und nur für Sie, bitte behalten Sie das.',
    'This message is confidential between you and me.',
    'Diese Nachricht ist vertraulich, das bleibt unter uns.',
    'Ce message est confidentiel entre nous.',
    'Envoyez votre message à un autre destinataire, M. Durand.',
    'El correo lo mandé por error a otra persona, disculpe.',
    'Нет, письмо конфиденциальное, не передавайте.',
    'Hayır, mesajdaki bilgiler gizli, lütfen paylaşmayın.',
  ].map((answer): [string, string, string] => [
    `an answer below a quote that is like a disclaimer: ${answer}`,
    `Hi,\n\n${attribution}\n> May we?\n\n${answer}`,
    `Hi,\n\n> May we?\n\n${answer}`,
  ]),
  [
    'answers on the lines of a quote that the words point to',
    `See my answers below.\n\n${attribution}\n> Model? X200\n> Room? 204`,
    'See my answers below.\n\n> Model? X200\n> Room? 204',
  ],
  ['a quotation alone', `${attribution}\n> Old`, '> Old'],
  ['an advertisement alone', 'Sent from my iPhone', 'Sent from my iPhone'],
  ['a signature alone', 'Viele Grüße\nAnn', 'Viele Grüße\nAnn'],
  [
    'a signature above a quote, and nothing else',
    `Sent from my iPhone\n\n${attribution}\n> Old`,
    'Sent from my iPhone\n\n> Old',
  ],
  [
    'an attribution without its colon',
    'Fine.\n\nOn Mon, 11 Mar 2024 10:00:00 +0100 Ann <ann@example.com> wrote\n\nOld',
    'Fine.',
  ],
  [
    'an attribution between dashes',
    'Fine.\n\n-----"Ann Lee" <ann@example.com> wrote: -----\nTo: Bo\nOld',
    'Fine.',
  ],
  [
    'an attribution without a date, above one paragraph',
    'Fine.\n\nAnn Lee <ann@example.com> wrote:\n\nOld',
    'Fine.',
  ],
  [
    'a header below a rule',
    'Fine.\n\n________________________________\nFrom: Ann <ann@example.com>\nSent: Monday\nTo: Bo\nSubject: Old\n\nOld',
    'Fine.',
  ],
  [
    'a header with blank lines',
    'Fine.\n\nFrom: Ann <ann@example.com>\n\nSent: Monday, March 11, 2024 10:00\n\nTo: Bo\n\nSubject: Old\n\nOld',
    'Fine.',
  ],
  [
    'a header on one line',
    'Fine.\n\nFrom: Ann <ann@example.com> Sent: Monday, March 11, 2024 10:00 To: Bo Subject: Old\n\nOld',
    'Fine.',
  ],
  [
    'a frame of PGP',
    '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nFine.\n-----BEGIN PGP SIGNATURE-----\nabc\n-----END PGP SIGNATURE-----',
    'Fine.',
  ],
  [
    'a frame of PGP around a quote',
    `-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nFine.\n\n${attribution}\n> Old\n- -- \nAnn\n-----BEGIN PGP SIGNATURE-----\nabc\n-----END PGP SIGNATURE-----`,
    'Fine.',
  ],
  [
    'words below a frame of PGP',
    '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nFine.\n-----BEGIN PGP SIGNATURE-----\nabc\n-----END PGP SIGNATURE-----\n\nNot signed.',
    'Fine.\n\nNot signed.',
  ],
  [
    'a separator without dashes above a header',
    `Fine.\n\nSent from my BlackBerry 10 smartphone.\n  Original Message  \n${outlook}\n\nOld`,
    'Fine.',
  ],
  ["a mark of Gmail's", `Fine.\nᐧ\n\n${attribution}\n> Old`, 'Fine.'],
  ['rules at the end', 'Fine.\n\n--\n***\n____', 'Fine.'],
  [
    'two phones and a name between',
    'Fine.\n\nSent from my iPhone\nAnn from mobile\nGet Outlook for iOS',
    'Fine.',
  ],
  ...[
    'See my answers below in red.',
    'Comments inline',
    'Antworten siehe unten in Rot.',
    'Mes réponses ci-dessous.',
    'Mis respuestas están abajo.',
    'Le risposte sono sotto, in rosso.',
    'Mijn antwoorden staan hieronder.',
    'Moje odpowiedzi są poniżej.',
    'Ответы ниже, красным.',
    'Cevaplarım aşağıda, kırmızı ile.',
    'Aşağıdaki yanıtlarıma bakın.',
    'Vastaukseni ovat alla punaisella.',
    'A válaszaim lent, pirossal.',
    'Alább olvashatók a válaszaim.',
    'Răspunsurile mele sunt mai jos, cu roșu.',
    'Găsiți mai jos răspunsurile mele.',
    'Οι απαντήσεις μου παρακάτω, με κόκκινο.',
    'ראו את התשובות שלי למטה באדום',
    'تجدون ردودي أدناه باللون الأحمر',
    '请见下方红字',
    'This is what came:',
  ].map(
    (words) =>
      [
        `history that the person answers within: ${words}`,
        `${words}\n\n${outlook}\n\nIs it on?\n\nIt is.\n\n${attribution}\n> Older`,
        `${words}\n\n${outlook}\n\nIs it on?\n\nIt is.`,
      ] as const,
  ),
  ...[
    'Lütfen aşağıdaki mesaja cevap verin.',
    'Odotan vastausta alla olevaan viestiin.',
    'Kérem, válaszoljon az alábbi levélre.',
    'Aștept un răspuns la mesajul de mai jos.',
    'Περιμένω απάντηση στο παρακάτω μήνυμα.',
    'בהמשך לתשובתך, המדפסת עובדת.',
    'نرجو الرد على الرسالة أدناه',
  ].map(
    (words) =>
      [
        `a reply that speaks of the history alone: ${words}`,
        `${words}\n\n${outlook}\n\nIs it on?`,
        words,
      ] as const,
  ),
  [
    'a mail that the person shows, and words below it',
    `This is the spam:\n\n${outlook}\n\nPlease click.\n\nIs that from you?\n\n${attribution}\n> Old`,
    `This is the spam:\n\n${outlook}\n\nPlease click.\n\nIs that from you?`,
  ],
  [
    'a header of names alone below a separator',
    'Godt.\n\n-----Oprindelig meddelelse-----\nFra: Ann Lee\nSendt: 11. marts 2024 10:00\nTil: Bo\nEmne: Lampe\n\nOld',
    'Godt.',
  ],
  [
    'a header with the address of answers and a day',
    'Bene.\n\nDa: Ann71\nRisposta: Ann Lee / Lampe\nData: lunedì 11 marzo 2024 10:00\nA: Bo Ray\nOggetto: Lampe\n\nOld',
    'Bene.',
  ],
  [
    'an attribution whose address is broken around another',
    'Fine.\n\nOn Mon, 11 Mar 2024 at 10:00 Ann Lee\n\n<\nmailto:Ann Lee <ann@example.com>\n> wrote:\n\nOld\n\nOlder',
    'Fine.',
  ],
  [
    'an attribution in which a program left the entities of HTML',
    'Fine.\n\nOn Mar 11, 2024, Ann &quot;Annie&quot; Lee &lt;ann@x.example&gt; wrote:\n> Old',
    'Fine.',
  ],
  ['a line of david®', 'Fine.\n\nOriginal Message processed by david®\nAW: Lamp 11. März 2024\nOld', 'Fine.'],
  [
    'a link in brackets that is broken in a quote',
    `Fine.\n\n${attribution}\n> See (https://example.com/a\n_b=3dd)\n> Old`,
    'Fine.',
  ],
  [
    'a card with a title like a name, below a quote',
    `Fine.\n\n${attribution}\n> Old\n\n--\nEve Orr\nAccount Manager\neve@client.example`,
    'Fine.',
  ],
  ...['-Bo Ray', '— Bo', '~Bo Ray'].map(
    (name) =>
      [
        `a name that ends an older mail, too: ${name}`,
        `Fine.\n\n${name}\n\n${attribution}\n> Is it?\n>\n>> It is.\n>>\n>> ${name}\n>>\n>> --\n>> List`,
        'Fine.',
      ] as const,
  ),
  ...['Thank you very much.', 'Danke!', 'Merci'].flatMap((thanks) =>
    [
      'On Mon, 2024-03-11 at 10:00 +0100, Eve Orr wrote:',
      'Le 11/03/2024 10:00, Eve du pont a écrit :',
      'Eve Orr <eve@x.example> schrieb:',
    ].map((line) => [`${thanks} above ${line}`, `${thanks}\n\n${line}\n\nOld, and\nolder`, thanks] as const),
  ),
  [
    'an attribution in two lines, of which the date has a zone, above the answer',
    'On Mon, 11 Mar 2024 10:00:11 +0100\nAnn Lee <ann@example.com> wrote:\n\n> Old\n\nNew.',
    'New.',
  ],
  ...['Ann Lee <ann+12@example.com>', 'Eve Orr <eve@x.example>'].flatMap((who) => {
    const heading = `-------- Original Message --------\nOn Monday, 03/11/24 at 10:00 ${who} wrote:`;
    return [
      [`a separator above the attribution of ${who}`, `Fine.\n\n${heading}\n\n> Old`, 'Fine.'],
      [`a reply below a separator above the attribution of ${who}`, `${heading}\n> Old\n\nNew.`, 'New.'],
      [`a separator above the attribution of ${who}, and no marks`, `Fine.\n\n${heading}\n\nOld`, 'Fine.'],
    ] as const;
  }),
  [
    'an answer below a separator above an attribution, and words above',
    'One.\n\n-----Original Message-----\nOn Monday, 03/11/24 at 10:00 Eve Orr <eve@x.example> wrote:\n> Old\n\nTwo.',
    'One.\n\n> Old\n\nTwo.',
  ],
  [
    'a page above the line of a program, and another below',
    'Fine.\n\n<https://www.avast.com/sig-email?a=b>\nVirus-free.www.avast.com\n<https://www.avast.com/sig-email?a=b>\n<#DAB4FAD8-2DD7>',
    'Fine.',
  ],
  [
    'a rule, the receivers and the subject of Yandex above an attribution',
    'Fine.\n\n----------------\nКому: Боб Рэй (bob@client.example);\nКопия: Ева (eve@client.example);\nТема: Лампа;\n11.03.2024, 10:00, "Анна" <ann@example.com>:\n\n> Old',
    'Fine.',
  ],
  [
    'the same above an answer, in English',
    '----------------\nTo: Bob Ray (bob@client.example);\nSubject: Lamp;\n11.03.2024, 10:00, "Ann" <ann@example.com>:\n> Old\n\nNew.',
    'New.',
  ],
  [
    'the own card below a greeting and a rule',
    'Fine.\n\nGrüße - Bob\n____________\n\nDr. Bob Ray\nLondon',
    'Fine.\n\nGrüße - Bob',
  ],
  [
    'a text below `--` that stands below an older mail, too',
    `Fine.\n\n--\nbuilt with love\nand some more coffee than is good\n\n${attribution}\n> Is it?\n>> It is.\n>>\n>> --\n>> built with love and\n>> some more coffee than is good\n> Bye`,
    'Fine.',
  ],
  [
    'a text below `--` that stands in an older mail',
    `Fine.\n\n--\nthe second floor has it now\n\n${attribution}\n> Is it?\n>> It is:\n>> the second floor has it now`,
    'Fine.\n\n--\nthe second floor has it now',
  ],
  [
    'another text below `--`',
    `Fine.\n\n--\nbuilt with love\nand some more coffee than is good\n\n${attribution}\n> Is it?\n>> It is.\n>>\n>> --\n>> built with tea`,
    'Fine.\n\n--\nbuilt with love\nand some more coffee than is good',
  ],
  [
    'a header in a table',
    'Fine.\n\n---- 回复的原邮件 ----\n| 发件人 | Ann<ann@example.com> |\n| 日期 | 2024年03月11日 10:00 |\nOld',
    'Fine.',
  ],
];
