import { useConfig } from '@payloadcms/ui';
import type { Slugs } from '../../options/slugs.ts';
import { type AdminCustom, portalCustom } from '../portalCustom.ts';

/** The slugs of the portal's collections, by their own names. */
export const useSlugs = (): Slugs => {
  const { config } = useConfig();
  return (config.admin.custom as AdminCustom)[portalCustom].slugs;
};
