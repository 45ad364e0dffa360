'use client';

import { useAuth, useConfig } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { RecordId } from '../../shared/values/ids.ts';
import { callCms } from '../requests/cmsApi.ts';
import { useClosingLogOut } from './useClosingLogOut.ts';
import { OpenerContext } from './useOpener.ts';

/**
 * Decides once for a document whose it is: that of the first known user, until its login page is shown; a log-out ends it. It stands above all
 * pages. The CMS's own user follows the cookie, and so whoever logged in last in this browser. By a timer of each page the CMS also
 * forgets a user whose session another tab has renewed, and comes back from the login without one: then the server is asked.
 */
export const OpenerProvider = ({ children }: { readonly children: ReactNode }) => {
  useClosingLogOut();
  const { user } = useAuth();
  const { config } = useConfig();
  const [found, setFound] = useState<RecordId>();
  const opener = useRef<RecordId>(undefined);
  const { admin, routes } = config;
  const login = formatAdminURL({ adminRoute: routes.admin, path: admin.routes.login });
  // An app may end all its addresses with a slash.
  const isLogin = usePathname().replace(/(?<=.)\/$/, '') === login;
  if (isLogin) opener.current = undefined;
  else opener.current ??= user?.id ?? found;
  const isMissing = !isLogin && opener.current === undefined;
  const path = `/${admin.user}/me` as const;
  useEffect(() => {
    if (isLogin) setFound(undefined);
    if (!isMissing) return;
    void callCms<{ user: { id: RecordId } | null }>(routes.api, { method: 'GET', path }).then(
      (result) => result.ok && result.output.user && setFound(result.output.user.id),
    );
  }, [isLogin, isMissing, routes.api, path]);
  return <OpenerContext value={opener.current}>{children}</OpenerContext>;
};
