import { useConfig, usePreferences } from '@payloadcms/ui';
import { useCallback } from 'react';
import { callCms } from '../requests/cmsApi.ts';
import type { Reason } from '../requests/portalApi.ts';
import { useOpener } from './useOpener.ts';

/**
 * Changes a preference of the logged-in user. The stored value is read again first: another tab may have changed it, and the
 * CMS would respond with the value that this page read before.
 *
 * @returns a function that resolves to the reason why nothing was changed, or null
 */
export const usePreferenceChange = (key: string) => {
  const { config } = useConfig();
  const { setPreference } = usePreferences();
  const apiRoute = config.routes.api;
  // Another person may have logged in since in the same browser: their preference is not for this page.
  const person = useOpener();
  return useCallback(
    async (change: (before: unknown) => object): Promise<Reason | null> => {
      const path = `/payload-preferences/${key}` as const;
      const result = await callCms<{ value?: unknown }>(apiRoute, { method: 'GET', path, person });
      if (!result.ok) return result.message;
      await setPreference(key, change(result.output.value));
      return null;
    },
    [apiRoute, key, person, setPreference],
  );
};
