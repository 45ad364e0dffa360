/**
 * The headings of the admin UI's navigation. The CMS takes them by language, not by key. A collection without a heading
 * (`group: false`) is no entry of it: other pages lead to its records.
 */
export const groups = {
  support: { en: 'Support', de: 'Support' },
  people: { en: 'People', de: 'Personen' },
  settings: { en: 'Settings', de: 'Einstellungen' },
};
