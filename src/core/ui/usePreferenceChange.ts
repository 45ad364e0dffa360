import { useConfig, usePreferences } from '@payloadcms/ui';
import { useCallback } from 'react';
import { callCms } from './cmsApi.ts';
import type { Reason } from './reason.ts';

/**
 * Changes a preference of the person who is logged in. What stood there is read anew: another tab may have changed it,
 * and the CMS answers from what this one has read before.
 *
 * @returns a function that resolves to why nothing was changed, or null
 */
export const usePreferenceChange = (key: string) => {
  const { config } = useConfig();
  const { setPreference } = usePreferences();
  const apiRoute = config.routes.api;
  return useCallback(
    async (change: (before: unknown) => object): Promise<Reason | null> => {
      const path = `/payload-preferences/${key}` as const;
      const answer = await callCms<{ value?: unknown }>(apiRoute, { method: 'GET', path });
      if (!answer.ok) return answer.message;
      await setPreference(key, change(answer.output.value));
      return null;
    },
    [apiRoute, key, setPreference],
  );
};
