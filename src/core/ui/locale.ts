interface Language {
  readonly language: string;
  readonly dateFNSKey: string;
}

/** The BCP 47 tag of a reader's language. Some of the CMS's own names are not valid tags, such as `zhTw`. */
export const localeOf = ({ language, dateFNSKey }: Language): string =>
  language === 'en' ? 'en-GB' : dateFNSKey;
