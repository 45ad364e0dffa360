import type { TranslateText } from './text.ts';

/** A browser that is stored in English, such as `Firefox on Windows`, in the reader's language. */
export const browserInWords = (browser: string, t: TranslateText): string => {
  const [, name, system] = /^(.+) on (.+)$/.exec(browser) ?? [];
  if (!name || !system) return browser;
  const isDevice = system === 'iPhone' || system === 'iPad';
  return t(isDevice ? 'shared:browserOnDevice' : 'shared:browserOn', { browser: name, system });
};
