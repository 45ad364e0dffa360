'use client';

import { ErrorSentence } from '../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { useRefresh } from '../../../core/ui/react/useRefresh.ts';
import { TestButton } from '../../settings/ui.ts';

interface TriedAddress {
  readonly url: string;
  readonly status: 'ok' | 'failed';
  readonly error: string | null;
}

/** Sends a test to all alert addresses, and shows which took it. */
export const TestAlerts = () => {
  const t = usePortalTexts();
  const refresh = useRefresh();
  return (
    <TestButton<{ readonly data: readonly TriedAddress[] }>
      path="/alerts/test"
      label={t('settings:alerts:test')}
      busyLabel={t('settings:sending')}
      onDone={refresh}
    >
      {({ data }) =>
        data.map(({ url, status, error }) =>
          status === 'ok' ? (
            <p key={url}>{t('settings:alerts:taken', { host: new URL(url).host })}</p>
          ) : (
            <ErrorSentence key={url}>
              {new URL(url).host}: {error}
            </ErrorSentence>
          ),
        )
      }
    </TestButton>
  );
};
