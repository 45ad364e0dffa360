import type { Config } from 'payload';
import { de as german } from 'payload/i18n/de';
import { nl as dutch } from 'payload/i18n/nl';
import { supportPortal } from 'payload-support-portal';
import { expect, it } from 'vitest';
import { registerTranslations } from '../../../src/core/texts/register.ts';
import { features } from '../../../src/features.ts';
import { en } from '../../support/texts.ts';

const translationsOf = (i18n: Config['i18n']) =>
  registerTranslations({ ...({} as Config), ...(i18n && { i18n }) }, features).i18n?.translations;

it('a client who logs in is told how to reach the team, in English and in German', () => {
  expect(translationsOf(undefined)).toMatchObject({
    en: { error: { unauthorizedAdmin: expect.stringContaining('by mail') } },
    de: { error: { unauthorizedAdmin: expect.stringContaining('per E-Mail') } },
  });
});

it('a client who logs in is told the addresses of the client pages and of mail in', () => {
  const app = { clientPages: 'https://help.example/support', mail: 'support@help.example' };
  const { translations } = registerTranslations({} as Config, features, app).i18n ?? {};
  for (const language of ['en', 'de'] as const) {
    const sentence = Reflect.get(Object(translations?.[language]), 'error').unauthorizedAdmin;
    expect(sentence).toContain(app.clientPages);
    expect(sentence).toContain(app.mail);
  }
});

it('the CMS says “Sie” in German', () => {
  const own = translationsOf(undefined)?.de as unknown as Record<string, Record<string, string>>;
  const familiar = /\b(du|dein\w*|dir|dich|gib|wähle)\b/i;
  const left = Object.entries(german.translations).flatMap(([group, texts]) =>
    Object.entries(texts)
      .map(([key, text]) => own[group]?.[key] ?? text)
      .filter((text) => typeof text === 'string' && familiar.test(text)),
  );
  expect(left).toEqual([]);
});

it('an app’s own text takes precedence, and its other texts stay', () => {
  const own = { en: { error: { unauthorizedAdmin: 'Go to /help.' }, app: { greeting: 'Hello' } } };
  expect(translationsOf({ translations: own as never })).toMatchObject({ ...own, de: { error: {} } });
});

it('an app’s own English text of a mail takes precedence, and the other mails stay', () => {
  const own = { en: { supportPortal: { mails: { test: { subject: 'A try' } } } } };
  const translations = translationsOf({ translations: own as never });
  expect(translations?.en).toMatchObject({
    supportPortal: { mails: { ...en.mails, test: { ...en.mails.test, subject: 'A try' } } },
  });
});

it('the app’s other languages have English texts, and what the app says in them', () => {
  const own = { nl: { supportPortal: { mails: { test: { subject: 'Een test' } } } } };
  const translations = translationsOf({
    supportedLanguages: { nl: dutch },
    translations: own as never,
  });
  expect(Reflect.get(Object(translations), 'nl')).toEqual({
    supportPortal: { ...en, mails: { ...en.mails, test: { ...en.mails.test, subject: 'Een test' } } },
  });
});

it('texts are there while the plugin is disabled: its collections stay, and so do their checks', async () => {
  const config = await supportPortal({ disabled: true })({} as Config);
  expect(config.i18n?.translations).toMatchObject({ en: { supportPortal: en } });
});
