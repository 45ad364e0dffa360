'use client';

import { useEffect } from 'react';

/**
 * Renders nothing. The CMS completes the address of a list before Next follows the browser's history, and so takes
 * Next's state from it: “Back” would then change the address and show the page before.
 */
export const RestoreHistory = () => {
  useEffect(() => {
    // After the effects of the CMS and of Next, which sets its state anew.
    const restore = () => history.state === null && history.replaceState(null, '', location.href);
    const timer = setTimeout(restore, 0);
    return () => clearTimeout(timer);
  }, []);
  return null;
};
