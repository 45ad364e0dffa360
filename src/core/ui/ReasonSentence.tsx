import { useConfig } from '@payloadcms/ui';
import { ErrorSentence } from './Messages.tsx';
import { inWords, loggedOut, type Reason } from './reason.ts';
import { usePortalTexts } from './usePortalTexts.ts';

/**
 * Why a request failed. Who is logged out finds the login beside it, in another tab: this page keeps what was typed, and
 * works again then.
 */
export const ReasonSentence = ({ reason }: { readonly reason: Reason }) => {
  const t = usePortalTexts();
  const { config } = useConfig();
  return (
    <ErrorSentence>
      {inWords(reason, t)}{' '}
      {reason === loggedOut && (
        <a href={config.routes.admin} target="_blank" rel="noopener">
          {t('shared:server:logIn')}
        </a>
      )}
    </ErrorSentence>
  );
};
