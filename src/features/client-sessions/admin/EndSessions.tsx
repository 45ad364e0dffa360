'use client';

import { toast } from '@payloadcms/ui';
import { ActionButton } from '../../../core/ui/parts/form/FormParts.tsx';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { useRefresh } from '../../../core/ui/react/useRefresh.ts';
import { callPortal, sentenceOf } from '../../../core/ui/requests/portalApi.ts';

interface EndSessionsProps {
  readonly userId: string;
  /** Null ends all. */
  readonly sessionId: string | null;
  readonly browser: string;
}

/** Ends one session of a client, or all of them. */
export const EndSessions = ({ userId, sessionId, browser }: EndSessionsProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const refresh = useRefresh();

  const end = async (): Promise<void> => {
    const all = `/users/${userId}/client-sessions` as const;
    const path = sessionId === null ? all : (`${all}/${sessionId}` as const);
    const result = await callPortal(portalRoute, { method: 'DELETE', path });
    if (!result.ok) return void toast.error(sentenceOf(result, t));
    toast.success(t(sessionId === null ? 'signIn:sessions:endedAll' : 'signIn:sessions:ended'));
    refresh();
  };

  const label = sessionId === null ? t('signIn:sessions:endAll') : t('signIn:sessions:endOf', { browser });
  return (
    <ActionButton
      size="small"
      label={sessionId === null ? label : t('signIn:sessions:end')}
      aria-label={label}
      onClick={end}
    />
  );
};
