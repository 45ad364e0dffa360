import { useConfig } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { useEffect } from 'react';

/**
 * Has the log-out of the admin UI close its document, as a reload does: parts that ask before that, or send something then, do so while
 * the session goes on. The CMS's own way shows another page of the same document.
 */
export const useClosingLogOut = (): void => {
  const { config } = useConfig();
  const { admin, routes } = config;
  const path = formatAdminURL({ adminRoute: routes.admin, path: admin.routes.logout });
  useEffect(() => {
    const close = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target) return;
      // An app may have a base path, and end all its addresses with a slash.
      if (!link.pathname.replace(/\/$/, '').endsWith(path)) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      location.assign(link.href);
    };
    // Before the router hears of it.
    document.addEventListener('click', close, true);
    return () => document.removeEventListener('click', close, true);
  }, [path]);
};
