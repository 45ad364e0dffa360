import { useAuth, useConfig } from '@payloadcms/ui';
import { useEffect, useState } from 'react';
import { callCms } from '../../../../../core/ui/requests/cmsApi.ts';

/**
 * The id of the user who writes here; null until it is known. The CMS forgets the user by a timer of each page, even if
 * another tab has renewed the session: then the server is asked.
 */
export const useWriter = (): number | string | null => {
  const { user } = useAuth();
  const { config } = useConfig();
  const [writer, setWriter] = useState(user?.id ?? null);
  const path = `/${config.admin.user}/me` as const;
  useEffect(() => {
    if (user) return setWriter(user.id);
    void callCms<{ user: { id: number | string } | null }>(config.routes.api, { method: 'GET', path }).then(
      (result) => result.ok && result.output.user && setWriter(result.output.user.id),
    );
  }, [user, config.routes.api, path]);
  return writer;
};
