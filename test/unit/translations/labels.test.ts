import { postgresAdapter } from '@payloadcms/db-postgres';
import { lexicalEditor } from '@payloadcms/richtext-lexical';
import {
  buildConfig,
  type ClientCollectionConfig,
  type ClientField,
  createClientConfig,
  deepMergeSimple,
  type SanitizedConfig,
  type TypedUser,
} from 'payload';
import { de } from 'payload/i18n/de';
import { en } from 'payload/i18n/en';
import { supportPortal } from 'payload-support-portal';
import { beforeAll, expect, it } from 'vitest';
import { features } from '../../../src/features.ts';

/** The portal's collections. */
const slugs = features.flatMap(({ collections = {} }) => Object.values(collections).map(({ slug }) => slug));

/** Words that are the same in both languages. */
const same = new Set([
  // Languages are named in themselves.
  'Deutsch',
  'English',
  'Browser',
  'Domains',
  'ID',
  'Link',
  'MIME Type',
  'Message-ID',
  'Name',
  'Status',
  'Support',
  'Text',
  'Ticket',
  'Tickets',
  'URL',
  'Webhook',
  'Webhooks',
  'webhook-id',
]);

let config: SanitizedConfig;

beforeAll(async () => {
  config = await buildConfig({
    secret: 'a secret of at least thirty-two characters',
    db: postgresAdapter({ pool: { connectionString: 'postgres://nowhere.invalid/none' }, push: false }),
    editor: lexicalEditor(),
    i18n: { supportedLanguages: { en, de } },
    telemetry: false,
    typescript: { autoGenerate: false },
    admin: { importMap: { autoGenerate: false } },
    plugins: [supportPortal({})],
  });
});

/** The CMS keeps the texts of the first config in a process, which may be another test's: these are of this config. */
const i18nIn = (language: 'en' | 'de') => {
  const { supportedLanguages, translations } = config.i18n;
  const texts = deepMergeSimple(
    supportedLanguages[language]?.translations ?? {},
    translations[language as keyof typeof translations] ?? {},
  );
  const t = (key: string) =>
    key.split(':').reduce<unknown>((at, part) => Reflect.get(Object(at), part), texts) ?? key;
  return { language, t, translations: texts };
};

/** A collection as the CMS gives it to the browser of a reader. */
const collectionIn = (language: 'en' | 'de', slug: string): ClientCollectionConfig => {
  const i18n = i18nIn(language);
  const { collections } = createClientConfig({
    config,
    i18n: i18n as never,
    importMap: {},
    user: {} as TypedUser,
  });
  const found = collections.find((one) => one.slug === slug);
  if (!found) throw new Error(`There is no collection ${slug}.`);
  return found;
};

type Read = [path: string, text: unknown];

/** A label by language is chosen from in the browser. */
const said = (label: unknown, language: string): unknown =>
  typeof label === 'object' && label !== null ? Reflect.get(label, language) : label;

/** Fields of the CMS that no page shows, and parts of a page that have no heading of the CMS. */
const isShown = (field: ClientField): boolean =>
  !('hidden' in field && field.hidden) &&
  !field.admin?.hidden &&
  !(field.type === 'ui' && field.admin?.disableListColumn);

const ofFields = (fields: readonly ClientField[]): Read[] =>
  fields.filter(isShown).flatMap((field): Read[] => {
    const path = 'name' in field ? field.name : field.type;
    return [
      ...('label' in field ? [[path, field.label] as Read] : []),
      // The browser gets only those that are no functions, and so in one language.
      ...(field.admin && 'description' in field.admin
        ? [[`${path}: description`, field.admin.description] as Read]
        : []),
      ...(field.type === 'select'
        ? field.options.flatMap((option): Read[] =>
            typeof option === 'object' ? [[`${path}: ${option.value}`, option.label]] : [],
          )
        : []),
      ...('fields' in field ? ofFields(field.fields) : []),
    ];
  });

const textsOf = ({ labels, admin, fields }: ClientCollectionConfig): Read[] => [
  ['singular', labels.singular],
  ['plural', labels.plural],
  ...(admin.description ? [['description', admin.description] as Read] : []),
  ...ofFields(fields),
];

it.each(slugs)('%s has labels in the language of its reader', (slug) => {
  const readIn = (language: 'en' | 'de') =>
    textsOf(collectionIn(language, slug)).map(([path, label]): Read => [path, said(label, language)]);
  const english = new Map(readIn('en'));
  const german = readIn('de');
  expect(german.filter(([, text]) => typeof text !== 'string' || text.startsWith('supportPortal:'))).toEqual(
    [],
  );
  const untranslated = german.filter(([path, text]) => text === english.get(path) && !same.has(String(text)));
  expect(untranslated).toEqual([]);
});

it('gives a field that has a component of the portal its labels in every language, whoever asks first', () => {
  for (const language of ['en', 'de'] as const) {
    const { fields } = collectionIn(language, 'tickets');
    const status = fields.find((field) => 'name' in field && field.name === 'status');
    expect(status).toMatchObject({
      label: { en: 'Status', de: 'Status' },
      options: expect.arrayContaining([{ value: 'open', label: { en: 'Open', de: 'Offen' } }]),
    });
  }
});
