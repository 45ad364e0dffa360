import { useTranslation } from '@payloadcms/ui';
import { useMemo } from 'react';
import { localeOf } from '../locale.ts';

/** Writes numbers as readers of the page's language do, in the browser. On the server: `new Intl.NumberFormat(localeOf(i18n))`. */
export const useNumbers = (): Intl.NumberFormat => {
  const { i18n } = useTranslation();
  return useMemo(() => new Intl.NumberFormat(localeOf(i18n)), [i18n]);
};
