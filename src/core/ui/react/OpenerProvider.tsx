'use client';

import { useAuth, useConfig } from '@payloadcms/ui';
import { usePathname } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { type ReactNode, useRef } from 'react';
import type { RecordId } from '../../shared/values/ids.ts';
import { OpenerContext } from './useOpener.ts';

/**
 * Decides once for a document whose it is: that of the first known user, until its login page is shown. It stands above all
 * pages. The CMS's own user follows the cookie, and so whoever logged in last in this browser.
 */
export const OpenerProvider = ({ children }: { readonly children: ReactNode }) => {
  const { user } = useAuth();
  const { config } = useConfig();
  const opener = useRef<RecordId>(undefined);
  const { admin, routes } = config;
  const login = formatAdminURL({ adminRoute: routes.admin, path: admin.routes.login });
  // An app may end all its addresses with a slash.
  if (usePathname().replace(/(?<=.)\/$/, '') === login) opener.current = undefined;
  else opener.current ??= user?.id;
  return <OpenerContext value={opener.current}>{children}</OpenerContext>;
};
