import { useConfig, useTranslation } from '@payloadcms/ui';
import { useMemo } from 'react';
import type { Slugs } from '../../options/slugs.ts';
import { apiRouteOf } from '../../shared/portal/apiRoute.ts';
import { type TranslateText, textsBy } from '../../texts/text.ts';
import { localeOf } from '../locale.ts';
import { type AdminCustom, portalCustom } from '../portalCustom.ts';
import type { PortalRoute } from '../requests/portalApi.ts';
import { useOpener } from './useOpener.ts';

/** The way to the portal's API, in the form that {@link callPortal} takes. */
export const usePortalRoute = (): PortalRoute => {
  const { config } = useConfig();
  const { prefix } = (config.admin.custom as AdminCustom)[portalCustom];
  const route = apiRouteOf({ config }, { options: { prefix } });
  const person = useOpener();
  return useMemo(() => ({ route, person }), [route, person]);
};

/** The plugin's texts in the reader's language, in the browser. On the server: `textsBy(i18n.t)`. */
export const usePortalTexts = (): TranslateText => {
  const { t } = useTranslation();
  return useMemo(() => textsBy(t), [t]);
};

/** The slugs of the portal's collections, by their own names. */
export const useSlugs = (): Slugs => {
  const { config } = useConfig();
  return (config.admin.custom as AdminCustom)[portalCustom].slugs;
};

/** Writes numbers as readers of the page's language do, in the browser. On the server: `new Intl.NumberFormat(localeOf(i18n))`. */
export const useNumbers = (): Intl.NumberFormat => {
  const { i18n } = useTranslation();
  return useMemo(() => new Intl.NumberFormat(localeOf(i18n)), [i18n]);
};
