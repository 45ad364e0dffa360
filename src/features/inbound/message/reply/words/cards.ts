/** The ends of names of firms, as parts of a regular expression. */
export const firms: readonly string[] = [
  'GmbH(?: & Co\\.? ?KG)?|AG|KG|OHG|e\\.\\s?V\\.|Ltd\\.?|Limited|LLC|Inc\\.?|Corp\\.?',
  'S\\.?A\\.?|S\\.?A\\.?S\\.?|SARL|S\\.?r\\.?l\\.?|S\\.?p\\.?A\\.?|S\\.?L\\.?|Lda\\.?|Ltda\\.?|B\\.?V\\.?|N\\.?V\\.?',
  'Sp\\. z o\\.\\s?o\\.|A/S|ApS|AB|AS|Oy|Kft\\.?|s\\.\\s?r\\.\\s?o\\.|a\\.s\\.|d\\.o\\.o\\.|A\\.Ş\\.',
];

/** The titles of people in a firm. */
export const roles =
  'CEO|CTO|CFO|COO|Managing Director|Geschäftsführer(?:in)?|PDG|Directeur|Directrice|Directora?|Gerente|Direttore|Direttrice|Directeur|Dyrektor|Директор|Müdür';

/** The last words of titles that have others before them: `Account Manager`. */
export const roleEnds =
  'Manager|Engineer|Developer|Consultant|Coordinator|Specialist|Administrator|Assistant|Accountant|Officer|Director';

/** The words before the number of a phone, as a part of a regular expression. */
export const phoneLabels =
  'tel(?:efon|efono|efone|éfono|ephone)?|phone|telefoon|mobile?(?:telefon)?|mob|handy|fax|cell(?:ulare)?|direct|direkt|office|durchwahl|festnetz|móvil|portable|gsm|тел(?:ефон)?|моб|факс|tél(?:éphone)?|电话|電話|手机|携帯|[tmpf]';

/** The ends of names of files, which are like names of hosts. */
export const fileEndings =
  'log|txt|pdf|exe|zip|png|jpe?g|gif|bmp|tiff?|docx?|xlsx?|pptx?|csv|xml|json|ini|cfg|conf|dll|sys|msi|bin|bat|eml|msg|mp3|mp4';

/** The words of the footer of a mailing list. */
export const listFooter =
  'mailing list|mailing-list|unsubscribe|listinfo|mailman|mailingliste|abbestellen|google groups|groups\\.google|you received this message because|se désabonner|cancelar la suscripción|отписаться|lists?@|@lists?\\.';
