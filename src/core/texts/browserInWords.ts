import type { TranslateText } from './text.ts';

/** A browser that is stored in English, such as `Firefox on Windows`, in the reader's language. */
export const browserInWords = (browser: string, t: TranslateText): string => {
  const [, name, system] = /^(.+) on (.+)$/.exec(browser) ?? [];
  return name && system ? t('shared:browserOn', { browser: name, system }) : browser;
};
