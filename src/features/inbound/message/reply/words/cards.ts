/** The ends of names of firms, as parts of a regular expression. */
export const firms: readonly string[] = [
  'GmbH(?: & Co\\.? ?KG)?|AG|KG|OHG|e\\.\\s?V\\.|Ltd\\.?|Limited|LLC|Inc\\.?|Corp\\.?',
  'S\\.?A\\.?|S\\.?A\\.?S\\.?|SARL|S\\.?r\\.?l\\.?|S\\.?p\\.?A\\.?|S\\.?L\\.?|Lda\\.?|Ltda\\.?|B\\.?V\\.?|N\\.?V\\.?',
  'Sp\\. z o\\.\\s?o\\.|A/S|ApS|AB|AS|Oy|Kft\\.?|s\\.\\s?r\\.\\s?o\\.|a\\.s\\.|d\\.o\\.o\\.|A\\.Ş\\.',
];

/** The titles of people in a firm. */
export const roles =
  'CEO|CTO|CFO|COO|Managing Director|Geschäftsführer(?:in)?|PDG|Directeur|Directrice|Directora?|Gerente|Direttore|Direttrice|Directeur|Dyrektor|Директор|Müdür';

/** The words of the footer of a mailing list. */
export const listFooter =
  'mailing list|mailing-list|unsubscribe|listinfo|mailman|mailingliste|abbestellen|google groups|groups\\.google|you received this message because|se désabonner|cancelar la suscripción|отписаться|lists?@|@lists?\\.';
