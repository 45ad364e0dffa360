/** The ends of names of firms, as parts of a regular expression. */
export const firms: readonly string[] = [
  'GmbH(?: & Co\\.? ?KG)?|AG|KG|OHG|e\\.\\s?V\\.|Ltd\\.?|Limited|LLC|Inc\\.?|Corp\\.?',
  'S\\.?A\\.?|S\\.?A\\.?S\\.?|SARL|S\\.?r\\.?l\\.?|S\\.?p\\.?A\\.?|S\\.?L\\.?|Lda\\.?|Ltda\\.?|B\\.?V\\.?|N\\.?V\\.?',
  'Sp\\. z o\\.\\s?o\\.|A/S|ApS|AB|AS|Oy|Kft\\.?|s\\.\\s?r\\.\\s?o\\.|a\\.s\\.|d\\.o\\.o\\.|A\\.Ş\\.',
];

/** The starts of titles of people in a firm, one line a group of languages, as parts of a regular expression. */
export const roles: readonly string[] = [
  'CEO|CTO|CFO|COO|CIO|Managing Director|Head of|Chief|President|Vice President|Owner|(?:Co-)?Founder',
  'Geschäftsführer(?:in)?|Inhaber(?:in)?|Prokurist(?:in)?|(?:IT-|Abteilungs|Team|Projekt|Vertriebs)?Leiter(?:in)?|Sachbearbeiter(?:in)?|Assistent(?:in)?|Buchhalter(?:in)?',
  'PDG|Directeur|Directrice|Gérante?|Responsable|Chargée? de|Cheff?e? de|Assistante?|Comptable|Présidente?|Ingénieure?',
  'Directora?|Gerente|Jef[ea] de|Encargad[oa]|Coordinadora?|Técnic[oa]|Director General|Diretora?|Coordenadora?',
  'Direttore|Direttrice|Responsabile|Titolare|Amministratore|Impiegat[oa]',
  'Eigenaar|Hoofd|Medewerker|Medewerkster|Beheerder',
  '\\p{L}{0,20}(?:direktør|leder|chef|ansvarlig|direktör|ansvarig|päällikkö|johtaja|sihteeri)|Daglig leder|Verkställande direktör',
  'Dyrektor|Prezes|Kierownik|Specjalist(?:a|ka)|Księgow[ay]|Jednatel(?:ka)?|Ředitel(?:ka)?|Vedoucí|Riaditeľ(?:ka)?|Konateľ(?:ka)?|Direktor(?:ica)?',
  '(?:\\p{L}{2,20}\\s)?(?:Ügyvezető|Igazgató|Vezető|Munkatárs|Asszisztens|Ügyintéző)|Director general|Administrator',
  '(?:Генеральный |Технический |Коммерческий )?директор|Руководитель|Начальник|Менеджер|(?:Главный )?бухгалтер|Специалист|Инженер|Керівник',
  'Διευθυντής|Διευθύντρια|Υπεύθυν(?:ος|η)|(?:Genel )?Müdür',
];

/** The last words of titles that have others before them: `Account Manager`. */
export const roleEnds =
  'Manager|Engineer|Developer|Consultant|Coordinator|Specialist|Administrator|Assistant|Accountant|Officer|Director';

/** The words before the number of a phone, as a part of a regular expression. */
export const phoneLabels =
  'puh(?:elin)?|tlf|tfn|telf|cel(?:ular)?|kom|tel(?:efon|efono|efone|éfono|ephone)?|phone|telefoon|mobile?(?:telefon)?|mob|handy|fax|cell(?:ulare)?|direct|direkt|office|durchwahl|festnetz|móvil|portable|gsm|тел(?:ефон)?|моб|факс|tél(?:éphone)?|电话|電話|手机|携帯|[tmpf]';

/** The ends of names of files, which are like names of hosts. */
export const fileEndings =
  'log|txt|pdf|exe|zip|png|jpe?g|gif|bmp|tiff?|docx?|xlsx?|pptx?|csv|xml|json|ini|cfg|conf|dll|sys|msi|bin|bat|eml|msg|mp3|mp4';

/** The words of the footer of a mailing list. */
export const listFooter =
  'mailing list|mailing-list|unsubscribe|listinfo|mailman|mailingliste|abbestellen|google groups|groups\\.google|you received this message because|se désabonner|cancelar la suscripción|отписаться|lists?@|@lists?\\.';
