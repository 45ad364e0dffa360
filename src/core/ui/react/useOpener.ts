import { useAuth } from '@payloadcms/ui';
import { useRef } from 'react';

/** The person who opened the page. A later login of another one in this browser does not make it theirs. */
export const useOpener = (): number | string | undefined => {
  const { user } = useAuth();
  const opener = useRef(user?.id);
  opener.current ??= user?.id;
  return opener.current;
};
