import { useConfig } from '@payloadcms/ui';
import { usePortalTexts } from '../../react/usePortal.ts';
import { inWords, loggedOut, type Reason } from '../../requests/portalApi.ts';
import { ErrorSentence } from './words.tsx';

/**
 * The reason for a failed request. If the session has ended, it adds a link to the login in another tab: this page keeps its
 * input, and works again after the login.
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
