import { Banner } from '@payloadcms/ui';
import type { ReactNode } from 'react';

/** What went wrong, in the server's own sentence; read out as soon as it is there. */
export const ErrorSentence = ({ children }: { children: ReactNode }) => (
  <div role="alert">
    <Banner type="error">{children}</Banner>
  </div>
);
