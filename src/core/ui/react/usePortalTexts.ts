import { useTranslation } from '@payloadcms/ui';
import { useMemo } from 'react';
import { type TranslateText, textsBy } from '../../texts/text.ts';

/** The plugin's texts in the reader's language, in the browser. On the server: `textsBy(i18n.t)`. */
export const usePortalTexts = (): TranslateText => {
  const { t } = useTranslation();
  return useMemo(() => textsBy(t), [t]);
};
