/** The headings of the admin UI's navigation. The CMS takes them by language, not by key. */
export const groups = {
  mail: { en: 'Mail', de: 'E-Mail' },
  people: { en: 'People', de: 'Personen' },
  settings: { en: 'Settings', de: 'Einstellungen' },
};
